/** Compiles the sum of light_ml to a query program, which the index runs beside its rows. */
import type { Scoring } from '../index/query-program.ts';
import { curveFor } from '../ranking/calibration-curve.ts';
import { compileTerms } from '../ranking/compile/compile-terms.ts';
import type { RankingModel } from '../ranking/ranking-model.ts';
import type { ReadyTerm } from '../ranking/scoring/read-term.ts';
import type { KnownPersonEffects } from './person-effects.ts';
import type { MatchContext } from './stage.ts';

/** null: a term has no compiled form. */
export function compileScoring(
  head: RankingModel,
  terms: readonly ReadyTerm[],
  people: KnownPersonEffects | null,
  { index, plan, seeker, nowMs }: MatchContext,
): Scoring | null {
  const { codes } = index;
  const { definition, aggregation } = plan;
  const twoWay = aggregation !== 'off';
  const compiled = compileTerms(terms, { definition, codes, seeker: seeker.person, nowMs, twoWay });
  if (compiled === null) return null;
  return {
    intercept: head.card.scorecard.intercept,
    terms: compiled,
    personEffects: people && {
      unknownPoints: people.unknown.points,
      unknownShrinkage: people.unknown.shrinkage,
    },
    aggregation,
    calibration: calibrationOf(head, { index, seeker, plan }),
  };
}

function calibrationOf(
  head: RankingModel,
  { index, seeker }: Pick<MatchContext, 'index' | 'seeker' | 'plan'>,
): Scoring['calibration'] {
  const curves = head.card.calibration.light_ml;
  const isPlain = [curves.default, ...Object.values(curves.sides)].every(({ kind }) => kind === 'identity');
  if (isPlain) return null;
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
