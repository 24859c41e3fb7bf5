/** The preferences of a model's answer that the text has words for and the grammar of filters accepts. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { parsePreferences } from '../../../domains/parse-filter.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import { wirePreference } from '../decision/wire-preference.ts';
import type { Preference } from '../document.ts';
import type { ReadPreference } from './extraction-question.ts';
import type { Ground } from './ground-quote.ts';
import type { StatedClaim } from './stated-claim.ts';

export function statedPreferences(
  demands: readonly ReadPreference[],
  definition: DomainDefinition,
  ground: Ground,
  resolvePlace: ResolvePlace,
): StatedClaim[] {
  const claims = demands.flatMap(({ field: name, quote, certain, ...said }): StatedClaim[] => {
    const span = ground(quote);
    const field = definition.fields.find((field) => field.name === name);
    const value = field === undefined || span === null ? null : preferenceOf(field, said);
    if (value === null || span === null || !isAccepted(definition, name, value, resolvePlace)) return [];
    return [{ kind: 'preference', field: name, value, span, isCertain: certain }];
  });
  return withWholeRanges(claims);
}

function preferenceOf(
  field: FieldDefinition,
  { kind, value: written }: Pick<ReadPreference, 'kind' | 'value'>,
): Preference | null {
  const isDistance = kind === 'within_km';
  const value = typedValue(field, written, isDistance);
  if (value === null) return null;
  if (kind === 'is' || kind === 'is_not') return { kind: 'value', value, negated: kind === 'is_not' };
  if (typeof value !== 'number') return null;
  if (isDistance) return { kind: 'distance', km: value };
  return kind === 'at_least' ? { kind: 'range', gte: value } : { kind: 'range', lte: value };
}

function typedValue(
  { type }: FieldDefinition,
  value: string,
  isDistance: boolean,
): string | number | boolean | null {
  if (isDistance || type === 'integer' || type === 'number')
    return value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : null;
  return value;
}

/** "30 to 40" is one preference. */
function withWholeRanges(claims: readonly StatedClaim[]): StatedClaim[] {
  const ranges = new Map<string, StatedClaim>();
  const others: StatedClaim[] = [];
  for (const claim of claims) {
    const { value } = claim;
    if (typeof value !== 'object' || value.kind !== 'range') {
      others.push(claim);
      continue;
    }
    const before = ranges.get(claim.field);
    if (before === undefined || typeof before.value !== 'object') ranges.set(claim.field, claim);
    else
      ranges.set(claim.field, {
        ...before,
        value: { ...value, ...before.value },
        isCertain: before.isCertain && claim.isCertain,
      });
  }
  return [...others, ...ranges.values()];
}

function isAccepted(
  definition: DomainDefinition,
  field: string,
  preference: Preference,
  resolvePlace: ResolvePlace,
): boolean {
  const { key, value } = wirePreference(field, preference);
  try {
    parsePreferences(definition, { [key]: value }, resolvePlace);
    return true;
  } catch {
    return false;
  }
}
