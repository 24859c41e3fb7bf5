/**
 * An estimated threshold, before the first block is read. About a thousand rows are scored for it, and once
 * more with their block. The sample takes every nth row of each item, or of some items where there are more
 * than `MOST_ITEMS`. So it is like the whole, whatever the order of the rows. Without an estimate, all rows
 * of the first blocks are offered, exponentials included, until k of them are known. Too high a threshold
 * leaves fewer than k rows, and the caller repeats the query without an estimate.
 */
import type { BlocksOf } from '../query/block-reader.ts';
import { kthLargest } from '../query/kth-largest.ts';
import type { BestInto } from '../query/top-rows.ts';
import type { SharedQuery } from '../workers/query-protocol.ts';
import { allowedPosition } from './estimated-threshold.ts';

const SAMPLE_ROWS = 1024;
const MOST_ITEMS = 16;
/** A sample does not pay where most of all rows are wanted. */
const MIN_ROWS_A_RESULT = 3;

/** -∞: no estimate. `k` of the query's `among` rows are wanted. */
export function sampledThreshold(k: number, { among, items }: SharedQuery, blocksOf: BlocksOf): number {
  if (among === null || among < MIN_ROWS_A_RESULT * k || among < 2 * SAMPLE_ROWS) return none;
  const all = items.length / 3;
  const sampled = Math.min(all, MOST_ITEMS);
  // Odd: data may alternate by two, four or eight rows.
  const stride = Math.round((among * sampled) / all / SAMPLE_ROWS) | 1;
  const sample = new ScoreSample();
  for (let item = 0; item < sampled; item++) blocksOf(item).sample(stride, sample);
  const position = allowedPosition((k * sample.size) / among, sampled < all ? sampled : null);
  return sample.scoreAt(position) ?? none;
}

const none = Number.NEGATIVE_INFINITY;

/** Reused by every sample of this thread. */
let scores = new Float64Array(2 * SAMPLE_ROWS);

/** Keeps every score: a threshold that rose while the sample is read would be taken for that of the query. */
class ScoreSample implements BestInto {
  readonly threshold = none;
  readonly kth = null;
  size = 0;

  offer(score: number): void {
    if (this.size === scores.length) {
      const longer = new Float64Array(2 * scores.length);
      longer.set(scores);
      scores = longer;
    }
    scores[this.size++] = score;
  }

  /** The score at the rank, from 1; null where there are fewer. */
  scoreAt(position: number): number | null {
    return position > this.size ? null : kthLargest(scores.subarray(0, this.size), position - 1);
  }
}
