/**
 * Comparator of the words of two profiles, `shared_words`: the cosine of their rarity vectors (TF-IDF with the
 * rarity of `word-rarity.ts`, each word once). It knows names that no extraction rule and no encoder knows.
 */
import type { DomainDefinition } from '../../domains/definition.ts';
import type { TermOf } from '../../domains/scorecard.ts';
import { listInWords } from '../words.ts';
import type { Comparator } from './comparator.ts';
import type { Person } from './person.ts';
import { piecewise } from './piecewise.ts';
import { rarityOf, wordsOf } from './word-rarity.ts';

/** Shared words that a reason names at most. */
const MOST_NAMED = 3;

/** Squares are multiples of 1 / STEPS, so that sums are exact in any order and both directions agree. */
const STEPS = 2 ** 20;

interface RareWords {
  /** Squared rarity of each word, above 0. */
  readonly squares: ReadonlyMap<string, number>;
  /** Length of the vector; above 0. */
  readonly length: number;
}

export function compareSharedWords(
  { fields }: DomainDefinition,
  term: TermOf<'shared_words'>,
): Comparator<RareWords, RareWords> {
  const curve = piecewise(term.knots);
  const texts = fields.filter(({ kind }) => kind === 'soft').map(({ name }) => name);
  const known = new WeakMap<Person, RareWords | null>();
  const read = (person: Person): RareWords | undefined => {
    const found = known.get(person);
    if (found !== undefined) return found ?? undefined;
    const words = rareWords(texts.map((name) => person.text(name) ?? '').join(' '));
    known.set(person, words);
    return words ?? undefined;
  };
  return {
    operand: read,
    points: (me, other) => {
      let sum = 0;
      for (const [word, square] of me.squares) if (other.squares.has(word)) sum += square;
      return curve(sum / (me.length * other.length));
    },
    facts: (me, other) => {
      const theirs = read(other)?.squares;
      const shared = [...(read(me)?.squares ?? [])]
        .filter(([word]) => theirs?.has(word))
        .sort(([, a], [, b]) => b - a)
        .map(([word]) => word);
      const named = listInWords(shared.slice(0, MOST_NAMED));
      return { equal: false, words: { shared: named, count: shared.length } };
    },
    symmetric: true,
  };
}

/** null: no word tells anything. */
function rareWords(text: string): RareWords | null {
  const squares = new Map<string, number>();
  let sum = 0;
  for (const word of wordsOf(text)) {
    const square = Math.round(rarityOf(word) ** 2 * STEPS) / STEPS;
    if (square === 0) continue;
    squares.set(word, square);
    sum += square;
  }
  return sum === 0 ? null : { squares, length: Math.sqrt(sum) };
}
