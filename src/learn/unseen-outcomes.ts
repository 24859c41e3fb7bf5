/**
 * Finds outcomes that a model was not trained on: its run's held-out rows, reproduced from the run's seed and
 * time, and later rows. A later row whose mirror was in training does not count.
 */

import type { LabelledPairs } from './evaluate/labelled-pairs.ts';
import { takePairs } from './evaluate/labelled-pairs.ts';
import { splitByTime } from './fit/split-by-time.ts';

export interface LearnedFrom {
  /** End of the run's outcomes, epoch ms. */
  readonly frozenAtMs: number;
  /**
   * Seed of the run's split; null: the split cannot be reproduced, so all rows up to `frozenAtMs` count as
   * training rows.
   */
  readonly seed: number | null;
}

/** 1 where the model was not trained on the row [N]. */
export function unseenOutcomes(pairs: LabelledPairs, { frozenAtMs, seed }: LearnedFrom): Uint8Array {
  const rows = Uint32Array.from(pairs.seekers.keys());
  const then = rows.filter((row) => pairs.atMs[row]! <= frozenAtMs);
  const train = seed === null ? then.keys() : splitByTime(takePairs(pairs, then), { seed }).train;
  const key = (row: number) => {
    const [a, b] = [pairs.seekers[row]!, pairs.candidates[row]!];
    return Math.min(a, b) * pairs.people.length + Math.max(a, b);
  };
  const learned = new Set(Array.from(train, (position) => key(then[position]!)));
  return Uint8Array.from(rows, (row) => Number(!learned.has(key(row))));
}
