/**
 * Folds of cross-validation, in which no outcome can be guessed from its neighbour. Both directions of a pair
 * share a fold, and so do the outcomes of one candidate at one time (the investors of one round). Joining
 * both would let a component swallow everyone, so components stop growing at a share of a fold. Where that
 * cuts a round in two, the pair stays whole.
 */
import type { SeededRandom } from '../../../platform/numeric/seeded-random.ts';

export interface FoldRows {
  /** Person numbers of the rater and the rated person [N]. */
  readonly raters: Uint32Array;
  readonly rated: Uint32Array;
}

/** A component may hold this share of an even fold. */
const LARGEST_SHARE = 0.25;

/**
 * Fold of each row [N]. `atMs`: times of the first rows, which are outcomes; undecided pairs after them have
 * none, and keep only the pair rule. Rows without a mirror or a round fall as independent draws.
 */
export function foldsByPairAndRound(
  { raters, rated }: FoldRows,
  atMs: Float64Array,
  folds: number,
  random: SeededRandom,
): Uint8Array {
  const people = 1 + raters.reduce((most, rater, n) => Math.max(most, rater, rated[n]!), 0);
  const groups = new Groups(raters.length);
  const firstOfPair = new Map<number, number>();
  raters.forEach((rater, n) => {
    const key = Math.min(rater, rated[n]!) * people + Math.max(rater, rated[n]!);
    const first = firstOfPair.get(key);
    if (first === undefined) firstOfPair.set(key, n);
    else groups.join(first, n, Number.POSITIVE_INFINITY);
  });
  const largest = Math.max(2, Math.floor((LARGEST_SHARE * atMs.length) / folds));
  const firstOfRound = new Map<string, number>();
  atMs.forEach((at, n) => {
    const key = `${rated[n]!}/${at}`;
    const first = firstOfRound.get(key);
    if (first === undefined || !groups.join(first, n, largest)) firstOfRound.set(key, n);
  });
  const known = new Map<number, number>();
  return Uint8Array.from(raters, (_, n) => {
    const root = groups.rootOf(n);
    const fold = known.get(root) ?? random.below(folds);
    known.set(root, fold);
    return fold;
  });
}

/** Disjoint sets of rows. */
class Groups {
  readonly #parents: Uint32Array;
  readonly #sizes: Uint32Array;

  constructor(rows: number) {
    this.#parents = Uint32Array.from({ length: rows }, (_, n) => n);
    this.#sizes = new Uint32Array(rows).fill(1);
  }

  rootOf(row: number): number {
    let at = row;
    while (this.#parents[at] !== at) {
      this.#parents[at] = this.#parents[this.#parents[at]!]!;
      at = this.#parents[at]!;
    }
    return at;
  }

  /** Whether both are in one set afterwards; sets of more than `largest` rows together stay apart. */
  join(one: number, other: number, largest: number): boolean {
    const [a, b] = [this.rootOf(one), this.rootOf(other)];
    if (a === b) return true;
    if (this.#sizes[a]! + this.#sizes[b]! > largest) return false;
    this.#parents[b] = a;
    this.#sizes[a]! += this.#sizes[b]!;
    return true;
  }
}
