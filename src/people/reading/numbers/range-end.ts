/** Ranges: "25-35", "25 to 35", "between 25 and 35", "entre los 30 y los 40", "$160k–$210k". */
import type { NumberWords } from '../languages/number-words.ts';
import { numberWordsOf } from '../languages/number-words-of.ts';
import type { ReadText, Word } from '../words/read-text.ts';
import { phraseAfter, phraseBefore } from './forms-beside.ts';
import type { NumberAt } from './number-at.ts';
import { numberAt } from './read-number.ts';

const spacedDash = /^\s+[-–—]+\s+$/;
const calendarYear = /^(?:19|20)\d\d$/;
/** A tilde with spaces parts the items of a line: "sizes 8 & 9 ~ $34". */
const rangeMark = /^(?:\s*(?:-|–|—|‑|−|\.\.\.?)\s*|~)$/;

/** The upper number of a range. Words [first, at) are the lower one. */
export function rangeEnd(read: ReadText, first: number, at: number): NumberAt | null {
  const word = read.words[at];
  if (word === undefined || word.sentence !== read.words[first]!.sentence) return null;
  if (spacedDash.test(word.gap) && partsTwoThings(read, first, word)) return null;
  if (rangeMark.test(word.gap)) return numberAfterCurrency(read, at);
  const table = numberWordsOf(read);
  if (table.rangeOr.has(word.form)) return nextNumber(read, first, at);
  const joint = wordsOfJoint(read, table, first, at);
  if (joint === 0) return null;
  const end = at + joint;
  return numberAfterCurrency(read, table.articles.has(read.words[end]?.form ?? '') ? end + 1 : end);
}

/** "2020 — 62,000 miles"; "Sizes 9, 10, 11 - $109.95": the last of a list, and a price behind a dash. */
function partsTwoThings({ words }: ReadText, first: number, end: Word): boolean {
  const isAfterYear = calendarYear.test(words[first]!.word) && !calendarYear.test(end.word);
  const endsList = words[first]!.gap.trim() === ',' && /^\d/.test(words[first - 1]?.word ?? '');
  return isAfterYear || (endsList && /^[$€£]$/.test(end.word));
}

/** How many words at `at` join the ends of a range: "to", "up to", the "and" of "between 5 and 7". */
function wordsOfJoint(read: ReadText, table: NumberWords, first: number, at: number): number {
  const { rangeTo, between, betweenAnd } = table;
  const joint = phraseAfter(read, at, rangeTo);
  if (joint > 0) return joint;
  return betweenAnd.has(read.words[at]!.form) && phraseBefore(read, first, between) > 0 ? 1 : 0;
}

/** "Four or five years": neighbours in digits or words, not "1 or 20". */
function nextNumber(read: ReadText, first: number, at: number): NumberAt | null {
  const [low, high] = [numberAt(read, first), numberAt(read, at + 1)];
  return low !== null && high !== null && low.value < 20 && high.value === low.value + 1 ? high : null;
}

/** The number at `at` or after a currency there: "$160k–$210k", "CAD 80,000 to CAD 95,000". */
function numberAfterCurrency(read: ReadText, at: number): NumberAt | null {
  const word = read.words[at];
  if (word === undefined) return null;
  if (!/^(?:[$€£¥₹₪₦₩]|[a-z]{1,3})$/.test(word.word)) return numberAt(read, at);
  const next = read.words[at + 1];
  if (next === undefined || !/^\s?$/.test(next.gap)) return numberAt(read, at);
  if (/^\d/.test(next.word)) return numberAt(read, at) ?? numberAt(read, at + 1);
  return next.word === '$' ? numberAfterCurrency(read, at + 1) : numberAt(read, at);
}
