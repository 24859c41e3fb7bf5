/**
 * Comparator of the words of two profiles, `shared_words`: the cosine of their rarity vectors (TF-IDF with
 * the rarity of `rarity-of.ts`, each word once). It knows names that no extraction rule and no encoder
 * knows.
 */
import { LRUCache } from 'lru-cache';
import { detached } from '../../../contract/detached-text.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { TermOf } from '../../../domains/scorecard.ts';
import { listInWords } from '../words.ts';
import type { Comparator } from './comparator.ts';
import type { Person } from './person.ts';
import { piecewise } from './piecewise.ts';
import { rarityOf } from './rarity-of.ts';
import { hashOfWord, splitWords } from './split-words.ts';

/** Shared words that a reason names at most. */
const MOST_NAMED = 3;
/** Characters of a profile's texts that are read; the rest is not. */
const MOST_CHARACTERS = 20_000;
/** Squares are multiples of 1 / STEPS, so that sums are exact in any order and both directions agree. */
const STEPS = 2 ** 20;
/** Total length of the texts whose words are kept, in characters; the words take about as many bytes. */
const KEPT_CHARACTERS = 16 * 2 ** 20;

interface RareWords {
  /** Hashes of the words that tell something, ascending [W]. */
  readonly hashes: Uint32Array;
  /** Squared rarity of each, above 0 [W]. */
  readonly squares: Float32Array;
  /** Length of the vector; above 0. */
  readonly length: number;
}

const wordsOfTexts = new LRUCache<string, RareWords | { readonly none: true }>({
  maxSize: KEPT_CHARACTERS,
  sizeCalculation: (_, text) => 1 + text.length,
  memoMethod: (text) => rareWords(text) ?? { none: true },
});

export function compareSharedWords(
  { fields }: DomainDefinition,
  term: TermOf<'shared_words'>,
): Comparator<RareWords, RareWords> {
  const curve = piecewise(term.knots);
  const names = fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name);
  const textOf = (person: Person) => {
    const whole = names.map((name) => person.text(name) ?? '').join(' ');
    return whole.length <= MOST_CHARACTERS ? whole : detached(whole.slice(0, MOST_CHARACTERS));
  };
  const known = new WeakMap<Person, RareWords | { readonly none: true }>();
  return {
    operand: (person) => {
      const words = known.get(person) ?? wordsOfTexts.memo(textOf(person));
      known.set(person, words);
      return 'none' in words ? undefined : words;
    },
    points: (me, other) => curve(sharedSquares(me, other) / (me.length * other.length)),
    facts: (me, other) => {
      const theirs = new Set(splitWords(textOf(other)));
      const own = new Set(textOf(me).match(/[\p{L}\p{N}+#]+/gu));
      const shared = [...new Map([...own].map((word) => [hashOfWord(word.toLowerCase()), word]))]
        .filter(([hash]) => theirs.has(hash) && rarityOf(hash) > 0)
        .sort(([a], [b]) => rarityOf(b) - rarityOf(a))
        .map(([, word]) => word);
      const named = listInWords(shared.slice(0, MOST_NAMED));
      return { equal: false, words: { shared: named, count: shared.length } };
    },
    symmetric: true,
  };
}

/** null: no word tells anything. */
function rareWords(text: string): RareWords | null {
  const hashes = splitWords(text).filter((hash) => rarityOf(hash) > 0);
  const squares = Float32Array.from(hashes, (hash) => Math.round(rarityOf(hash) ** 2 * STEPS) / STEPS);
  const sum = squares.reduce((total, square) => total + square, 0);
  return sum === 0 ? null : { hashes, squares, length: Math.sqrt(sum) };
}

/** Sum over the words of both. */
function sharedSquares(a: RareWords, b: RareWords): number {
  let [i, j, sum] = [0, 0, 0];
  while (i < a.hashes.length && j < b.hashes.length) {
    const difference = a.hashes[i]! - b.hashes[j]!;
    if (difference === 0) sum += a.squares[i]!;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return sum;
}
