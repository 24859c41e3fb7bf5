/**
 * Centred text vectors: the mean over the catalogue is subtracted. Texts of one catalogue have most of their
 * vector in common, and the common part does not distinguish items.
 *
 * I items, W width of a text vector, D width of an item vector.
 */
import { Graph } from '../../../tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../tensor/inference/write-inference-model.ts';
import { openSession, ortTensor } from '../../../tensor/onnx/session.ts';
import { matMul } from '../../../tensor/ops/mat-mul.ts';
import type { ItemCatalogue } from '../architecture.ts';

export interface ItemTexts {
  /** The whole catalogue, row-major [I × W]; zeros for an item without a text. */
  readonly values: Float32Array;
  /** W */
  readonly width: number;
  /** The vector that was subtracted [W]. */
  readonly mean: Float32Array;
}

/** `mean`: the mean of a base model; default: the mean over the items that have a text. */
export function centredTexts(
  { values, width }: NonNullable<ItemCatalogue['textVectors']>,
  mean: Float32Array | undefined,
): ItemTexts {
  const rows = Array.from({ length: values.length / width }, (_, row) =>
    values.subarray(row * width, (row + 1) * width),
  ).map((row) => (row.every((value) => value === 0) ? null : row));
  const center =
    mean ??
    meanOf(
      rows.filter((row) => row !== null),
      width,
    );
  const centred = new Float32Array(values.length);
  for (const [row, text] of rows.entries())
    if (text !== null)
      centred.set(
        text.map((value, at) => value - center[at]!),
        row * width,
      );
  return { values: centred, width, mean: center };
}

function meanOf(rows: readonly Float32Array[], width: number): Float32Array {
  const sums = new Float64Array(width);
  for (const row of rows) for (const [at, value] of row.entries()) sums[at]! += value;
  return Float32Array.from(sums, (sum) => sum / Math.max(1, rows.length));
}

/** The rows of these items, in their order, row-major [items × W]. */
export function textsOf({ values, width }: ItemTexts, items: Uint32Array): Float32Array {
  const taken = new Float32Array(items.length * width);
  for (const [row, item] of items.entries())
    taken.set(values.subarray(item * width, (item + 1) * width), row * width);
  return taken;
}

/** [I × W] · [W × D] -> [I × D] */
export async function projectTexts(texts: ItemTexts, projection: Float32Array): Promise<Float32Array> {
  const graph = new Graph();
  const D = projection.length / texts.width;
  const product = matMul(
    graph.input('texts', 'float32', ['I', texts.width]),
    graph.input('projection', 'float32', [texts.width, D]),
  );
  const session = await openSession(writeInferenceModel({ outputs: { product }, parameters: new Map() }));
  const results = await session.run({
    texts: ortTensor('float32', texts.values, [texts.values.length / texts.width, texts.width]),
    projection: ortTensor('float32', projection, [texts.width, D]),
  });
  const projected = Float32Array.from(results.product!.data as Float32Array);
  await session.release();
  return projected;
}
