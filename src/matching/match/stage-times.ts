/**
 * The time that each stage of a match took, kept beside its result for the log of slow requests. The times
 * are no part of the answer, unless the request wants it explained.
 */
import type { MatchResult } from '../../contract/match.ts';

/**
 * Milliseconds by the name of the stage; `wait`: for a slot in admission, and `store`: for the record of the
 * answer.
 */
export type StageTimes = Readonly<Record<string, number>>;

const kept = new WeakMap<object, StageTimes>();

export function keepStageTimes(result: MatchResult, times: StageTimes): MatchResult {
  kept.set(result, times);
  return result;
}

/** undefined: not the result of a match. */
export function stageTimesOf(result: unknown): StageTimes | undefined {
  return typeof result === 'object' && result !== null ? kept.get(result) : undefined;
}

export const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Adds up the times of the arms of an experiment, which are computed one after the other. */
export function sumTimes(all: readonly StageTimes[]): StageTimes {
  const sums: Record<string, number> = {};
  for (const times of all)
    for (const [stage, ms] of Object.entries(times)) sums[stage] = (sums[stage] ?? 0) + ms;
  return sums;
}
