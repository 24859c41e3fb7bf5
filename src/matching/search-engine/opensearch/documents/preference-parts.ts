/**
 * A person's preferences as words and numbers of their document. Four cases are stored too permissively, and
 * are checked again when the person comes up. Two are clauses: on fields outside of the definition, and those
 * that a counterpart without the field passes. The others are a second list of accepted values of one field,
 * and distances from another place than the own one.
 */
import type { DomainDefinition } from '../../../../domains/definition.ts';
import type { Clause } from '../../../../domains/filter.ts';
import { nextAbove } from '../../../../platform/numeric/next-above.ts';
import type { IndexedRow } from '../../../../platform/storage/store.ts';
import { cellsOfCircle } from './cells.ts';
import { isNumber } from './layout.ts';
import { shortened, wordOf } from './words.ts';

export interface PreferenceParts {
  readonly words: Set<string>;
  /** `f3`, `o3` and `r3`. */
  readonly numbers: Record<string, number>;
}

export function preferenceParts(
  { fields }: DomainDefinition,
  { preferences, places }: Pick<IndexedRow, 'preferences' | 'places'>,
): PreferenceParts {
  const parts: PreferenceParts = { words: new Set(), numbers: {} };
  for (const clause of preferences.effective.clauses) {
    const field = fields.findIndex(({ name }) => name === clause.field);
    if (field >= 0)
      add(
        parts,
        field,
        isNumber(fields[field]!),
        clause,
        Object.hasOwn(places, clause.field) ? places[clause.field] : undefined,
      );
  }
  for (const userId of preferences.effective.excludeUserIds) parts.words.add(`B:${shortened(userId)}`);
  return parts;
}

type Point = { readonly lat: number; readonly lon: number; readonly radiusKm?: number } | undefined;

function add(parts: PreferenceParts, field: number, isNumeric: boolean, clause: Clause, own: Point): void {
  if (clause.missing === 'pass') return;
  const { words } = parts;
  switch (clause.op) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      if (isNumeric) addBound(parts, field, clause);
      else words.add('X');
      return;
    case 'eq':
      accept(words, 'I', field, [clause.value].map(wordOf));
      return;
    case 'in':
      accept(words, 'I', field, clause.values.map(wordOf));
      return;
    case 'ne':
      refuse(words, 'N', field, [clause.value].map(wordOf));
      return;
    case 'nin':
      refuse(words, 'N', field, clause.values.map(wordOf));
      return;
    case 'exists':
      words.add(`${clause.value ? 'E' : 'M'}${field}`);
      return;
    case 'place_in':
      accept(words, 'P', field, clause.keys.map(shortened));
      return;
    case 'place_nin':
      refuse(words, 'Q', field, clause.keys.map(shortened));
      return;
    case 'within_km':
      addReach(parts, field, clause, own);
      return;
    default:
      clause satisfies never;
  }
}

/** Keeps the first of two lists. */
function accept(words: Set<string>, kind: string, field: number, values: readonly string[]): void {
  if (words.has(`${kind}${field}`)) return;
  if (values.length === 0) words.add('X');
  words.add(`${kind}${field}`);
  for (const value of values) words.add(`${kind}${field}:${value}`);
}

function refuse(words: Set<string>, kind: string, field: number, values: readonly string[]): void {
  words.add(`${kind}${field}`);
  for (const value of values) words.add(`${kind}${field}:${value}`);
}

function addBound(
  { words, numbers }: PreferenceParts,
  field: number,
  { op, value }: { readonly op: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number },
): void {
  words.add(`F${field}`);
  const isFrom = op === 'gt' || op === 'gte';
  const bound = op === 'gt' ? nextAbove(value) : op === 'lt' ? -nextAbove(-value) : value + 0;
  if (!Number.isFinite(bound)) words.add('X');
  else if (isFrom) numbers[`f${field}`] = Math.max(numbers[`f${field}`] ?? bound, bound);
  else numbers[`o${field}`] = Math.min(numbers[`o${field}`] ?? bound, bound);
}

function addReach(
  { words, numbers }: PreferenceParts,
  field: number,
  { km, origin }: { readonly km: number; readonly origin: Point | null },
  own: Point,
): void {
  if (origin !== null) return;
  if (own === undefined) {
    words.add('X');
    return;
  }
  const reach = km + (own.radiusKm ?? 0);
  const before = numbers[`r${field}`] ?? Number.POSITIVE_INFINITY;
  if (reach >= before) return;
  for (const word of [...words]) if (word.startsWith(`R${field}:`)) words.delete(word);
  words.add(`R${field}`);
  numbers[`r${field}`] = reach;
  for (const cell of cellsOfCircle(own, reach)) words.add(`R${field}:${cell}`);
}
