/** Compiles the sum of light_ml to a query program, which the index runs beside its rows. */
import type { Scoring } from '../index/query-program.ts';
import { curveFor, type SideCurves } from '../ranking/calibration-curve.ts';
import { compileTerms } from '../ranking/compile/compile-terms.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import type { ReadyTerm } from '../ranking/scoring/ready-term.ts';
import { changesNothing } from './calibrate-log-odds.ts';
import type { KnownPersonEffects } from './person-effects.ts';
import type { MatchInput } from './stage.ts';

/** null: a term has no compiled form. */
export function compileScoring(
  { card }: RankingModel,
  terms: readonly ReadyTerm[],
  effects: KnownPersonEffects | null,
  { index, plan, seeker, nowMs }: Pick<MatchInput, 'index' | 'plan' | 'seeker' | 'nowMs'>,
): Scoring | null {
  const { codes } = index;
  const { definition, aggregation, twoWay } = plan;
  const compiled = compileTerms(terms, { definition, codes, seeker: seeker.person, nowMs, twoWay });
  if (compiled === null) return null;
  return {
    intercept: card.scorecard.intercept,
    terms: compiled,
    personEffects: effects && {
      unknownPoints: effects.unknown.points,
      unknownShrinkage: effects.unknown.shrinkage,
    },
    aggregation,
    calibration: calibrationOf(card.calibration.light_ml, { index, seeker }),
    ...(plan.fairExposure !== null && { priced: true }),
  };
}

function calibrationOf(
  curves: SideCurves,
  { index, seeker }: Pick<MatchInput, 'index' | 'seeker'>,
): Scoring['calibration'] {
  if (changesNothing(curves)) return null;
  const { sides, fields } = index.definition;
  const forward = curveFor(curves, seeker.side);
  if (sides === undefined) return { forward, backward: [curves.default], sideField: null };
  const sideField = fields.findIndex(({ name }) => name === sides.field);
  const codes = [...Array(index.codes.codeLimit(sideField)).keys()];
  const backward = codes.map((code) => {
    const side = code === 0 ? undefined : index.codes.valueOf(sideField, code);
    return curveFor(curves, typeof side === 'string' ? side : null);
  });
  return { forward, backward, sideField };
}
