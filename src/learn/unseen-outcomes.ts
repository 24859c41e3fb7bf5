/**
 * Which outcomes a head has not learned from: those that its run held out, told again by the run's seed and time, and
 * those that came later. A later outcome whose mirror was learned from is not unseen.
 */

import type { LabelledPairs } from './evaluate/labelled-pairs.ts';
import { takePairs } from './evaluate/labelled-pairs.ts';
import { splitOutcomes } from './evaluate/split-outcomes.ts';

export interface LearnedFrom {
  /** Outcomes up to then, epoch ms. */
  readonly frozenAtMs: number;
  /** Of its run's split; null: what it held out cannot be told, so that nothing up to then is unseen. */
  readonly seed: number | null;
}

/** 1 where the head has not learned from the row [N]. */
export function unseenOutcomes(pairs: LabelledPairs, { frozenAtMs, seed }: LearnedFrom): Uint8Array {
  const rows = Uint32Array.from(pairs.seekers.keys());
  const then = rows.filter((row) => pairs.atMs[row]! <= frozenAtMs);
  const train = seed === null ? then.keys() : splitOutcomes(takePairs(pairs, then), { seed }).train;
  const key = (row: number) => {
    const [a, b] = [pairs.seekers[row]!, pairs.candidates[row]!];
    return Math.min(a, b) * pairs.people.length + Math.max(a, b);
  };
  const learned = new Set(Array.from(train, (position) => key(then[position]!)));
  return Uint8Array.from(rows, (row) => Number(!learned.has(key(row))));
}
