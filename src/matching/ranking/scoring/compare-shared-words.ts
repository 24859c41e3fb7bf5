/**
 * Comparator of the words of two profiles, `shared_words`: BM25 (Robertson and Zaragoza, 2009) with each text
 * as the query of the other, in which a word counts once. It knows names that no extraction rule and no
 * encoder knows.
 *
 *   S(q, d) = Σ_w idf(w) · tf / (tf + k1 · (1 − b + b · |d| / mean length))     w: the words of q
 *   I(t)    = Σ_w idf(w)                                                       information of a text
 *   x       = (S(a, b) + S(b, a)) / 2 / √(G · 100)                              G = √(I(a) · I(b))
 *
 * tf is the number of times that d has the word w. S / G is the share of their information that two texts
 * have in common, below 1. x is that share times √(G / 100): the chance part of a share falls with the square
 * root of what is compared, so the same share of longer texts is stronger evidence. 100 is the information of a
 * text of some 30 words, for which x is the share.
 */
import { LRUCache } from 'lru-cache';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { TermOf } from '../../../domains/scorecard.ts';
import { listInWords } from '../words.ts';
import type { Comparator } from './comparator.ts';
import type { Person } from './person.ts';
import { piecewise } from './piecewise.ts';
import { type CountedWords, countWords, hashOfWord, splitWords } from './split-words.ts';
import { textForWords } from './text-for-words.ts';
import { type WordCounts, type WordFrequencies, wordFrequencies } from './word-frequencies.ts';

/** Shared words that a reason names at most. */
const MOST_NAMED = 3;
/** Total length of the texts whose words are kept, in characters; the words take about as many bytes. */
const KEPT_CHARACTERS = 16 * 2 ** 20;
/** Words with less information tell nothing. */
const LEAST_INFORMATION = 0.1;
/** Information of two texts for which x is the share that they have in common. */
const SHORT_TEXT = 100;

interface TextWords extends CountedWords {
  /** Information of each word by the frequencies that last read the text [W]. */
  weighed?: Weighed;
}

interface Weighed {
  readonly by: WordFrequencies;
  readonly information: Float32Array;
  /** Sum of the information. */
  readonly all: number;
}

interface Operand {
  readonly words: CountedWords;
  readonly weights: Weighed;
}

const wordsOfTexts = new LRUCache<string, TextWords>({
  maxSize: KEPT_CHARACTERS,
  sizeCalculation: (_, text) => 1 + text.length,
  memoMethod: countWords,
});

/** `counts`: of the workspace; left out: the shipped list alone weighs words. */
export function compareSharedWords(
  definition: DomainDefinition,
  term: TermOf<'shared_words'>,
  counts: WordCounts | undefined,
): Comparator<Operand, Operand> {
  const curve = piecewise(term.knots);
  const frequencies = wordFrequencies(counts);
  const textOf = (person: Person) => textForWords(definition, (field) => person.text(field));
  const known = new WeakMap<Person, Operand>();
  return {
    operand: (person) => {
      const found = known.get(person) ?? weighed(wordsOfTexts.memo(textOf(person)), frequencies);
      known.set(person, found);
      return found.weights.all === 0 ? undefined : found;
    },
    points: (me, other) => curve(sharedInformation(me, other, term, frequencies.meanLength)),
    facts: (me, other) => {
      const theirs = new Set(splitWords(textOf(other)));
      const own = new Set(textOf(me).match(/[\p{L}\p{N}+#]+/gu));
      const shared = [...new Map([...own].map((word) => [hashOfWord(word.toLowerCase()), word]))]
        .filter(([hash]) => theirs.has(hash) && informationOf(hash, frequencies) > 0)
        .sort(([a], [b]) => informationOf(b, frequencies) - informationOf(a, frequencies))
        .map(([, word]) => word);
      const named = listInWords(shared.slice(0, MOST_NAMED));
      return { equal: false, words: { shared: named, count: shared.length } };
    },
    symmetric: true,
  };
}

function informationOf(hash: number, { information }: WordFrequencies): number {
  const found = information(hash);
  return found < LEAST_INFORMATION ? 0 : found;
}

function weighed(words: TextWords, by: WordFrequencies): Operand {
  if (words.weighed?.by !== by) {
    const information = Float32Array.from(words.hashes, (hash) => informationOf(hash, by));
    words.weighed = { by, information, all: information.reduce((sum, value) => sum + value, 0) };
  }
  return { words, weights: words.weighed };
}

/** x of the file's comment; the same in both directions. */
function sharedInformation(
  a: Operand,
  b: Operand,
  { k1, b: lengthShare }: TermOf<'shared_words'>,
  meanLength: number,
): number {
  const saturation = ({ words }: Operand) =>
    k1 * (1 - lengthShare + (lengthShare * words.length) / meanLength);
  const [ofA, ofB] = [saturation(a), saturation(b)];
  let [i, j, inA, inB] = [0, 0, 0, 0];
  while (i < a.words.hashes.length && j < b.words.hashes.length) {
    const difference = a.words.hashes[i]! - b.words.hashes[j]!;
    if (difference === 0) {
      const weight = a.weights.information[i]!;
      const [timesA, timesB] = [a.words.counts[i]!, b.words.counts[j]!];
      inA += (weight * timesA) / (timesA + ofA);
      inB += (weight * timesB) / (timesB + ofB);
    }
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  const information = Math.sqrt(a.weights.all * b.weights.all);
  return (inA + inB) / 2 / Math.sqrt(information * SHORT_TEXT);
}
