/**
 * Which value of a field a cell means: by its words, a usual synonym, the name of a language, or its
 * beginning.
 */
import { plainValue } from '../name-tokens.ts';
import type { IntakeField } from './intake-field.ts';

/** As files of people write them. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  woman: ['f', 'w', 'female', 'women', 'frau', 'weiblich', 'femme', 'feminin', 'mujer', 'mulher'],
  man: ['m', 'male', 'men', 'mann', 'mannlich', 'homme', 'masculin', 'hombre', 'homem'],
  nonbinary: ['nb', 'd', 'non binary', 'enby', 'divers', 'diverse', 'no binario'],
};
/** Languages in which files name languages. */
const namingLanguages = ['en', 'de', 'fr', 'es', 'pt', 'it'];
let languageNames: readonly Intl.DisplayNames[] | undefined;
/** A shorter beginning of a value may be anything. */
const LEAST_BEGINNING = 3;

const known = new WeakMap<IntakeField, ReadonlyMap<string, string>>();

/** The value of the field; undefined: none. */
export function choiceIn(field: IntakeField, cell: string): string | undefined {
  const words = plainValue(cell);
  if (words === '') return undefined;
  const choice = choicesOf(field).get(words);
  if (choice !== undefined || words.length < LEAST_BEGINNING) return choice;
  const begun = (field.values ?? []).filter((value) => plainValue(value).startsWith(`${words} `));
  return begun.length === 1 ? begun[0] : undefined;
}

function choicesOf(field: IntakeField): ReadonlyMap<string, string> {
  const before = known.get(field);
  if (before !== undefined) return before;
  const { values = [] } = field;
  const made = new Map([
    ...values.flatMap((value) => otherNames(value).map((name) => [plainValue(name), value] as const)),
    ...values.map((value) => [plainValue(value), value] as const),
  ]);
  known.set(field, made);
  return made;
}

function otherNames(value: string): readonly string[] {
  if (!/^[a-z]{2}$/.test(value)) return synonyms[value] ?? [];
  languageNames ??= namingLanguages.map(
    (locale) => new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }),
  );
  return languageNames.flatMap((names) => names.of(value) ?? []);
}

/** Separators of lists. */
const separators = [';', '|', ',', '/'] as const;

/** The separators that cut the values of a column into items; '': none does. */
export function separatorsIn(field: IntakeField, values: Iterable<string>): string {
  const found = new Set<string>();
  for (const value of values) {
    if (choiceIn(field, value) !== undefined) continue;
    for (const separator of separators) if (value.includes(separator)) found.add(separator);
  }
  return separators.filter((separator) => found.has(separator)).join('');
}

export function itemsOf(value: string, cutBy: string): readonly string[] {
  if (cutBy === '') return [value];
  return value
    .split(new RegExp(`[${cutBy}]`, 'u'))
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
