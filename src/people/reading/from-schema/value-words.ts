/**
 * The words by which people name the values of an enum field that has no rules. They are the value's own
 * words, words of the same meaning, kinds of it (a labrador is a dog), and words derived from it (vegetarian,
 * vegetarianism).
 */
import { type Meaning, rankIn, type WordRelations } from './word-relations.ts';

export interface ValueWords {
  readonly value: string;
  /** Surest first; `confidence` 0..1. */
  readonly phrases: readonly { readonly phrase: string; readonly confidence: number }[];
}

const OWN = 0.93;
const SAME = 0.85;
const KIND = 0.8;
const DERIVED = 0.78;
const HEAD = 0.62;
/** The most levels and words of the kinds of a value. */
const MOST_LEVELS = 4;
const MOST_KINDS = 600;

/** Words that say nothing alone: "any", "other", "open to both". */
const saysNothing = new Set(
  'any other none all both no yes not mixed various general standard normal open unknown misc or and of to the a in on for with per only type kind level based good full part long short high low time one two new old big small large more less very some whole'.split(
    ' ',
  ),
);

export function valueWordsOf(
  field: { readonly values: readonly string[]; readonly labels: Readonly<Record<string, string>> },
  relations: WordRelations,
): readonly ValueWords[] {
  const found = field.values.map((value) => wordsOf(value, field.labels[value], relations));
  const owners = new Map<string, { value: string; confidence: number }>();
  const shared = new Set<string>();
  for (const { value, phrases } of found)
    for (const [phrase, confidence] of phrases) {
      const owner = owners.get(phrase);
      if (owner === undefined || owner.confidence < confidence) owners.set(phrase, { value, confidence });
      if (owner !== undefined && owner.value !== value && owner.confidence === confidence) shared.add(phrase);
    }
  return found.map(({ value, phrases }) => ({
    value,
    phrases: [...phrases]
      .filter(([phrase]) => owners.get(phrase)!.value === value && !shared.has(phrase))
      .map(([phrase, confidence]) => ({ phrase, confidence })),
  }));
}

function wordsOf(value: string, label: string | undefined, relations: WordRelations) {
  const phrases = new Map<string, number>();
  const add = (phrase: string, confidence: number) => {
    for (const form of formsOf(phrase)) {
      if (saysNothing.has(form) || form.length < 2) continue;
      if ((phrases.get(form) ?? 0) < confidence) phrases.set(form, confidence);
    }
  };
  const own = wordsIn(value);
  const written = [
    own,
    ...(label === undefined ? [] : [wordsIn(label).filter((word) => !articles.has(word))]),
  ];
  for (const words of written) {
    const phrase = words.join(' ');
    add(phrase, OWN);
    if (words.length === 2) add(words.join(''), OWN);
    for (const meaning of meaningsOf(phrase, relations)) addMeaning(meaning, phrase, relations, add);
  }
  if (own.length > 1) {
    const heads = own.filter((word) => word.length > 3 && !saysNothing.has(word));
    if (heads.length === 1) add(heads[0]!, OWN - 0.08);
    else for (const word of heads) add(word, HEAD);
  }
  return { value, phrases };
}

const articles = new Set(['a', 'an', 'the']);

/** "power_drill", "longTerm" and "Long-term" as words. */
export function wordsIn(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The commonest meaning of each part of speech. */
function meaningsOf(phrase: string, relations: WordRelations): readonly Meaning[] {
  const all = relations.meaningsOf(phrase);
  const found = all.length > 0 ? all : relations.meaningsOf(singular(phrase));
  const word = all.length > 0 ? phrase : singular(phrase);
  return found.filter((meaning) => rankIn(meaning, word) === 1);
}

function addMeaning(
  meaning: Meaning,
  from: string,
  relations: WordRelations,
  add: (phrase: string, confidence: number) => void,
): void {
  const usual = (meaning: Meaning, most: number) =>
    meaning.words.filter(({ word, rank }) => rank <= most && !saysNothing.has(word)).map(({ word }) => word);
  for (const word of usual(meaning, 2)) if (word !== from) add(word, SAME);
  for (const id of meaning.similar)
    for (const word of usual(relations.meaning(id), 1)) add(word, DERIVED - 0.1);
  for (const id of meaning.derived)
    for (const word of usual(relations.meaning(id), 1)) if (sharesStem(word, from)) add(word, DERIVED);
  if (meaning.part !== 'n') return;
  let [level, count] = [[meaning.id], 0];
  for (let depth = 1; depth <= MOST_LEVELS && level.length > 0; depth++) {
    const next: number[] = [];
    for (const id of level)
      for (const below of relations.narrowerThan(id)) {
        next.push(below);
        for (const word of usual(relations.meaning(below), 1)) {
          if (count++ < MOST_KINDS) add(word, KIND - 0.02 * depth);
        }
      }
    level = next;
  }
}

function sharesStem(a: string, b: string): boolean {
  const length = Math.min(a.length, b.length, 5);
  return length >= 4 && a.slice(0, length) === b.slice(0, length);
}

function singular(phrase: string): string {
  if (/(?:ss|us|is)$/.test(phrase)) return phrase;
  return phrase
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|s)es$/, '$1')
    .replace(/s$/, '');
}

/** The phrase, its plural and its singular. */
export function formsOf(phrase: string): readonly string[] {
  const one = singular(phrase);
  const plural = /(?:ch|sh|x|s)$/.test(one)
    ? `${one}es`
    : /[^aeiou]y$/.test(one)
      ? `${one.slice(0, -1)}ies`
      : `${one}s`;
  return [...new Set([phrase, one, plural])];
}
