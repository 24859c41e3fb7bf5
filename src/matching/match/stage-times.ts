/**
 * Milliseconds by the name of the stage; `wait`: for a slot in admission, and `store`: for the record of the
 * answer. They are for the log of slow requests, and no part of the answer unless the request wants it
 * explained.
 */
export type StageTimes = Readonly<Record<string, number>>;

export const toMicroseconds = (ms: number): number => Math.round(ms * 1000) / 1000;

/** Adds up the times of the arms of an experiment, which are computed one after the other. */
export function sumTimes(all: readonly StageTimes[]): StageTimes {
  const sums: Record<string, number> = {};
  for (const times of all)
    for (const [stage, ms] of Object.entries(times)) sums[stage] = (sums[stage] ?? 0) + ms;
  return sums;
}
