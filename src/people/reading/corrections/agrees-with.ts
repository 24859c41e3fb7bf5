/**
 * Whether a value or a preference that a text gives is the one that was stated: by a client, or by a label.
 */
import { isDeepStrictEqual } from 'node:util';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import type { ResolvePlace } from '../../../domains/place.ts';
import { isNear } from '../decision/is-near.ts';
import type { Preference } from '../document.ts';

/** A set agrees that has the value. Numbers agree to one percent, places by their key. */
export function agreesWithValue(
  field: FieldDefinition,
  found: unknown,
  stated: unknown,
  resolvePlace: ResolvePlace,
): boolean {
  if (found === undefined || stated === undefined) return false;
  if (field.multiple) return [stated].flat().includes(found);
  if (isGeo(field)) {
    const [a, b] = [resolvePlace(String(found)), resolvePlace(String(stated))];
    if (a !== null && b !== null) return a.key === b.key || leavesStateOpen(String(stated), a.name);
    if (leavesStateOpen(String(stated), String(found))) return true;
  }
  if (typeof found === 'number' && typeof stated === 'number') return isNear(found, stated);
  if (typeof found === 'string' && typeof stated === 'string') return plain(found) === plain(stated);
  return found === stated;
}

/** "Davenport, United States" is said of Davenport, Florida, too. */
function leavesStateOpen(stated: string, found: string): boolean {
  const [name, country, ...others] = plain(stated).split(', ');
  const parts = plain(found).split(', ');
  return country !== undefined && others.length === 0 && parts[0] === name && parts.at(-1) === country;
}

export const plain = (value: unknown) => String(value).toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether the preference is (a part of) a stated one: a bound of a range, a value of a list. */
export function agreesWithPreferences(
  field: Pick<FieldDefinition, 'name'>,
  preference: Preference,
  stated: Readonly<Record<string, unknown>>,
): boolean {
  if (preference.kind === 'distance') return isSameDemand(preference.km, stated[`${field.name}_within_km`]);
  const wanted = canonicalDemand(stated[field.name]);
  if (wanted === undefined) return false;
  if (preference.kind === 'value') {
    const named = preference.negated ? namedBy(wanted, 'ne', 'nin') : [wanted].flat();
    return named.some((value) => String(value).toLowerCase() === String(preference.value).toLowerCase());
  }
  if (typeof wanted !== 'object' || wanted === null) return false;
  const bounds = wanted as Record<string, unknown>;
  return (['gte', 'gt', 'lte', 'lt'] as const).every(
    (bound) =>
      preference[bound] === undefined ||
      isSameDemand(Math.round(preference[bound] * 1e6) / 1e6, bounds[bound]),
  );
}

const namedBy = (wanted: unknown, ...keys: readonly string[]): unknown[] =>
  typeof wanted === 'object' && wanted !== null
    ? keys.flatMap((key) => [(wanted as Record<string, unknown>)[key] ?? []].flat())
    : [];

/** A single value, `{eq}` and a list of one are the same; lists in any order. */
export function canonicalDemand(demand: unknown): unknown {
  if (Array.isArray(demand)) return demand.length === 1 ? demand[0] : [...demand].sort();
  if (typeof demand !== 'object' || demand === null) return demand;
  const entries = Object.entries(demand);
  if (entries.length === 1 && (entries[0]![0] === 'eq' || entries[0]![0] === 'in'))
    return canonicalDemand(entries[0]![1]);
  return Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b)));
}

/** Compares canonical demands. */
export function isSameDemand(a: unknown, b: unknown): boolean {
  if (a === undefined || b === undefined) return false;
  if (typeof a === 'number' && typeof b === 'number') return isNear(a, b);
  if (!isBounds(a) || !isBounds(b)) return isDeepStrictEqual(a, b);
  const keys = Object.keys(a);
  return isDeepStrictEqual(keys, Object.keys(b)) && keys.every((key) => isSameDemand(a[key], b[key]));
}

const isBounds = (demand: unknown): demand is Readonly<Record<string, unknown>> =>
  typeof demand === 'object' && demand !== null && !Array.isArray(demand);
