/**
 * How common words are: the document frequencies of a workspace, added to a shipped list that counts as
 * `PRIOR_TEXTS` texts. A new workspace has the frequencies of the list, a large one has its own.
 *
 * The list (`common-words.txt`, most common first; `scripts/generate-common-words.ts`) joins the ranks of
 * general English with words that are common in profiles: "years", "looking", "salary". By Zipf's law the
 * share of texts that have a word is inversely proportional to its rank.
 */
import { readFileSync } from 'node:fs';
import { hashOfWord } from './split-words.ts';

/** The words of a workspace, counted over its texts. */
export interface WordCounts {
  /** Changes with the counts. */
  readonly version: string;
  /** Texts that were counted. */
  readonly texts: number;
  /** Words of all of them, with repetitions. */
  readonly words: number;
  /** Texts that have the word, by hash. */
  readonly textsWith: ReadonlyMap<number, number>;
}

export interface WordFrequencies {
  /** Information of a word by its hash: the inverse document frequency of BM25, above 0. */
  readonly information: (hash: number) => number;
  /** Mean number of words of a text. */
  readonly meanLength: number;
}

/** Texts that the shipped list counts as. */
const PRIOR_TEXTS = 100;
/** Mean number of words of a text before any was counted, and the texts that it counts as. */
const PRIOR_LENGTH = 150;
const LENGTH_TEXTS = 20;
/** Words up to this rank are in every text of the list. */
const COMMONEST = 100;

let shares: ReadonlyMap<number, number> | undefined;
const known = new WeakMap<WordCounts, WordFrequencies>();
const noCounts: WordCounts = { version: '', texts: 0, words: 0, textsWith: new Map() };

/** Without counts only the shipped list, which is read at the first call. */
export function wordFrequencies(counts?: WordCounts): WordFrequencies {
  const given = counts ?? noCounts;
  const found = known.get(given) ?? frequenciesOf(given);
  known.set(given, found);
  return found;
}

function frequenciesOf({ texts, words, textsWith }: WordCounts): WordFrequencies {
  shares ??= readShares();
  const listed = shares;
  /** A word outside of the list is as common as one of twice its length. */
  const unlisted = COMMONEST / (2 * listed.size);
  const all = PRIOR_TEXTS + texts;
  return {
    information(hash) {
      const having = PRIOR_TEXTS * (listed.get(hash) ?? unlisted) + (textsWith.get(hash) ?? 0);
      return Math.log(1 + (all - having + 0.5) / (having + 0.5));
    },
    meanLength: (LENGTH_TEXTS * PRIOR_LENGTH + words) / (LENGTH_TEXTS + texts),
  };
}

/** Share of texts that have a word, by hash. */
function readShares(): ReadonlyMap<number, number> {
  const file = readFileSync(new URL('./common-words.txt', import.meta.url), 'utf8');
  const words = file.trim().split('\n');
  return new Map(words.map((word, at) => [hashOfWord(word), Math.min(1, COMMONEST / (at + 1))]));
}
