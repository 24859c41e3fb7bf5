/** Samples of earlier answers, for the small curves. Nothing is kept when the page is left. */
import type { SystemState } from '../../api/admin-queries.ts';

const MOST = 60;

export interface Sample {
  readonly atMs: number;
  /** Requests since the start of the process. */
  readonly requests: number;
  readonly started: string;
  readonly memoryBytes: number;
  readonly delayMs: number;
  /** Undefined for the first sample of a process. */
  readonly perSecond: number | undefined;
}

/** The samples with that of one more answer; an answer that is in them already adds nothing. */
export function withSample(samples: readonly Sample[], state: SystemState): readonly Sample[] {
  const before = samples.at(-1);
  const atMs = Date.parse(state.at);
  if (before !== undefined && atMs <= before.atMs) return samples;
  const requests = state.requests.by_status.reduce((sum, { count }) => sum + count, 0);
  const known = before !== undefined && before.started === state.started_at && requests >= before.requests;
  const perSecond = known ? (requests - before.requests) / ((atMs - before.atMs) / 1000) : undefined;
  const sample = {
    atMs,
    requests,
    started: state.started_at,
    memoryBytes: state.memory.rss_bytes,
    delayMs: state.event_loop.p99_ms,
    perSecond,
  };
  return [...samples, sample].slice(-MOST);
}

/** Points of a curve in a box of 100 × 28, from the left to the right; the greatest value is at its top. */
export function curveOf(values: readonly number[]): string {
  const greatest = Math.max(...values, Number.MIN_VALUE);
  const step = values.length < 2 ? 0 : 100 / (values.length - 1);
  return values
    .map((value, at) => `${(at * step).toFixed(1)},${(27 - (value / greatest) * 26).toFixed(1)}`)
    .join(' ');
}
