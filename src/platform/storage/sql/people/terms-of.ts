/** The terms of a row, in one text, by which a search finds its person. */
import { foldText, searchTerm, searchWords } from '../../../../domains/search-words.ts';
import { isChoice, LONGEST_FINDABLE } from '../../person-term-store.ts';
import type { ProfileRow } from '../../profile-row.ts';

const BETWEEN = '\n';
/** Choices and places come again and again. */
const MOST_KNOWN = 4096;
const known = new Map<string, readonly string[]>();

/**
 * The id as a whole, and each word of the short texts, choices and places of the row. Choices have no blank,
 * and are always among them: whatever later version of the domain filters by one finds the row.
 */
export function termsOf({
  userId,
  fields,
  searched,
}: Pick<ProfileRow, 'userId' | 'fields' | 'searched'>): string {
  const terms = new Set([searchTerm(foldText(userId))]);
  for (const name in fields) {
    const value = fields[name]!;
    if (typeof value === 'string') {
      if (searched === undefined || searched.has(name) || isChoice(value)) addWords(terms, value);
    } else if (typeof value === 'object') for (const each of value) addWords(terms, each);
  }
  return [...terms].join(BETWEEN);
}

function addWords(terms: Set<string>, text: string): void {
  if (text.length <= LONGEST_FINDABLE) for (const term of termsOfText(text)) terms.add(term);
}

function termsOfText(text: string): readonly string[] {
  const found = known.get(text);
  if (found !== undefined) return found;
  const terms = searchWords(text).map(searchTerm);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, terms);
  return terms;
}

/** null: the row has none yet. */
export function decodeTerms(stored: string | null): readonly string[] {
  return stored === null ? [] : stored.split(BETWEEN);
}
