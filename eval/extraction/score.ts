/** Scores one case: compares the found values with the expected ones. */
import type { DomainDefinition } from '../../src/domains/definition.ts';
import type { FieldDefinition } from '../../src/domains/field.ts';
import type { ResolvePlace } from '../../src/domains/place.ts';
import {
  agreesWithValue,
  canonicalDemand,
  isSameDemand,
  plain,
} from '../../src/people/reading/corrections/agrees-with.ts';
import type { Extraction } from '../../src/people/reading/extractor.ts';
import type { Case } from './read-cases.ts';

export interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

interface Mistake {
  readonly key: string;
  readonly kind: 'wrong' | 'missed';
  readonly found: unknown;
  readonly gold: unknown;
  readonly text: string;
}

export interface Scored {
  readonly tallies: Map<string, Tally>;
  readonly mistakes: Mistake[];
}

const PREFERENCES = 'preferences';

export function totalOf(tallies: ReadonlyMap<string, Tally>): Tally {
  return sumOf(tallies.values());
}

export function sumOf(tallies: Iterable<Tally>): Tally {
  const total: Tally = { right: 0, wrong: 0, missed: 0 };
  for (const { right, wrong, missed } of tallies) {
    total.right += right;
    total.wrong += wrong;
    total.missed += missed;
  }
  return total;
}

/** Precision: the correct share of the found values; 1 where nothing was found. */
export function precisionOf({ right, wrong }: Tally): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** Recall: the found share of the expected values; 1 where none are expected. */
export function recallOf({ right, missed }: Tally): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}

export function f1Of(tally: Tally): number {
  const [precision, recall] = [precisionOf(tally), recallOf(tally)];
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
}

/** The case without soft fields, whose snippets differ from reader to reader. */
export function withoutSoftFields(given: Case, { fields }: Pick<DomainDefinition, 'fields'>): Case {
  const soft = fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name);
  return { ...given, ignore: [...given.ignore, ...soft] };
}

export function scoreCase(
  definition: DomainDefinition,
  resolvePlace: ResolvePlace,
  given: Case,
  extraction: Extraction,
  into: Scored,
): void {
  const gold = { ...given.fields, ...given.derived };
  const found = Object.fromEntries(extraction.values.map(({ field, value }) => [field, value]));
  for (const stranger of Object.keys(gold)) {
    if (!definition.fields.some(({ name }) => name === stranger))
      throw new Error(`no field «${stranger}» in ${definition.domain}: ${given.text.slice(0, 60)}`);
  }
  for (const field of definition.fields) {
    if (isLeftOut(given, field.name)) continue;
    scoreField(field, found[field.name], gold[field.name], resolvePlace, given.text, into);
  }
  if (isLeftOut(given, PREFERENCES)) return;
  const keys = new Set([...Object.keys(given.preferences), ...Object.keys(extraction.preferences)]);
  for (const key of keys) {
    if (given.ignore.includes(`${PREFERENCES}.${key}`)) continue;
    const [have, want] = [
      canonicalDemand(extraction.preferences[key]),
      canonicalDemand(given.preferences[key]),
    ];
    count(
      into,
      PREFERENCES,
      have === undefined ? undefined : { [key]: extraction.preferences[key] },
      want === undefined ? undefined : { [key]: given.preferences[key] },
      isSameDemand(have, want),
      given.text,
    );
  }
}

export function isLeftOut({ only, ignore }: Case, key: string): boolean {
  return ignore.includes(key) || (only !== undefined && !only.includes(key));
}

function scoreField(
  field: FieldDefinition,
  found: unknown,
  gold: unknown,
  resolvePlace: ResolvePlace,
  text: string,
  into: Scored,
): void {
  if (field.multiple) {
    const [have, want] = [listOf(found), listOf(gold)];
    for (const value of new Set([...have, ...want])) {
      const [isFound, isGold] = [have.includes(value), want.includes(value)];
      count(
        into,
        field.name,
        isFound ? value : undefined,
        isGold ? value : undefined,
        isFound && isGold,
        text,
      );
    }
    return;
  }
  count(into, field.name, found, gold, isRight(field, found, gold, resolvePlace), text);
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : [value].flat());

/** Whether a found value of the field is the gold one. */
export function isRight(
  field: FieldDefinition,
  found: unknown,
  gold: unknown,
  resolvePlace: ResolvePlace,
): boolean {
  if (found === undefined || gold === undefined) return false;
  if (field.kind === 'soft') return listOf(gold).every((snippet) => plain(found).includes(plain(snippet)));
  return agreesWithValue(field, found, gold, resolvePlace);
}

function count(into: Scored, key: string, found: unknown, gold: unknown, right: boolean, text: string): void {
  const tally = into.tallies.get(key) ?? { right: 0, wrong: 0, missed: 0 };
  into.tallies.set(key, tally);
  if (right) {
    tally.right++;
    return;
  }
  if (found !== undefined) tally.wrong++;
  if (gold !== undefined) tally.missed++;
  if (found === undefined && gold === undefined) return;
  into.mistakes.push({ key, kind: found === undefined ? 'missed' : 'wrong', found, gold, text });
}
