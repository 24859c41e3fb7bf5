/**
 * A profile as a row stores it: codes in place of texts, numbers as they are, preferences as ids. Encoding
 * counts the row as a holder of its codes; the row writer releases the codes that the row held before.
 */
import { bindPreferenceOrigin } from '../../../domains/bind-origin.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, type FieldValue, isGeo } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { IndexedRow } from '../../../platform/storage/store.ts';
import type { KeyedPoint } from '../index-codes.ts';
import type { IndexDictionaries } from './index-dictionaries.ts';
import { addBound, preferenceKinds, restKind } from './preference-kinds.ts';

export type EncodedField =
  /** `present` refers to the text: a geo field may have a place without one. */
  | { readonly kind: 'code'; readonly code: number; readonly present: boolean }
  | { readonly kind: 'number'; readonly value: number | undefined }
  | { readonly kind: 'set'; readonly bits: readonly number[] }
  | { readonly kind: 'soft'; readonly present: boolean };

export interface EncodedProfile {
  /** In the order of the definition's. */
  readonly fields: readonly EncodedField[];
  /** By field; 0 where the row has no preferred distance from its own place. */
  readonly reaches: readonly number[];
  /** Ids, or bounds, by kind; 0 where the row has no preference of the kind. */
  readonly preferences: readonly number[];
}

export function encodeProfile(
  definition: DomainDefinition,
  dictionaries: IndexDictionaries,
  profile: IndexedRow,
): EncodedProfile {
  const fields = definition.fields.map((field, position) => {
    const values = field.kind === 'derived' ? profile.derived : profile.fields;
    const [value, place] = [own(values, field.name), own(profile.places, field.name)];
    return encodeField(field, position, value, place, dictionaries);
  });
  return { fields, ...encodePreferences(definition, dictionaries, profile) };
}

function encodeField(
  field: FieldDefinition,
  position: number,
  value: FieldValue | undefined,
  place: KeyedPoint | undefined,
  dictionaries: IndexDictionaries,
): EncodedField {
  if (field.kind === 'soft') return { kind: 'soft', present: value !== undefined };
  if (isGeo(field)) {
    const text = typeof value === 'string' ? value : null;
    const code = dictionaries.holdPair(position, text, place ?? null);
    return { kind: 'code', code, present: text !== null };
  }
  if (field.type === 'integer' || field.type === 'number') {
    return { kind: 'number', value: typeof value === 'number' && Number.isFinite(value) ? value : undefined };
  }
  if (field.type === 'enum' && field.multiple) {
    return { kind: 'set', bits: dictionaries.bitsOf(position, value) };
  }
  const code = dictionaries.hold(position, value);
  return { kind: 'code', code, present: code > 0 };
}

/**
 * A row's clauses on one field, except its bounds, are one preference; its first distance from its own place
 * is a reach.
 */
function encodePreferences(
  { fields }: DomainDefinition,
  dictionaries: IndexDictionaries,
  { preferences: stated, places }: IndexedRow,
): Pick<EncodedProfile, 'reaches' | 'preferences'> {
  const reaches = fields.map(() => 0);
  const preferences = new Array<number>(preferenceKinds(fields.length)).fill(0);
  const rest = new Map<number, Clause[]>();
  for (const [at, clause] of bindPreferenceOrigin(stated.effective.clauses, places).entries()) {
    const position = fields.findIndex(({ name }) => name === clause.field);
    if (isFromOwnPlace(stated.effective.clauses[at]!) && position >= 0 && isFree(position)) {
      const isKnown = clause.op === 'within_km' && clause.origin !== null;
      const reach = dictionaries.reachOf(position, isKnown ? clause.km : -1);
      if (reach !== null) {
        reaches[position] = reach;
        continue;
      }
    }
    if (position >= 0 && addBound(preferences, position, fields[position]!, clause)) continue;
    const kind = restKind(fields.length, position);
    const others = rest.get(kind) ?? [];
    rest.set(kind, others);
    others.push(clause);
  }
  function isFree(position: number): boolean {
    return isGeo(fields[position]!) && reaches[position] === 0;
  }

  for (const [kind, clauses] of rest) preferences[kind] = dictionaries.holdPreference(kind, clauses);
  return { reaches, preferences };
}

/** Whether a counterpart without a place fails it, as every reach does. */
function isFromOwnPlace(clause: Clause): boolean {
  return clause.op === 'within_km' && clause.origin === null && clause.missing !== 'pass';
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
