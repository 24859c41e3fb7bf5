/**
 * The parameters and moments between steps. A dense array has two buffers: a step reads one, ONNX Runtime
 * writes the new values into the other, and then they are swapped. Nothing is copied, no operator reads an
 * overwritten value, and a failed step leaves the state unchanged.
 *
 * A sparse table has one buffer: the step returns the changed rows, and the store writes them
 * (docs/design/decisions/tensor.md).
 */
import type { Parameter } from '../graph/graph.ts';
import { ortTensor } from '../onnx/open-session.ts';
import type { NamedArray } from './tensor-file.ts';

type OrtTensor = ReturnType<typeof ortTensor>;

export interface StateArray {
  readonly name: string;
  readonly shape: readonly number[];
  /** The name of the parameter, also for the parameter's moments. */
  readonly table: string;
  /** A step changes all values (`rewritten`), some rows (`rows`), or nothing (`fixed`). */
  readonly changes: 'rewritten' | 'rows' | 'fixed';
}

export interface StateStore {
  readonly names: readonly string[];
  /** The current values, which the next step reads. Throws an Error if the name is unknown. */
  values(name: string): Float32Array;
  feeds(): Record<string, OrtTensor>;
  /** By `nextOf(name)`: the tensor for a step's result; null: ONNX Runtime allocates it. */
  fetches(): Record<string, OrtTensor | null>;
  /** Makes the results of a step the current state. `onRows`: called before rows of a sparse table change. */
  accept(
    results: Readonly<Record<string, OrtTensor>>,
    onRows?: ((table: string, rows: readonly number[]) => void) | null,
  ): void;
  /** Throws an Error if the number of values differs. */
  replace(name: string, values: Float32Array): void;
  arrays(): readonly NamedArray[];
  /** Replaces all arrays. Throws an Error, and changes nothing, if names or shapes differ. */
  restore(arrays: readonly NamedArray[]): void;
}

export const nextOf = (name: string): string => `next/${name}`;
export const touchedRowsOf = ({ name }: Pick<Parameter, 'name'>): string => `touched/${name}`;
export const firstMomentOf = ({ name }: Pick<Parameter, 'name'>): string => `first-moment/${name}`;
export const secondMomentOf = ({ name }: Pick<Parameter, 'name'>): string => `second-moment/${name}`;

export function createStateStore(arrays: readonly StateArray[]): StateStore {
  const current = new Map(arrays.map(({ name, shape }) => [name, zeroTensor(shape)]));
  const spare = new Map(
    arrays
      .filter(({ changes }) => changes === 'rewritten')
      .map(({ name, shape }) => [name, zeroTensor(shape)]),
  );
  const tables = arrays.filter(({ changes }) => changes === 'rows');
  return {
    names: arrays.map(({ name }) => name),
    values,
    feeds: () => Object.fromEntries(current),
    fetches: () =>
      Object.fromEntries([
        ...[...spare].map(([name, tensor]) => [nextOf(name), tensor] as const),
        ...tables.map(({ name }) => [nextOf(name), null] as const),
      ]),
    accept: (results, onRows) => {
      for (const [name, written] of spare) {
        spare.set(name, current.get(name)!);
        current.set(name, written);
      }
      for (const { name, table } of tables) {
        const rows = Array.from(results[touchedRowsOf({ name: table })]!.data as BigInt64Array, Number);
        if (name === table) onRows?.(table, rows);
        writeRows(values(name), rows, results[nextOf(name)]!);
      }
    },
    replace,
    arrays: () => arrays.map(({ name, shape }) => ({ name, shape, values: values(name) })),
    restore: (saved) => {
      assertSame(arrays, saved);
      for (const array of saved) replace(array.name, array.values);
    },
  };

  function replace(name: string, data: Float32Array): void {
    if (data.length !== values(name).length)
      throw new Error(`"${name}" has ${values(name).length} values; ${data.length} were given.`);
    values(name).set(data);
  }

  function values(name: string): Float32Array {
    const tensor = current.get(name);
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

function writeRows(table: Float32Array, rows: readonly number[], changed: OrtTensor): void {
  const [values, width] = [changed.data as Float32Array, changed.dims[1]!];
  for (const [position, row] of rows.entries())
    table.set(values.subarray(position * width, (position + 1) * width), row * width);
}

function zeroTensor(shape: readonly number[]): OrtTensor {
  return ortTensor(
    'float32',
    new Float32Array(shape.reduce((size, dimension) => size * dimension, 1)),
    shape,
  );
}
