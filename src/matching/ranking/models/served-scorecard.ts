/**
 * The scorecard that a prior serves: the declared one, brought to the domain's base rate and temperature. The
 * declared sum is evidence; here it becomes log-odds,
 *
 *   (intercept + points) / temperature + level
 *
 * The division and the level are written into the intercept and the weights. So every reader of a scorecard
 * (stages, index, fits, explanations) has the same sum, and the parts of an explanation still add up.
 *
 * Level: the log-odds of one side's own rate, at which the aggregate of two equal sides is the base rate. The
 * own rate is the square root of the base rate for `product`, and the base rate itself for every other
 * aggregation.
 */
import type { Aggregation, DomainDefinition } from '../../../domains/definition.ts';
import type { BaseRate, Scorecard } from '../../../domains/scorecard.ts';
import { logit } from '../../../platform/numeric/logistic.ts';
import { scaleEvidence } from './scale-evidence.ts';

type DeclaresRate = Pick<DomainDefinition, 'scorecard' | 'reciprocal'>;

/** The probability that one side says yes, in (0, 1). */
function ownRate({ value }: Pick<BaseRate, 'value'>, aggregation: Aggregation): number {
  return aggregation === 'product' ? Math.sqrt(value) : value;
}

/** The rate at which one side says yes, as the domain declares it; null: it declares none. */
export function declaredRate({ scorecard, reciprocal }: DeclaresRate): number | null {
  return scorecard.base_rate === undefined ? null : ownRate(scorecard.base_rate, reciprocal);
}

/** `scorecard` with temperature 1 and the domain's level; `definition` declares both. */
export function servedScorecard(
  definition: DeclaresRate,
  scorecard: Scorecard = definition.scorecard,
): Scorecard {
  const { temperature, base_rate: _, ...rest } = scorecard;
  const rate = declaredRate(definition);
  const level = rate === null ? 0 : logit(rate);
  if (temperature === 1 && level === 0) return scorecard;
  const cooled = scaleEvidence(rest, (points) => points / temperature);
  return { ...cooled, temperature: 1, intercept: cooled.intercept + level };
}
