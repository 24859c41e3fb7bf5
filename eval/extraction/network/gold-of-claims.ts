/** Whether the gold of a text agrees with a claim or a label; null: the case leaves it out. */
import type { ResolvePlace } from '../../../src/domains/place.ts';
import {
  agreesWithPreferences,
  canonicalDemand,
} from '../../../src/people/reading/corrections/agrees-with.ts';
import type { Claim } from '../../../src/people/reading/network/claims.ts';
import type { Label } from '../../../src/people/reading/network/names.ts';
import type { Case } from '../read-cases.ts';
import { isLeftOut, isRight } from '../score.ts';

export function isClaimRight(
  { kind, field, value }: Pick<Claim, 'kind' | 'field' | 'value'>,
  given: Case,
  resolvePlace: ResolvePlace,
): boolean | null {
  if (typeof value === 'object') {
    if (isLeftOut(given, 'preferences')) return null;
    return agreesWithPreferences(field, value, given.preferences);
  }
  if (kind === 'preference' || isLeftOut(given, field.name)) return null;
  const gold = given.fields[field.name] ?? given.derived[field.name];
  return isRight(field, value, gold, resolvePlace);
}

export function isLabelRight({ kind, field, value }: Label, given: Case): boolean | null {
  if (kind === 'profile') return null;
  if (kind === 'preference') {
    const wanted = canonicalDemand(given.preferences[field]);
    const isRefusal = typeof wanted === 'object' && wanted !== null && !Array.isArray(wanted);
    if (isRefusal || isLeftOut(given, 'preferences') || isLeftOut(given, `preferences.${field}`)) return null;
    return [wanted].flat().includes(value);
  }
  if (isLeftOut(given, field)) return null;
  const gold = given.fields[field] ?? given.derived[field];
  return kind === 'text' ? gold !== undefined : [gold].flat().includes(value);
}
