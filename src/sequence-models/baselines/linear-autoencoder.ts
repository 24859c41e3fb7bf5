/**
 * EASE (Steck 2019): the linear model that reconstructs each history from its other items, in closed form: P
 * = (XᵀX + λ)⁻¹, weights B = −P / diag(P) with a zero diagonal, scores = history · B. It needs three arrays
 * of I² numbers and O(I³) work, so it is limited to small catalogues. Figures:
 * docs/design/decisions/sequence-models.md.
 *
 * I items.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import { foldRepeats } from '../histories/fold-repeats.ts';
import type { Histories } from '../histories/histories.ts';
import { invertMatrix } from './invert-matrix.ts';
import { itemWeight, type Recency } from './item-weights.ts';
import { openMultiply } from './open-multiply.ts';

export interface LinearAutoencoder {
  /** I */
  readonly itemCount: number;
  /** The weight of an item in the history (row) for another item's score (column) [I × I]. */
  readonly weights: Float32Array;
}

/** `ridge`: λ; results hardly depend on it from 250 to 1,000. */
export async function fitLinearAutoencoder(
  train: Histories,
  { ridge = 500, threads = 1 }: { readonly ridge?: number; readonly threads?: number } = {},
): Promise<LinearAutoencoder> {
  const I = train.itemIds.length;
  const gram = gramMatrix(foldRepeats(train), ridge);
  const { multiply, close } = await openMultiply(threads);
  try {
    const weights = await invertMatrix(gram, I, multiply);
    const diagonal = Float32Array.from({ length: I }, (_, item) => weights[item * I + item]!);
    for (let row = 0; row < I; row++) {
      for (let column = 0; column < I; column++) weights[row * I + column]! /= -diagonal[column]!;
      weights[row * I + row] = 0;
    }
    return { itemCount: I, weights };
  } finally {
    await close();
  }
}

export function linearAutoencoderRanker(
  { itemCount: I, weights }: LinearAutoencoder,
  recency: Recency,
): ScoringRanker {
  return {
    name: linearAutoencoderName(recency),
    score: (batch) => {
      const rows = new Float32Array(batchSize(batch) * I);
      for (let row = 0; row < batchSize(batch); row++) {
        const scores = rows.subarray(row * I, (row + 1) * I);
        const end = batch.offsets[row + 1]!;
        for (let at = batch.offsets[row]!; at < end; at++)
          addScaled(
            scores,
            weights.subarray(batch.items[at]! * I, (batch.items[at]! + 1) * I),
            itemWeight(recency, end - 1 - at),
          );
      }
      return rows;
    },
  };
}

export function linearAutoencoderName(recency: Recency): string {
  return recency === null ? 'EASE' : 'EASE, recency';
}

/**
 * XᵀX + λ I: off the diagonal the number of people with both items, on the diagonal those with the item plus
 * λ [I × I].
 */
function gramMatrix({ offsets, items, itemIds }: Histories, ridge: number): Float32Array {
  const I = itemIds.length;
  const gram = new Float32Array(I * I);
  for (let person = 0; person + 1 < offsets.length; person++) {
    for (let a = offsets[person]!; a < offsets[person + 1]!; a++) {
      const row = gram.subarray(items[a]! * I, (items[a]! + 1) * I);
      for (let b = offsets[person]!; b < offsets[person + 1]!; b++) row[items[b]!]!++;
    }
  }
  for (let item = 0; item < I; item++) gram[item * I + item]! += ridge;
  return gram;
}

function addScaled(to: Float32Array, from: Float32Array, weight: number): void {
  // Smaller weights hardly change a single-precision sum.
  if (weight < 1e-13) return;
  for (let at = 0; at < to.length; at++) to[at]! += weight * from[at]!;
}
