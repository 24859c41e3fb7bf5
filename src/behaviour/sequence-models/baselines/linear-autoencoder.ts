/**
 * EASE (Steck 2019): the linear model that reconstructs each history from its other items. It has a closed
 * form: P = (XᵀX + λ)⁻¹, weights B = −P / diag(P) with a zero diagonal, scores = history · B. It needs one
 * array of K² numbers and O(K³) work, so it is limited to catalogues of some 10,000 items. Figures:
 * docs/design/decisions/sequence-models.md.
 *
 * I items, of which K have events.
 */
import { batchSize, type ScoringRanker } from '../evaluation/ranker.ts';
import { foldRepeats } from '../histories/fold-repeats.ts';
import type { Histories } from '../histories/histories.ts';
import { relativeWeights } from '../histories/relative-weights.ts';
import { invertMatrix } from './invert-matrix.ts';
import { itemWeight, type Recency } from './item-weights.ts';
import { openMultiply } from './open-multiply.ts';

/** Bounds the work: 20,000³ multiplications are minutes of a core. */
const MAX_ITEMS = 20_000;
/** The columns that the inversion holds beside the matrix. */
const WORKING_COLUMNS = 2048;

export interface LinearAutoencoder {
  /** I */
  readonly itemCount: number;
  /** The numbers of the items with events, ascending [K]. */
  readonly items: Uint32Array;
  /** The weight of an item in the history (row) for another item's score (column) [K × K]. */
  readonly weights: Float32Array;
}

interface AutoencoderOptions {
  /** λ; results hardly depend on it from 250 to 1,000. */
  readonly ridge?: number;
  readonly threads?: number;
  readonly signal?: AbortSignal;
}

export interface AutoencoderBounds {
  /** The largest number of items with events; 0: never. Default 20,000. */
  readonly maxItems?: number;
  /** The limit on the resident memory of the process, bytes. Default: none. */
  readonly maxMemoryBytes?: number;
}

/** Part of a sentence; null: EASE can be fitted. */
export function reasonAgainstAutoencoder(
  train: Histories,
  { maxItems = MAX_ITEMS, maxMemoryBytes = Number.POSITIVE_INFINITY }: AutoencoderBounds,
): string | null {
  const K = itemsWithEvents(train).length;
  if (K > maxItems) return `${K} items have events; EASE is fitted up to ${maxItems}`;
  const needed = 4 * K * (K + WORKING_COLUMNS);
  const free = maxMemoryBytes - process.memoryUsage.rss();
  if (needed <= free) return null;
  const mebibytes = (bytes: number) => Math.max(0, Math.ceil(bytes / 2 ** 20));
  return `EASE needs ${mebibytes(needed)} MiB for ${K} items, and ${mebibytes(free)} MiB are free`;
}

/** Throws `signal.reason`. */
export async function fitLinearAutoencoder(
  train: Histories,
  { ridge = 500, threads = 1, signal }: AutoencoderOptions = {},
): Promise<LinearAutoencoder> {
  const items = itemsWithEvents(train);
  const K = items.length;
  // One array of K² numbers becomes the inverse, then the weights.
  const weights = gramMatrix(foldRepeats(train), items, ridge);
  const { multiply, close } = await openMultiply(threads);
  try {
    await invertMatrix(weights, K, multiply, signal);
  } finally {
    await close();
  }
  const diagonal = Float32Array.from({ length: K }, (_, row) => weights[row * K + row]!);
  for (let row = 0; row < K; row++) {
    for (let column = 0; column < K; column++) weights[row * K + column]! /= -diagonal[column]!;
    weights[row * K + row] = 0;
  }
  return { itemCount: train.itemIds.length, items, weights };
}

export function linearAutoencoderRanker(
  { itemCount: I, items, weights }: LinearAutoencoder,
  recency: Recency,
): ScoringRanker {
  const K = items.length;
  const rowOf = rowsOf(items, I);
  return {
    name: linearAutoencoderName(recency),
    score: (batch) => {
      const rows = new Float32Array(batchSize(batch) * I);
      const scores = new Float32Array(K);
      for (let row = 0; row < batchSize(batch); row++) {
        scores.fill(0);
        const end = batch.offsets[row + 1]!;
        for (let at = batch.offsets[row]!; at < end; at++) {
          const own = rowOf[batch.items[at]!]!;
          if (own === NO_ROW) continue;
          addScaled(scores, weights.subarray(own * K, (own + 1) * K), itemWeight(recency, end - 1 - at));
        }
        for (const [column, item] of items.entries()) rows[row * I + item] = scores[column]!;
      }
      return rows;
    },
  };
}

export function linearAutoencoderName(recency: Recency): string {
  return recency === null ? 'EASE' : 'EASE, recency';
}

/** Ascending. All other items have no weights. */
function itemsWithEvents({ items, itemIds }: Histories): Uint32Array {
  const hasEvents = new Uint8Array(itemIds.length);
  for (const item of items) hasEvents[item] = 1;
  return Uint32Array.from(itemIds.keys()).filter((item) => hasEvents[item] === 1);
}

const NO_ROW = -1;

/** The position of each item among `items`, or NO_ROW [I]. */
function rowsOf(items: Uint32Array, I: number): Int32Array {
  const rows = new Int32Array(I).fill(NO_ROW);
  for (const [row, item] of items.entries()) rows[item] = row;
  return rows;
}

/**
 * XᵀX + λ I [K × K]. X has the weights of the events. Without weights, off the diagonal is the number of people
 * with both items, on the diagonal the number with the item, plus λ.
 */
function gramMatrix(histories: Histories, known: Uint32Array, ridge: number): Float32Array {
  const { offsets, items, itemIds } = histories;
  const weights = relativeWeights(histories);
  const K = known.length;
  const rowOf = rowsOf(known, itemIds.length);
  const gram = new Float32Array(K * K);
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, end] = [offsets[person]!, offsets[person + 1]!];
    const own = Int32Array.from(items.subarray(start, end), (item) => rowOf[item]!);
    for (const [at, a] of own.entries()) {
      const row = gram.subarray(a * K, (a + 1) * K);
      if (weights === null) for (const b of own) row[b]!++;
      else for (const [to, b] of own.entries()) row[b]! += weights[start + at]! * weights[start + to]!;
    }
  }
  for (let row = 0; row < K; row++) gram[row * K + row]! += ridge;
  return gram;
}

function addScaled(to: Float32Array, from: Float32Array, weight: number): void {
  // Smaller weights hardly change a single-precision sum.
  if (weight < 1e-13) return;
  for (let at = 0; at < to.length; at++) to[at]! += weight * from[at]!;
}
