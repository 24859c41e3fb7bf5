/** A batch: the arrays of a graph's inputs, which also determine the sizes of symbols in shapes. */
import { checkArray, type ElementArray } from '../graph/element-type.ts';
import { evaluateDimension } from '../graph/evaluate-dimension.ts';
import type { Tensor } from '../graph/graph.ts';
import { formatShape } from '../graph/shape.ts';
import { ortTensor } from '../onnx/open-session.ts';

interface BatchArray {
  readonly values: ElementArray;
  readonly shape: readonly number[];
}

/** By name of input. int32 in an Int32Array, float32 in a Float32Array, bool and uint8 in a Uint8Array. */
export type Batch = Readonly<Record<string, BatchArray>>;

/**
 * The feeds for these inputs, and the sizes of symbols. Throws an Error if an input is missing, or if its
 * type or shape differs from the declaration.
 */
export function bindBatch(inputs: readonly Tensor[], batch: Batch) {
  const sizes = new Map<string, number>();
  const feeds: Record<string, ReturnType<typeof ortTensor>> = {};
  for (const { name, type, shape } of inputs) {
    const array = batch[name];
    if (array === undefined) throw new Error(`the batch lacks "${name}", ${type} ${formatShape(shape)}.`);
    checkArray(name, type, array.values);
    bindShape(name, shape, array, sizes);
    feeds[name] = ortTensor(type, array.values, array.shape);
  }
  return { feeds, sizes };
}

function bindShape(
  name: string,
  shape: Tensor['shape'],
  array: BatchArray,
  sizes: Map<string, number>,
): void {
  const fits =
    shape.length === array.shape.length &&
    shape.every((dimension, axis) => sizeFits(dimension, array.shape[axis]!, sizes)) &&
    array.shape.reduce((size, dimension) => size * dimension, 1) === array.values.length;
  if (fits) return;
  const known = [...sizes].map(([symbol, size]) => `${symbol} = ${size}`).join(', ');
  throw new Error(
    `"${name}" is declared ${formatShape(shape)}${known === '' ? '' : ` with ${known}`}; ` +
      `the batch gives ${formatShape(array.shape)} with ${array.values.length} values.`,
  );
}

function sizeFits(dimension: number | string, size: number, sizes: Map<string, number>): boolean {
  if (typeof dimension === 'string' && /^\w+$/.test(dimension) && !sizes.has(dimension))
    sizes.set(dimension, size);
  return evaluateDimension(dimension, sizes) === size;
}
