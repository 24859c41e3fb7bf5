/**
 * Mutual outcomes: in reciprocal domains a match succeeds when both choose. Only pairs with decisions of both
 * sides count, once each. One refusal would settle a pair too, but adding only failed pairs would distort the
 * share of matches.
 */
import type { LabelledPairs } from '../labelled-pairs.ts';

export interface MutualPairs {
  /** Rows of the two directions of each pair; `forward` is the earlier row [M]. */
  readonly forward: Uint32Array;
  readonly backward: Uint32Array;
  /** 1 where both chose [M]. */
  readonly labels: Uint8Array;
  /** Mean weight of the two directions [M]. */
  readonly weights: Float64Array;
}

export function mutualOutcomes({ people, seekers, candidates, labels, weights }: LabelledPairs): MutualPairs {
  const waiting = new Map<number, number>();
  const forward: number[] = [];
  const backward: number[] = [];
  for (let row = 0; row < seekers.length; row++) {
    const mirror = waiting.get(candidates[row]! * people.length + seekers[row]!);
    if (mirror === undefined) waiting.set(seekers[row]! * people.length + candidates[row]!, row);
    else {
      forward.push(mirror);
      backward.push(row);
    }
  }
  return {
    forward: Uint32Array.from(forward),
    backward: Uint32Array.from(backward),
    labels: Uint8Array.from(forward, (row, n) => labels[row]! & labels[backward[n]!]!),
    weights: Float64Array.from(forward, (row, n) => (weights[row]! + weights[backward[n]!]!) / 2),
  };
}
