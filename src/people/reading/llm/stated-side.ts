/** The side that a language model states, as evidence of the decision about the side. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import { logit } from '../../../platform/numeric/logistic.ts';
import { modelProbability } from '../network/model-evidence.ts';
import type { StatedSide } from '../side/decide-side.ts';
import type { StatedClaims } from './stated-claim.ts';

export function statedSide(
  stated: StatedClaims | undefined,
  sideName: string | undefined,
): StatedSide | null {
  const claim = stated?.claims.find(({ kind, field }) => kind === 'value' && field === sideName);
  if (claim === undefined) return null;
  return { side: String(claim.value), logOdds: logit(modelProbability(claim.isCertain)) };
}

/** Without the values of fields that the side does not have. `side`: undefined where it is not known. */
export function statedOfSide(
  stated: StatedClaims,
  { fields }: DomainDefinition,
  side: FieldValue | undefined,
): StatedClaims {
  const others = fields.filter(({ sides }) => side !== undefined && sides?.includes(String(side)) === false);
  const isOther = new Set(others.map(({ name }) => name));
  return {
    ...stated,
    claims: stated.claims.filter(({ kind, field }) => kind === 'preference' || !isOther.has(field)),
  };
}
