/** What a quiet workspace may wait beside a busy one. */
import { percentile } from '../replicas/load.ts';

export interface Measured {
  /** Times of what was answered, ms. */
  readonly tookMs: readonly number[];
  /** Answers by status, of those that were refused. */
  readonly refused: readonly number[];
}

export interface Verdict {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Twice the own 99th percentile alone, and one piece of work of the busy workspace. */
  readonly boundMs: number;
  readonly holds: boolean;
}

export function verdictOf(alone: Measured, beside: Measured, busyPieceMs: number): Verdict {
  const boundMs = 2 * percentile(alone.tookMs, 0.99) + busyPieceMs;
  const p99Ms = percentile(beside.tookMs, 0.99);
  return {
    p50Ms: percentile(beside.tookMs, 0.5),
    p99Ms,
    boundMs,
    holds: p99Ms <= boundMs && beside.refused.length === 0,
  };
}
