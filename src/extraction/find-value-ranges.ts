/**
 * Finds ranges of sizes ("S–XL", "sizes 37 to 41") and gives all values from one end to the other. In a range
 * of numbers, one end must already be a found value ("EU 37-41"), because "37-41" alone may be anything.
 */
import type { FoundValue, TextDocument } from './document.ts';

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
  document.words.forEach(({ word }, first) => {
    const end = endOfRange(document, first);
    if (end === null) return;
    const to = document.words[end]!.word;
    const isCued = covered.has(first) || covered.has(end);
    const scale = isNumber(word) ? (isCued ? numbers : []) : letters;
    for (const value of between(scale, word, to)) values.push({ value, first, last: end + 1 });
  });
  return values;
}

/** The last word of a range that starts at `first`, after a dash or a "to"; null: none starts there. */
function endOfRange({ words }: TextDocument, first: number): number | null {
  const [from, next, after] = [words[first]!, words[first + 1], words[first + 2]];
  if (next === undefined || next.sentence !== from.sentence) return null;
  if (/^\s*[-–—‑]\s*$/.test(next.gap)) return first + 1;
  if (after?.sentence !== from.sentence || !/^(?:to|through|thru)$/.test(next.word)) return null;
  return /^\s+$/.test(next.gap) && /^\s+$/.test(after.gap) ? first + 2 : null;
}

/** The values of a range. "37-41" does not contain half sizes. */
function between(scale: readonly string[], from: string, to: string): readonly string[] {
  const [low, high] = [scale.indexOf(from), scale.indexOf(to)];
  if (low < 0 || high <= low || high - low > MAX_BETWEEN) return [];
  const halves = from.includes('.') || to.includes('.');
  return scale.slice(low, high + 1).filter((value) => halves || !value.includes('.'));
}

const isNumber = (value: string) => /^\d+(?:\.\d+)?$/.test(value);
