/**
 * Parameters and moments between steps. An array that a step rewrites has two buffers: the step reads one,
 * ONNX Runtime writes the new values into the other, then they are swapped. Nothing is copied, no operator
 * reads an overwritten value, and a failed step leaves the state unchanged.
 *
 * A sparse table has one buffer: the step returns the changed rows, and the store writes them
 * (docs/design/decisions/tensor.md).
 */
import type { Parameter } from '../graph/graph.ts';
import { ortTensor } from '../onnx/session.ts';
import type { NamedArray } from './tensor-file.ts';

type OrtTensor = ReturnType<typeof ortTensor>;

export interface StateArray {
  readonly name: string;
  readonly shape: readonly number[];
  /** The parameter that it is, or is a moment of. */
  readonly table: string;
  /** `rewritten`: by every step; `rows`: some rows of it; `fixed`: by none. */
  readonly changes: 'rewritten' | 'rows' | 'fixed';
}

export interface StateStore {
  readonly names: readonly string[];
  /** Values as the next step will read them. */
  values(name: string): Float32Array;
  feeds(): Record<string, OrtTensor>;
  /** Where a step's results go, by `nextOf(name)`; null: to be made by the run, given to `accept`. */
  fetches(): Record<string, OrtTensor | null>;
  /** Makes what a step wrote the present state. */
  accept(results: Readonly<Record<string, OrtTensor>>): void;
  /** Throws where there are not as many values. */
  replace(name: string, values: Float32Array): void;
  arrays(): readonly NamedArray[];
  /** All of them, from a checkpoint. Throws, and changes nothing, where names or shapes are others. */
  restore(arrays: readonly NamedArray[]): void;
}

export const nextOf = (name: string): string => `next/${name}`;
export const touchedRowsOf = ({ name }: Pick<Parameter, 'name'>): string => `touched/${name}`;
export const firstMomentOf = ({ name }: Pick<Parameter, 'name'>): string => `first-moment/${name}`;
export const secondMomentOf = ({ name }: Pick<Parameter, 'name'>): string => `second-moment/${name}`;

export function createStateStore(arrays: readonly StateArray[]): StateStore {
  const present = new Map(arrays.map(({ name, shape }) => [name, zeroTensor(shape)]));
  const spare = new Map(
    arrays
      .filter(({ changes }) => changes === 'rewritten')
      .map(({ name, shape }) => [name, zeroTensor(shape)]),
  );
  const tables = arrays.filter(({ changes }) => changes === 'rows');
  return {
    names: arrays.map(({ name }) => name),
    values,
    feeds: () => Object.fromEntries(present),
    fetches: () =>
      Object.fromEntries([
        ...[...spare].map(([name, tensor]) => [nextOf(name), tensor] as const),
        ...tables.map(({ name }) => [nextOf(name), null] as const),
      ]),
    accept: (results) => {
      for (const [name, written] of spare) {
        spare.set(name, present.get(name)!);
        present.set(name, written);
      }
      for (const { name, table } of tables) {
        const rows = results[touchedRowsOf({ name: table })]!.data as BigInt64Array;
        writeRows(values(name), rows, results[nextOf(name)]!);
      }
    },
    replace,
    arrays: () => arrays.map(({ name, shape }) => ({ name, shape, values: values(name) })),
    restore: (given) => {
      assertSame(arrays, given);
      for (const array of given) replace(array.name, array.values);
    },
  };

  function replace(name: string, given: Float32Array): void {
    if (given.length !== values(name).length)
      throw new Error(`"${name}" has ${values(name).length} values; ${given.length} were given.`);
    values(name).set(given);
  }

  function values(name: string): Float32Array {
    const tensor = present.get(name);
    if (tensor === undefined) throw new Error(`no parameter or moment is named "${name}".`);
    return tensor.data as Float32Array;
  }
}

function assertSame(own: readonly StateArray[], given: readonly NamedArray[]): void {
  const written = (list: readonly (StateArray | NamedArray)[]) => {
    return list.map(({ name, shape }) => `${name} [${shape.join(', ')}]`).sort();
  };
  const [wanted, found] = [written(own), written(given)];
  const odd = [
    ...wanted.filter((array) => !found.includes(array)).map((array) => `lacks ${array}`),
    ...found.filter((array) => !wanted.includes(array)).map((array) => `has ${array}`),
  ];
  if (odd.length > 0)
    throw new Error(`the checkpoint is of another model: it ${odd.slice(0, 5).join(', ')}.`);
}

function writeRows(table: Float32Array, rows: BigInt64Array, changed: OrtTensor): void {
  const [values, width] = [changed.data as Float32Array, changed.dims[1]!];
  for (const [position, row] of rows.entries())
    table.set(values.subarray(position * width, (position + 1) * width), Number(row) * width);
}

function zeroTensor(shape: readonly number[]): OrtTensor {
  return ortTensor(
    'float32',
    new Float32Array(shape.reduce((size, dimension) => size * dimension, 1)),
    shape,
  );
}
