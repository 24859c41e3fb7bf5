/** Numbers in words: "treinta y cinco", "quatre-vingt-deux", "two hundred and fifty", "half a million". */
import type { ComposedNumbers, CountingArticle, NumberWords } from '../languages/number-words.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';
import type { ReadText, Word } from '../words/read-text.ts';
import { formsAfter } from './forms-beside.ts';
import type { NumberAt } from './number-at.ts';

interface Phrase {
  readonly value: number;
  /** Words behind the number. */
  readonly words: number;
}

interface CompiledWords {
  /** First words of numbers: a cheap test that most words fail. */
  readonly starts: ReadonlySet<string>;
  readonly phrases: PhraseMatcher<Phrase> | null;
}

const compiled = new WeakMap<NumberWords, CompiledWords>();

function compiledOf(table: NumberWords): CompiledWords {
  const known = compiled.get(table) ?? compile(table);
  compiled.set(table, known);
  return known;
}

function compile({ numbers, composed }: NumberWords): CompiledWords {
  if (composed === undefined) return { starts: new Set(numbers.keys()), phrases: null };
  const phrases = new PhraseMatcher<Phrase>();
  for (const { phrase, before, value, words } of composed.phrases)
    phrases.add(before === '' ? phrase : `${phrase} (${before})`, { value, words });
  const { ordinals, ones } = composed;
  const firstWords = composed.phrases.flatMap(({ phrase }) => phrase.split(' ')[0]!.match(/[a-z]+/g) ?? []);
  return {
    starts: new Set([...numbers.keys(), ...ordinals.keys(), ...ones.articles, ...firstWords]),
    phrases,
  };
}

export const startsNumberInWords = (table: NumberWords, { form }: Word) => compiledOf(table).starts.has(form);

export const isAdjacent = (word: Word | undefined) => word !== undefined && /^(?:\s|-|‑)$/.test(word.gap);

export function numberInWords(read: ReadText, table: NumberWords, at: number): NumberAt | null {
  const { composed } = table;
  if (composed === undefined) return belowHundred(table, read.words, at);
  const number =
    phraseAt(read, table, at) ??
    articleAt(read, composed, at) ??
    withHundreds(read.words, table, composed, at);
  return withThousands(read.words, table, composed, number);
}

const inWords = (value: number, first: number, last: number): NumberAt => ({
  value,
  first,
  last,
  digits: false,
});

/** Tens with ones, "soixante-quinze" and "quatre-vingt-deux". */
function belowHundred(
  { numbers, joints, onesAfterJoint, scores }: NumberWords,
  words: readonly Word[],
  at: number,
): NumberAt | null {
  const value = numbers.get(words[at]!.form);
  if (value === undefined) return null;
  const isFourScore = value === 4 && isAdjacent(words[at + 1]) && scores.has(words[at + 1]!.form);
  const [sum, last] = isFourScore ? [80, at + 2] : [value, at + 1];
  if (sum < 20 || sum % 10 !== 0) return inWords(sum, at, last);
  const joint = words[last];
  const from = isAdjacent(joint) && joints.has(joint!.form) ? last + 1 : last;
  const unit = isAdjacent(words[from]) ? numbers.get(words[from]!.form) : undefined;
  const most = scores.size > 0 && (sum === 60 || sum === 80) ? 19 : 9;
  if (unit !== undefined && unit >= 1 && unit <= most) return inWords(sum + unit, at, from + 1);
  return from > last && onesAfterJoint.has(words[from]?.form ?? '')
    ? inWords(sum + 1, at, from + 1)
    : inWords(sum, at, last);
}

/** "a hundred", "three hundred", "two hundred and fifty". */
function withHundreds(
  words: readonly Word[],
  table: NumberWords,
  { hundred, hundredAnd, ones }: ComposedNumbers,
  at: number,
): NumberAt | null {
  const isHundred = (position: number) => words[position]?.form === hundred;
  const number = belowHundred(table, words, at);
  const count = isHundred(at + 1) && ones.articles.has(words[at]!.form) ? 1 : number?.value;
  if (count === undefined || count >= 20 || !isHundred(at + 1)) return number;
  const rest = words[at + 2]?.form === hundredAnd ? at + 3 : at + 2;
  const below = words[rest] === undefined ? null : belowHundred(table, words, rest);
  // "between three hundred and eight hundred" has two numbers.
  const isRest = below !== null && !isHundred(rest + 1) && (below.value >= 20 || rest === at + 3);
  return isRest ? inWords(count * 100 + below.value, at, below.last) : inWords(count * 100, at, at + 2);
}

/** "two thousand five hundred". Thousands alone are a scale (`scale-after.ts`). */
function withThousands(
  words: readonly Word[],
  table: NumberWords,
  composed: ComposedNumbers,
  number: NumberAt | null,
): NumberAt | null {
  if (number === null || table.scales.get(words[number.last]?.form ?? '') !== 1000) return number;
  const rest = number.last + 1;
  const isHundreds =
    isAdjacent(words[rest]) && isAdjacent(words[rest + 1]) && words[rest + 1]!.form === composed.hundred;
  const below = isHundreds ? withHundreds(words, table, composed, rest) : null;
  if (below === null || below.value < 100 || below.value >= 1000) return number;
  return inWords(number.value * 1000 + below.value, number.first, below.last);
}

/** "half a million", "two thirds of a cent", "one and a half seconds". */
function phraseAt(read: ReadText, table: NumberWords, at: number): NumberAt | null {
  const matches = compiledOf(table).phrases?.matchesAt(read, at) ?? [];
  const best = matches.sort((a, b) => b.last - a.last)[0];
  return best === undefined ? null : inWords(best.payload.value, at, best.last - best.payload.words);
}

/** One, where "a" counts a unit. */
function articleAt(read: ReadText, { ones, halfMore }: ComposedNumbers, at: number): NumberAt | null {
  const { words } = read;
  const noun = words[at + 1];
  if (!ones.articles.has(words[at]!.form) || !isAdjacent(noun) || !ones.nouns.has(noun!.form)) return null;
  const next = words[at + 2];
  if (!isCounting(words, ones, at) || !mayFollow(ones, noun!, next)) return null;
  return inWords(formsAfter(read, at + 2, 3) === halfMore ? 1.5 : 1, at, at + 1);
}

function isCounting(words: readonly Word[], { after, opening }: CountingArticle, at: number): boolean {
  const opensClause = words[at - 1]?.clause !== words[at]!.clause && opening.has(words[at + 2]?.form ?? '');
  return opensClause || after.has(words[at - 1]?.form ?? '') || words[at]!.gap.startsWith(':');
}

/** Whether a noun that is also an ordinal is none: "within a second per call". */
function mayFollow(
  { ordinalNouns, afterOrdinalNoun }: CountingArticle,
  noun: Word,
  next: Word | undefined,
): boolean {
  if (!ordinalNouns.has(noun.form) || next?.clause !== noun.clause || next.gap !== ' ') return true;
  return afterOrdinalNoun.has(next.form);
}
