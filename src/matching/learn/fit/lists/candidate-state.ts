/**
 * The state of a candidate at a moment: how often and how recently others chose it. Only choices before that
 * moment are read, so a choice is never part of the state that predicts it.
 */

import { type Before, timelinesOf } from '../timelines.ts';
import { writeLogShares } from '../write-log-shares.ts';

/** Choices in any order, N of them. */
export interface Choices {
  /** Numbers of the chosen candidates [N]. */
  readonly candidates: Uint32Array;
  /** Epoch ms [N]. */
  readonly atMs: Float64Array;
}

/** Half-lives of the two recent counts, in days. */
const HALF_LIVES = [60, 365] as const;
/** Added to recent counts before their logarithm. */
const LEAST_COUNT = 0.02;
/** Knots of the days since the last choice, each about twice the one before. */
const DAYS = [0.05, 1, 3, 7, 14, 30, 60, 120, 240, 365, 730, 1500] as const;

const counts = ['log_choices', 'log_moments', ...HALF_LIVES.map((days) => `log_recent_choices_${days}_days`)];

/** Names of the columns of a state, in their order [F]. */
export const stateNames: readonly string[] = [
  ...counts,
  ...DAYS.map((days) => `last_choice_${days}_days_ago`),
];

/** State of a candidate before a moment [F]; null where it had not been chosen. */
export type CandidateStates = (candidate: number, nowMs: number) => Float64Array | null;

/** Reads the choices once; a state then costs a binary search. */
export function candidateStates({ candidates, atMs }: Choices): CandidateStates {
  const before = timelinesOf(candidates, atMs, new Uint8Array(atMs.length), HALF_LIVES);
  return (candidate, nowMs) => stateOf(before(candidate, nowMs));
}

function stateOf({ count, moments, fading, days }: Before): Float64Array | null {
  if (days === null) return null;
  const state = new Float64Array(stateNames.length);
  state.set([
    Math.log(count),
    Math.log(moments),
    ...fading.map((recent) => Math.log(recent.count + LEAST_COUNT)),
  ]);
  writeLogShares(state.subarray(counts.length), DAYS, days);
  return state;
}
