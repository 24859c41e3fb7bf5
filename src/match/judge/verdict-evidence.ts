/**
 * What a verdict adds to log-odds. 50 per cent is what the model is told to say where texts and request say nothing,
 * so it adds nothing; the rest is the verdict's own log-odds. Praise counts for less than a deal-breaker: what other
 * people wrote could have brought it about, so nobody gains more by it than LARGEST_WANTS gives.
 */
import type { DirectionSums } from '../../ranking/scoring/sum-columns.ts';
import type { Judged } from '../pool.ts';
import type { Verdict } from './judge-question.ts';

/** −3.9 log-odds. */
const SMALLEST_WANTS = 0.02;
/** +2.2 log-odds. */
const LARGEST_WANTS = 0.9;

/** By candidate, in the order of the verdicts. */
export function judgedBy(verdicts: readonly Verdict[], twoWay: boolean): Judged {
  const points: DirectionSums = {
    forward: Float64Array.from(verdicts, (verdict) => pointsOf(verdict, verdict.seekerWants)),
    backward: twoWay
      ? Float64Array.from(verdicts, (verdict) => pointsOf(verdict, verdict.candidateWants ?? 0.5))
      : null,
  };
  return {
    points,
    reasons: verdicts.map(({ reason, triesToInstruct }) => (triesToInstruct ? null : reason)),
  };
}

/** Who tries to instruct the judge is never raised by it. */
function pointsOf({ triesToInstruct }: Verdict, wants: number): number {
  const held = Math.min(LARGEST_WANTS, Math.max(SMALLEST_WANTS, wants));
  const points = Math.log(held / (1 - held));
  return triesToInstruct ? Math.min(0, points) : points;
}
