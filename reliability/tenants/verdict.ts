/**
 * The bound on the wait of a quiet workspace beside a busy one. Other work on the machine stretches every
 * time, and that of a busy process more. So the answering thread's processor time between a question and its
 * answer is measured too: the server makes the caller wait for it. A bound is broken where both are above it.
 */
import { percentile } from '../replicas/load.ts';

export interface Timed {
  readonly tookMs: number;
  /**
   * Processor time of the answering thread, from the question to the answer; NaN where the system does not
   * tell it.
   */
  readonly processorMs: number;
}

export interface Measured {
  /** Times of the answered questions. */
  readonly times: readonly Timed[];
  /** Statuses of the refused questions. */
  readonly refused: readonly number[];
}

interface Bounded {
  readonly p50: number;
  readonly p99: number;
  /** Twice the own 99th percentile alone, and one piece of work of the busy workspace. */
  readonly bound: number;
}

export interface Verdict {
  readonly took: Bounded;
  readonly processor: Bounded;
  readonly holds: boolean;
}

export function verdictOf(alone: Measured, beside: Measured, busy: Measured): Verdict {
  const of = (kind: keyof Timed): Bounded => ({
    p50: quantile(beside, kind, 0.5),
    p99: quantile(beside, kind, 0.99),
    bound: 2 * quantile(alone, kind, 0.99) + quantile(busy, kind, 0.99),
  });
  const [took, processor] = [of('tookMs'), of('processorMs')];
  const isWithin = ({ p99, bound }: Bounded) => p99 <= bound;
  return { took, processor, holds: beside.refused.length === 0 && (isWithin(took) || isWithin(processor)) };
}

export function quantile({ times }: Measured, kind: keyof Timed, share: number): number {
  return percentile(
    times.map((time) => time[kind]),
    share,
  );
}
