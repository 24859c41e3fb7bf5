/** Compares the findings of a field, and combines its preferences to one a key. */
import type { FieldDefinition } from '../../../domains/field.ts';
import {
  type FoundPreference,
  type FoundValue,
  type Preference,
  spanOf,
  type TextDocument,
} from '../document.ts';

const MAX_STRING_CHARACTERS = 256;

/** The value in the field's type; null: not valid for the field. Phrases give numbers as text. */
export function valueForField(
  field: FieldDefinition,
  given: string | number | boolean,
): string | number | boolean | null {
  const isNumber = field.type === 'integer' || field.type === 'number';
  const value = isNumber && typeof given === 'string' ? Number(given) : given;
  if (typeof value === 'number') {
    const number = field.type === 'integer' ? Math.floor(value + 1e-6) : Math.round(value * 1e6) / 1e6;
    const [low, high] = field.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return number >= low && number <= high ? number : null;
  }
  if (field.type === 'enum') return namesByLowerCase(field).get(String(value).toLowerCase()) ?? null;
  return typeof value === 'string' && value.length > MAX_STRING_CHARACTERS ? null : value;
}

const namesOfFields = new WeakMap<FieldDefinition, ReadonlyMap<string, string>>();

/** The values of an enum, the first of those that differ in case alone. */
function namesByLowerCase(field: FieldDefinition): ReadonlyMap<string, string> {
  const known = namesOfFields.get(field);
  if (known !== undefined) return known;
  const names = new Map((field.values ?? []).toReversed().map((name) => [name.toLowerCase(), name]));
  namesOfFields.set(field, names);
  return names;
}

/** The choice of the rules alone: the most confident finding. */
export function firstChoiceOf(
  document: TextDocument,
  field: FieldDefinition,
  found: readonly FoundValue[],
): FoundValue | undefined {
  let best = found[0];
  for (const finding of found.slice(1)) if (isBetter(document, field, finding, best!)) best = finding;
  return best;
}

/**
 * Whether a finding has more confidence. At equal confidence an enum or a boolean in a later sentence
 * corrects an earlier one, unless the rule prefers the first.
 */
function isBetter(
  document: TextDocument,
  field: FieldDefinition,
  finding: FoundValue,
  kept: FoundValue,
): boolean {
  if (Math.abs(finding.confidence - kept.confidence) > 1e-9) return finding.confidence > kept.confidence;
  if (field.type !== 'enum' && field.type !== 'boolean') return false;
  if (finding.prefersFirst === true) return finding.first < kept.first;
  return document.words[finding.first]!.sentence > document.words[kept.first]!.sentence;
}

export interface CombinedPreference {
  readonly key: string;
  readonly preference: unknown;
  readonly span: readonly [number, number];
  readonly confidence: number;
}

export function combinePreferences(
  document: TextDocument,
  field: FieldDefinition,
  found: readonly FoundPreference[],
): CombinedPreference[] {
  const distances = found.filter(({ preference }) => preference.kind === 'distance');
  const nearest = distances.sort((a, b) => kmOf(a.preference) - kmOf(b.preference))[0];
  const combined: CombinedPreference[] = [];
  const add = (key: string, preference: unknown, found: FoundPreference) =>
    combined.push({ key, preference, span: spanOf(document, found), confidence: found.confidence });
  if (nearest !== undefined) add(`${field.name}_within_km`, kmOf(nearest.preference), nearest);
  const ranges = found
    .filter(({ preference }) => preference.kind === 'range')
    .sort((a, b) => b.confidence - a.confidence);
  const values = found.filter(({ preference }) => preference.kind === 'value');
  if (ranges[0] !== undefined) add(field.name, rangePreference(field, ranges), ranges[0]);
  else if (values[0] !== undefined) {
    const preference = valuePreference(field, values);
    if (preference !== null) add(field.name, preference, values[0]);
  }
  return combined;
}

const kmOf = (preference: Preference) =>
  preference.kind === 'distance' ? preference.km : Number.POSITIVE_INFINITY;

/** Joins "over 30" and "under 40". The first of two bounds of one end counts. */
function rangePreference(
  field: FieldDefinition,
  found: readonly FoundPreference[],
): Readonly<Record<string, number>> {
  const range: { gte?: number; gt?: number; lte?: number; lt?: number } = {};
  for (const { preference } of found) {
    if (preference.kind !== 'range') continue;
    const inField = (value: number) =>
      field.type === 'integer' ? Math.round(value) : Math.round(value * 1e6) / 1e6;
    if (range.gte === undefined && range.gt === undefined) {
      if (preference.gte !== undefined) range.gte = inField(preference.gte);
      if (preference.gt !== undefined) range.gt = inField(preference.gt);
    }
    if (range.lte === undefined && range.lt === undefined) {
      if (preference.lte !== undefined) range.lte = inField(preference.lte);
      if (preference.lt !== undefined) range.lt = inField(preference.lt);
    }
  }
  return range;
}

function valuePreference(field: FieldDefinition, found: readonly FoundPreference[]): unknown {
  const named = (negated: boolean) => [
    ...new Set(
      found.flatMap(({ preference }) => {
        if (preference.kind !== 'value' || preference.negated !== negated) return [];
        const value = valueForField(field, preference.value);
        return value === null ? [] : [value];
      }),
    ),
  ];
  const [wanted, refused] = [named(false), named(true)];
  if (wanted.length > 0) return wanted.length === 1 ? wanted[0] : field.type === 'boolean' ? null : wanted;
  if (refused.length > 0) return refused.length === 1 ? { ne: refused[0] } : { nin: refused };
  return null;
}
