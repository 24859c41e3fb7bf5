/** Where a search looks: under terms, or at all people in the order of their ids. */
import type { Clause, Clauses } from '../../../domains/filter.ts';
import { foldText, searchTerm, searchWords } from '../../../domains/search-words.ts';
import { isChoice, type TermRange } from '../../../platform/storage/person-term-store.ts';

/** One after the other. Empty: all people. */
export type TermRanges = readonly TermRange[];

/** As many rows are counted to find the rarest word. */
const MOST_COUNTED = 250;
const MOST_WORDS = 8;

/** The words that a found person has one term of each of. Empty: there is none to look under. */
function wordsToLookUnder(query: string | undefined, clauses: Clauses): readonly string[] {
  if (query === undefined) return clauses.flatMap(wordOfClause).slice(0, MOST_WORDS);
  const words = searchWords(query).map(searchTerm);
  return words.length === 0 ? [searchTerm(foldText(query))] : words.slice(0, MOST_WORDS);
}

/** A word of the value that a row must have. */
function wordOfClause(clause: Clause): readonly string[] {
  const value = valueThatMustBe(clause);
  if (typeof value !== 'string' || !isChoice(value)) return [];
  const words = searchWords(value).map(searchTerm);
  return words.toSorted((one, other) => other.length - one.length).slice(0, 1);
}

function valueThatMustBe(clause: Clause): unknown {
  if (clause.missing === 'pass') return undefined;
  if (clause.op === 'eq') return clause.value;
  return clause.op === 'in' && clause.values.length === 1 ? clause.values[0] : undefined;
}

/** Counts the people under a range, up to a number. */
export type CountUnder = (range: TermRange, most: number) => Promise<number>;

/** The word under which the fewest people stand; null: no word leads to them. */
export async function rarestWord(
  query: string | undefined,
  clauses: Clauses,
  count: CountUnder,
): Promise<string | null> {
  const words = wordsToLookUnder(query, clauses);
  if (words.length < 2) return words[0] ?? null;
  const isPrefix = query !== undefined;
  const counts = await Promise.all(words.map((term) => count({ term, isPrefix }, MOST_COUNTED)));
  return words[counts.indexOf(Math.min(...counts))]!;
}

/** People whose id has the whole query, then those of its rarest word. */
export function termRanges(query: string | undefined, word: string | null): TermRanges {
  if (word === null) return [];
  if (query === undefined) return [{ term: word, isPrefix: false }];
  const terms = new Set([searchTerm(foldText(query)), word]);
  return [...terms].map((term) => ({ term, isPrefix: true }));
}

/** Whether these are the terms under which the person stands first, so that they are found once. */
export function isFirstPlace(
  ranges: TermRanges,
  at: { readonly range: number; readonly term: string },
  terms: readonly string[],
): boolean {
  const inRange = (range: TermRange) =>
    terms.filter((term) => (range.isPrefix ? term.startsWith(range.term) : term === range.term));
  if (ranges.slice(0, at.range).some((range) => inRange(range).length > 0)) return false;
  return inRange(ranges[at.range]!).every((term) => at.term <= term);
}
