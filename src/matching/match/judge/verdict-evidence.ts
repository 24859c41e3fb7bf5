import { asLogOdds, asProbability, type LogOdds, type Probability } from '../../../contract/brands.ts';
import type { DirectionSums } from '../../ranking/scoring/direction-sums.ts';
import { logOddsOf } from '../../ranking/scoring/probability.ts';
import { column, evidenceColumn } from '../pool/column.ts';
import { UNDECIDED, type Verdict } from './judge-question.ts';

/** −3.9 log-odds. */
const SMALLEST_WANTS = 0.02;
/** +2.2 log-odds. */
const LARGEST_WANTS = 0.9;

/** The judge's evidence. */
export const judgePoints = evidenceColumn('llm_judge');

/** The judge's sentence on each candidate; null: none may be shown. */
export const judgeReasons = column<readonly (string | null)[]>('judge_reasons', (reasons, rows) =>
  rows.entries(reasons),
);

/** Points and reasons by candidate [N], in the order of the verdicts. */
export function verdictEvidence(
  verdicts: readonly Verdict[],
  twoWay: boolean,
): { readonly points: DirectionSums; readonly reasons: readonly (string | null)[] } {
  const points: DirectionSums = {
    forward: Float64Array.from(verdicts, (verdict) => pointsOf(verdict, verdict.seekerWants)),
    backward: twoWay
      ? Float64Array.from(verdicts, (verdict) => pointsOf(verdict, verdict.candidateWants ?? UNDECIDED))
      : null,
  };
  return {
    points,
    reasons: verdicts.map(({ reason, triesToInstruct }) => (triesToInstruct ? null : reason)),
  };
}

/** A verdict on a text that tries to instruct the judge never adds points above 0. */
function pointsOf({ triesToInstruct }: Verdict, wants: Probability): LogOdds {
  const points = logOddsOf(asProbability(Math.min(LARGEST_WANTS, Math.max(SMALLEST_WANTS, wants))));
  return triesToInstruct ? asLogOdds(Math.min(0, points)) : points;
}
