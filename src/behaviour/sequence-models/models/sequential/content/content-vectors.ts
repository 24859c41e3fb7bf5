/**
 * The content of items beside their events, as a row of numbers each: the vector of their text, or their
 * encoded features. A learned projection maps a row to a part of the item's vector.
 *
 * I items, W width of a row, D width of an item vector.
 */
import { Graph } from '../../../../../engines/tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../../../engines/tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../../../engines/tensor/onnx/open-session.ts';
import { matMul } from '../../../../../engines/tensor/ops/mat-mul.ts';

export interface ContentVectors {
  /** The whole catalogue, row-major [I × W]; zeros for an item of which nothing is known. */
  readonly values: Float32Array;
  /** W */
  readonly width: number;
}

/** The rows of these items, in their order, row-major [items × W]. */
export function rowsOf({ values, width }: ContentVectors, items: Uint32Array): Float32Array {
  const taken = new Float32Array(items.length * width);
  for (const [row, item] of items.entries())
    taken.set(values.subarray(item * width, (item + 1) * width), row * width);
  return taken;
}

/** [I × W] · [W × D] -> [I × D] */
export async function projected(
  { values, width }: ContentVectors,
  projection: Float32Array,
): Promise<Float32Array> {
  const graph = new Graph();
  const D = projection.length / width;
  const product = matMul(
    graph.input('content', 'float32', ['I', width]),
    graph.input('projection', 'float32', [width, D]),
  );
  const session = await openSession(writeInferenceModel({ outputs: { product }, parameters: new Map() }));
  const results = await session.run({
    content: ortTensor('float32', values, [values.length / width, width]),
    projection: ortTensor('float32', projection, [width, D]),
  });
  const rows = Float32Array.from(results.product!.data as Float32Array);
  await session.release();
  return rows;
}
