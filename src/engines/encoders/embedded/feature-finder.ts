/**
 * The features of a text whose rows the static model adds up: its word pieces, pairs of neighbouring pieces,
 * and pieces in the scope of a negation. A negation ("no", "don't") reaches up to four pieces, not past a
 * stop. A negated piece is a pair whose first piece is 0. `models/text-encoder/training/student.py` computes
 * the same features. The ids come with the weights.
 */

export interface FeatureRules {
  readonly deniers: readonly number[];
  readonly stops: readonly number[];
  readonly apostrophes: readonly number[];
  /** The piece "t", which negates after an apostrophe. */
  readonly contracted: number;
  /** Number of pieces in the scope of a negation. */
  readonly scope: number;
}

const DENIED = 0;
const DENIER = 1;
const STOP = 2;
const APOSTROPHE = 3;

export class FeatureFinder {
  readonly #kinds: Uint8Array;
  readonly #rules: FeatureRules;

  constructor(rules: FeatureRules, pieces: number) {
    this.#rules = rules;
    this.#kinds = new Uint8Array(pieces);
    for (const id of rules.deniers) this.#kinds[id] = DENIER;
    for (const id of rules.stops) this.#kinds[id] = STOP;
    for (const id of rules.apostrophes) this.#kinds[id] = APOSTROPHE;
  }

  /** Calls `onPiece` and `onPair` with every feature. `ids` must have no special and no unknown pieces. */
  find(
    ids: readonly number[],
    onPiece: (id: number) => void,
    onPair: (first: number, second: number) => void,
  ): void {
    let left = 0;
    let previous = -1;
    for (const id of ids) {
      const kind = this.#kinds[id]!;
      onPiece(id);
      if (previous >= 0) onPair(previous, id);
      if (kind === STOP) left = 0;
      else if (left > 0) {
        onPair(DENIED, id);
        left -= 1;
      }
      if (kind === DENIER || this.#isContraction(previous, id)) left = this.#rules.scope;
      previous = id;
    }
  }

  #isContraction(previous: number, id: number): boolean {
    return id === this.#rules.contracted && previous >= 0 && this.#kinds[previous] === APOSTROPHE;
  }
}
