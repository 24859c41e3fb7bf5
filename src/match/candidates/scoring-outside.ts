/**
 * The scorecard of light_ml for one seeker, in the form that a search engine runs. Person effects of people whom the
 * model knows go along while they are few; else all are scored as unknown, and the second scoring corrects those that
 * come up.
 */
import type { RemotePersonEffects, RemoteScoring } from '../../index/opensearch/remote-scoring.ts';
import { curveFor, type SideCurves } from '../../ranking/calibration-curve.ts';
import { compileRemoteTerms } from '../../ranking/compile/compile-remote.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { changesNothing } from '../calibrate-log-odds.ts';
import type { Seeker } from '../load-seeker.ts';
import type { MatchPlan } from '../match-plan.ts';
import { effectsByUser } from '../person-effects.ts';
import { columnTerms } from '../stages/column-terms.ts';

export interface ScoringAsked {
  readonly plan: MatchPlan;
  readonly seeker: Seeker;
  /** Epoch ms. */
  readonly nowMs: number;
  readonly minScore: number;
}

/** More are not sent with every search. */
const MOST_KNOWN = 1000;

export function scoringOutside({ plan, seeker, nowMs, minScore }: ScoringAsked): RemoteScoring {
  const { rankingModel } = plan.models.light_ml;
  const { scorecard, calibration } = rankingModel.card;
  const terms = columnTerms(scorecard, { plan, nowMs });
  return {
    intercept: scorecard.intercept,
    terms: compileRemoteTerms(terms, { definition: plan.definition, seeker: seeker.person, nowMs }),
    aggregation: plan.aggregation,
    calibration: calibrationOf(calibration.light_ml, plan, seeker),
    personEffects: personEffectsOutside(rankingModel, seeker),
    minScore,
  };
}

/** By code of the candidate's side: absent, the values in their order, any other. */
function calibrationOf(
  curves: SideCurves,
  { definition: { sides, fields } }: Pick<MatchPlan, 'definition'>,
  seeker: Seeker,
): RemoteScoring['calibration'] {
  if (changesNothing(curves)) return null;
  const forward = curveFor(curves, seeker.side);
  if (sides === undefined) return { forward, backward: [curves.default], sideField: null };
  const sideField = fields.findIndex(({ name }) => name === sides.field);
  const values = fields[sideField]!.values ?? [];
  const backward = [null, ...values, null].map((side) => curveFor(curves, side));
  return { forward, backward, sideField };
}

function personEffectsOutside(model: RankingModel, seeker: Seeker): RemotePersonEffects | null {
  const effects = effectsByUser(model, seeker.userId, MOST_KNOWN);
  if (effects === null) return null;
  const { unknown, known } = effects;
  return { unknownPoints: unknown.points, unknownShrinkage: unknown.shrinkage, known };
}
