/**
 * The state of a person at a moment: the decisions that they gave and got, and how many of them were a yes,
 * in all and lately. Also the time since they last decided. Only decisions before that moment are read, so a
 * decision is never part of the state that predicts it.
 */
import type { LabelledPairs } from '../../labelled-pairs.ts';
import { type Before, timelinesOf } from '../timelines.ts';
import { writeLogShares } from '../write-log-shares.ts';

/** Half-life of recent decisions, in days. */
const HALF_LIFE_DAYS = 30;
/** Knots of the days since a person last decided. */
const DAYS = [0.05, 1, 7, 30, 120] as const;

/** Names of the columns of a state, in their order [F]. */
export const personStateNames: readonly string[] = [
  'log_given',
  'yes_given',
  'yes_given_lately',
  'log_got',
  'yes_got',
  'yes_got_lately',
  ...DAYS.map((days) => `decided_${days}_days_ago`),
];

const COUNTS = personStateNames.length - DAYS.length;

/** Columns of the state of `person` before `atMs` [F]; all 0 where nothing happened. */
export type PersonStates = (person: number, atMs: number) => Float64Array;

/** Reads decisions once; a state then costs a binary search. */
export function personStates({ seekers, candidates, labels, atMs }: LabelledPairs): PersonStates {
  const timelines = timelinesOf(seekers, atMs, labels, [HALF_LIFE_DAYS]);
  const got = timelinesOf(candidates, atMs, labels, [HALF_LIFE_DAYS]);
  return (person, moment) => {
    const state = new Float64Array(personStateNames.length);
    const mine = timelines(person, moment);
    state.set([...columnsOf(mine), ...columnsOf(got(person, moment))]);
    if (mine.days !== null) writeLogShares(state.subarray(COUNTS), DAYS, mine.days);
    return state;
  };
}

/** Log of one more than the count, and the log-odds of a yes, each with one yes and one no added. */
function columnsOf({ count, sum, fading }: Before): readonly number[] {
  const lately = fading[0]!;
  return [
    Math.log1p(count),
    Math.log((sum + 1) / (count - sum + 1)),
    Math.log((lately.sum + 1) / (lately.count - lately.sum + 1)),
  ];
}
