/**
 * How much a word tells of a text. By Zipf's law the share of texts that have a word falls with its rank, so
 * its information grows with the logarithm of the rank. The ranks are those of a fixed list, not of a tenant's
 * texts: a pair has the same score whichever other profiles there are.
 *
 * The list (`common-words.txt`, most common first; `scripts/generate-common-words.ts`) joins the ranks of
 * general English with words that are common in profiles: "years", "looking", "salary".
 */
import { readFileSync } from 'node:fs';

/** Words up to this rank tell nothing. */
const COMMONEST = 100;

const words = readFileSync(new URL('./common-words.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const rankOf = new Map(words.map((word, at) => [word, at + 1]));

/** Words of a text in lower case: runs of letters, digits, + and #. */
export function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu));
}

/** 0..1; 0 for bare numbers, 1 for words that are not in the list. */
export function rarityOf(word: string): number {
  if (/^\p{N}+$/u.test(word)) return 0;
  const rank = rankOf.get(word);
  if (rank === undefined) return 1;
  return Math.max(0, Math.log(rank / COMMONEST) / Math.log(words.length / COMMONEST));
}
