/**
 * Finds ranges of sizes ("S–XL", "sizes 37 to 41") and gives all values from one end to the other. In a range
 * of numbers, one end must already be a found value ("EU 37-41"), because "37-41" alone may be anything.
 */
import type { FoundValue, TextDocument } from '../document.ts';
import { numberWordsOf } from '../languages/number-words-of.ts';

type RangeValue = Pick<FoundValue, 'first' | 'last'> & { readonly value: string };

/** A longer range is not one of sizes. */
const MAX_BETWEEN = 16;

export function findValueRanges(
  document: TextDocument,
  ordered: readonly string[],
  found: readonly FoundValue[],
): RangeValue[] {
  const letters = ordered.filter((value) => !isNumber(value));
  const numbers = ordered.filter(isNumber).sort((a, b) => Number(a) - Number(b));
  const covered = new Set(
    found.flatMap(({ first, last }) => Array.from({ length: last - first }, (_, step) => first + step)),
  );
  const values: RangeValue[] = [];
  document.words.forEach((_, first) => {
    const from = sizeAt(document, first);
    const start = startOfEnd(document, first, from.last);
    if (start === null) return;
    const to = sizeAt(document, start);
    const isCued = covered.has(first) || covered.has(start);
    const scale = isNumber(from.name) ? (isCued ? numbers : []) : letters;
    for (const value of between(scale, from.name, to.name)) values.push({ value, first, last: to.last });
  });
  return values;
}

/** The size that is written at a word: "3XL" has two, and "2XL" is XXL. */
function sizeAt({ words }: TextDocument, at: number): { name: string; last: number } {
  const [{ word }, next] = [words[at]!, words[at + 1]];
  if (next?.gap !== '' || next.word !== 'xl' || !/^[2-6]$/.test(word)) return { name: word, last: at + 1 };
  return { name: word === '2' ? 'xxl' : `${word}xl`, last: at + 2 };
}

/**
 * The first word of the other end of a range, after a dash or a "to"; null: no range. `at`: behind its first
 * end.
 */
function startOfEnd(document: TextDocument, first: number, at: number): number | null {
  const { words } = document;
  const [from, next, after] = [words[first]!, words[at], words[at + 1]];
  if (next === undefined || next.sentence !== from.sentence) return null;
  if (/^\s*[-–—‑]\s*$/.test(next.gap)) return at;
  if (after?.sentence !== from.sentence || !numberWordsOf(document).rangeTo.has(next.form)) return null;
  return /^\s+$/.test(next.gap) && /^\s+$/.test(after.gap) ? at + 1 : null;
}

/** The values of a range. "37-41" does not contain half sizes. */
function between(scale: readonly string[], from: string, to: string): readonly string[] {
  const [low, high] = [scale.indexOf(from), scale.indexOf(to)];
  if (low < 0 || high <= low || high - low > MAX_BETWEEN) return [];
  const halves = from.includes('.') || to.includes('.');
  const step = isDressRange(from, to) ? 2 : 1;
  return scale
    .slice(low, high + 1)
    .filter((value) => (halves || !value.includes('.')) && (step === 1 || Number(value) % step === 0));
}

/** "UK 8-20": dress sizes are even; shoes of these systems end at 13. */
function isDressRange(from: string, to: string): boolean {
  const [low, high] = [Number(from), Number(to)];
  return (
    low % 2 === 0 && high % 2 === 0 && low < LARGEST_SHOE && high > LARGEST_SHOE && high <= LARGEST_DRESS
  );
}
const LARGEST_SHOE = 13;
const LARGEST_DRESS = 24;

const isNumber = (value: string) => /^\d+(?:\.\d+)?$/.test(value);
