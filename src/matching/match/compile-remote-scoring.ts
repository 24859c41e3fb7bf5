/** Compiles the sum of light_ml for an engine outside of this process. */
import type { DomainDefinition } from '../../domains/definition.ts';
import { curveFor, type SideCurves } from '../ranking/calibration-curve.ts';
import { compileRemoteTerms } from '../ranking/compile/compile-remote-terms.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import { listedValues } from '../search-engine/opensearch/documents/layout.ts';
import type { RemoteScoring } from '../search-engine/remote-scoring.ts';
import { changesNothing } from './calibrate-log-odds.ts';
import { fewPersonEffects } from './person-effects.ts';
import type { MatchInput } from './stage.ts';
import { columnTerms } from './stages/column-terms.ts';

export function compileRemoteScoring(
  model: RankingModel,
  { plan, seeker, nowMs }: Pick<MatchInput, 'plan' | 'seeker' | 'nowMs'>,
  minScore: number,
): RemoteScoring {
  const { definition, aggregation } = plan;
  const { scorecard, calibration } = model.card;
  const terms = columnTerms(scorecard, { plan, nowMs });
  return {
    intercept: scorecard.intercept,
    terms: compileRemoteTerms(terms, { definition, seeker: seeker.person, nowMs }),
    aggregation,
    calibration: calibrationOf(calibration.light_ml, definition, seeker.side),
    personEffects: fewPersonEffects(model, seeker.userId),
    minScore,
  };
}

function calibrationOf(
  curves: SideCurves,
  { sides, fields }: DomainDefinition,
  side: string | null,
): RemoteScoring['calibration'] {
  if (changesNothing(curves)) return null;
  const forward = curveFor(curves, side);
  if (sides === undefined) return { forward, backward: [curves.default], sideField: null };
  const sideField = fields.findIndex(({ name }) => name === sides.field);
  const codes = [null, ...listedValues(fields[sideField]!), null];
  return { forward, backward: codes.map((name) => curveFor(curves, name)), sideField };
}
