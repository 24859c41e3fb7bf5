/**
 * The information that a word gives about a text. By Zipf's law the share of texts that have a word falls
 * with its rank, so its information grows with the logarithm of the rank. The ranks are those of a fixed
 * list, not of a tenant's texts: a pair has the same score whichever other profiles there are.
 *
 * The list (`common-words.txt`, most common first; `scripts/generate-common-words.ts`) joins the ranks of
 * general English with words that are common in profiles: "years", "looking", "salary".
 */
import { readFileSync } from 'node:fs';
import { hashOfWord } from './split-words.ts';

/** Words up to this rank tell nothing. */
const COMMONEST = 100;

let known: ReadonlyMap<number, number> | undefined;

/** 0..1 for a word by its hash; 1 for words that are not in the list, which is read at the first call. */
export function rarityOf(hash: number): number {
  known ??= readRarities();
  return known.get(hash) ?? 1;
}

function readRarities(): ReadonlyMap<number, number> {
  const words = readFileSync(new URL('./common-words.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return new Map(
    words.map((word, at) => [
      hashOfWord(word),
      Math.max(0, Math.log((at + 1) / COMMONEST) / Math.log(words.length / COMMONEST)),
    ]),
  );
}
