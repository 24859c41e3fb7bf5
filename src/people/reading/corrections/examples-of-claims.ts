/**
 * Labels the claims of a text by what its client stated: a claim that agrees is right, and any other claim of
 * the same field is wrong. A value that no claim names teaches nothing, and neither does a field of which the
 * client stated nothing.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValues } from '../../../domains/field.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import type { Claim } from '../network/claims.ts';
import type { Examined, UndecidedReading } from '../network/decide-by-evidence.ts';
import { effectOf } from '../network/evidence.ts';
import { agreesWithPreferences, agreesWithValue } from './agrees-with.ts';
import type { Example } from './example.ts';

export interface Stated {
  readonly values: FieldValues;
  /** In the wire grammar of filters; null: none. */
  readonly preferences: Readonly<Record<string, unknown>> | null;
}

export function examplesOfClaims(
  { domain, sides }: DomainDefinition,
  { read }: Pick<UndecidedReading, 'read'>,
  { claims, features }: Pick<Examined, 'claims' | 'features'>,
  stated: Stated,
  resolvePlace: ResolvePlace,
): Example[] {
  const side = sides === undefined ? undefined : stated.values[sides.field];
  // Under a wrong side everything is wrong, which says nothing of the other claims.
  const isWrongSide = side !== undefined && read.side !== null && read.side.side !== side;
  return claims.flatMap((claim, n) => {
    if (isWrongSide && claim.field.name !== sides?.field) return [];
    const isRight = agrees(claim, stated, resolvePlace);
    if (isRight === null) return [];
    const isSingle = claim.kind === 'value' && !claim.field.multiple;
    return [{ features: features[n]!, effect: effectOf(domain, claim), isRight, isSingle }];
  });
}

/** null: the client stated nothing of it. */
function agrees({ kind, field, value }: Claim, stated: Stated, resolvePlace: ResolvePlace): boolean | null {
  if (typeof value === 'object') {
    const { preferences } = stated;
    const isStated = preferences?.[field.name] ?? preferences?.[`${field.name}_within_km`];
    return isStated === undefined ? null : agreesWithPreferences(field, value, preferences!);
  }
  const fieldValue = stated.values[field.name];
  return kind === 'preference' || fieldValue === undefined
    ? null
    : agreesWithValue(field, value, fieldValue, resolvePlace);
}
