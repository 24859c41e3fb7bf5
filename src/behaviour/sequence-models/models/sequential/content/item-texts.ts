/**
 * Centred text vectors: the mean over the catalogue is subtracted. Texts of one catalogue have most of their
 * vector in common, and the common part does not distinguish items.
 *
 * I items, W width of a text vector.
 */
import type { ItemCatalogue } from '../../architecture.ts';
import type { ContentVectors } from './content-vectors.ts';

export interface ItemTexts extends ContentVectors {
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
