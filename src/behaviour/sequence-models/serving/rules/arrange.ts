/**
 * Arranges items by score under bounds on places. The result is the first in lexicographic order: each place
 * has the best item with which the bounds can still be held. The search takes items in that order, leaves a
 * choice as soon as one bound has too few places or items left, and goes back where several bounds together
 * fail. Items of one signature are equal to the bounds, so among these the better score is always first.
 *
 * N items to choose from, L places, R bounds.
 */
import { type Bound, isPin, type Pin, type Share } from './compile-rules.ts';

export interface ArrangementProblem {
  /** The signature of each item, best item first [N]. */
  readonly signatures: Uint8Array;
  readonly limit: number;
  readonly bounds: readonly Bound[];
}

/** The number of choices after which a search is given up; bounds that stand alone need one a place. */
const MAX_CHOICES = 20_000;

/**
 * Positions in `signatures` by place [L], L the smaller of N and `limit`. null: the bounds cannot be held, or
 * the search was given up.
 */
export function arrange(problem: ArrangementProblem): Uint32Array | null {
  const search = new Search(problem);
  return search.place(0) ? search.chosen : null;
}

interface Queue {
  readonly signature: number;
  /** Positions, best first. */
  readonly positions: readonly number[];
  taken: number;
}

class Search {
  readonly chosen: Uint32Array;
  readonly #queues: readonly Queue[];
  readonly #shares: readonly Share[];
  readonly #pins: readonly Pin[];
  /** By share: its items among the chosen ones. */
  readonly #counts: number[];
  /** By share: its items that are left. */
  readonly #left: number[];
  /** The place from which on no bound applies. */
  readonly #free: number;
  #itemsLeft: number;
  #choices = 0;

  constructor({ signatures, limit, bounds }: ArrangementProblem) {
    this.chosen = new Uint32Array(Math.min(limit, signatures.length));
    this.#queues = queuesOf(signatures);
    this.#shares = bounds.filter((bound): bound is Share => !isPin(bound));
    this.#pins = bounds.filter(isPin);
    this.#counts = this.#shares.map(() => 0);
    this.#left = this.#shares.map(({ bit }) =>
      signatures.reduce((sum, one) => sum + Number((one & bit) !== 0), 0),
    );
    this.#free = Math.max(
      0,
      ...this.#shares.map(({ top }) => top),
      ...this.#pins.map(({ place }) => place + 1),
    );
    this.#itemsLeft = signatures.length;
  }

  /** Whether the places from `at` on can be filled; then they are. */
  place(at: number): boolean {
    if (at === this.chosen.length) return this.#pins.every(({ place }) => place < at);
    const heads = this.#queues
      .filter(({ positions, taken }) => taken < positions.length)
      .sort((a, b) => a.positions[a.taken]! - b.positions[b.taken]!);
    for (const queue of heads) {
      if (!this.#fitsPins(queue.signature, at)) continue;
      if (++this.#choices > MAX_CHOICES + this.chosen.length) return false;
      this.chosen[at] = queue.positions[queue.taken]!;
      this.#take(queue, 1);
      if ((at >= this.#free || this.#canHold(at + 1)) && this.place(at + 1)) return true;
      this.#take(queue, -1);
    }
    return false;
  }

  #fitsPins(signature: number, at: number): boolean {
    return this.#pins.every(({ bit, place }) => place !== at || (signature & bit) !== 0);
  }

  #take(queue: Queue, sign: 1 | -1): void {
    queue.taken += sign;
    this.#itemsLeft -= sign;
    for (const [nth, { bit }] of this.#shares.entries()) {
      if ((queue.signature & bit) === 0) continue;
      this.#counts[nth]! += sign;
      this.#left[nth]! -= sign;
    }
  }

  /** Whether each bound by itself can be held by the places from `next` on. Necessary, not sufficient. */
  #canHold(next: number): boolean {
    return (
      this.#shares.every((share, nth) => this.#canHoldShare(share, nth, next)) &&
      this.#pins.every(({ bit, place }) => place < next || this.#hasLeft(bit))
    );
  }

  #canHoldShare({ bit, top, least, most }: Share, nth: number, next: number): boolean {
    const end = Math.min(top, this.chosen.length);
    if (next > end) return true;
    const [count, left] = [this.#counts[nth]!, this.#left[nth]!];
    const places = end - next;
    const foreign = this.#pins.filter(
      (pin) => pin.place >= next && pin.place < end && !this.#isShared(pin.bit, bit),
    ).length;
    const needed = least - count;
    const others = this.#itemsLeft - left;
    return needed <= Math.min(places - foreign, left) && places - Math.min(places, others) <= most - count;
  }

  #isShared(one: number, other: number): boolean {
    return this.#queues.some(({ signature }) => (signature & one) !== 0 && (signature & other) !== 0);
  }

  #hasLeft(bit: number): boolean {
    return this.#queues.some(
      ({ signature, positions, taken }) => (signature & bit) !== 0 && taken < positions.length,
    );
  }
}

function queuesOf(signatures: Uint8Array): readonly Queue[] {
  const queues = new Map<number, number[]>();
  for (const [position, signature] of signatures.entries()) {
    const queue = queues.get(signature);
    if (queue === undefined) queues.set(signature, [position]);
    else queue.push(position);
  }
  return Array.from(queues, ([signature, positions]) => ({ signature, positions, taken: 0 }));
}
