/**
 * Arranges items by score under bounds on places. The result is the first in lexicographic order: each place
 * has the best item with which the bounds can still be held. The search takes items in that order. At each
 * place it knows which bits an item must have or must not have, because one bound has too few places or items
 * left otherwise, and it goes back where several bounds together fail. Items of one signature are equal to the
 * bounds, so among these the better score is always first.
 *
 * N items to choose from, L places, R bounds.
 */
import { type Bound, isPin, type Share } from './bounds.ts';
import { type OpenPin, type OpenShare, openPins, openShares, shareNeeds } from './open-bounds.ts';

export interface ArrangementProblem {
  /** The signature of each item, best item first [N]. */
  readonly signatures: Uint8Array;
  readonly limit: number;
  readonly bounds: readonly Bound[];
}

/** The number of steps back after which a search is given up; bounds that do not overlap need few. */
const MAX_STEPS_BACK = 1000;

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

/** The bits that the item of a place must have, and those that it must not have. */
interface Needs {
  readonly required: number;
  readonly forbidden: number;
}

class Search {
  readonly chosen: Uint32Array;
  readonly #queues: readonly Queue[];
  readonly #shares: readonly OpenShare[];
  readonly #pins: readonly OpenPin[];
  #itemsLeft: number;
  #stepsBack = 0;

  constructor({ signatures, limit, bounds }: ArrangementProblem) {
    this.chosen = new Uint32Array(Math.min(limit, signatures.length));
    this.#queues = queuesOf(signatures);
    this.#itemsLeft = signatures.length;
    const counts = this.#queues.map(({ signature, positions }) => ({ signature, count: positions.length }));
    const pins = bounds.filter(isPin);
    this.#shares = openShares(
      bounds.filter((bound): bound is Share => !isPin(bound)),
      pins,
      counts,
    );
    this.#pins = openPins(pins, counts);
  }

  /** Whether the places from `at` on can be filled; then they are. */
  place(at: number): boolean {
    if (at === this.chosen.length) return this.#pins.every(({ place }) => place < at);
    const needs = this.#needsAt(at);
    for (let after = -1; ; ) {
      const queue = this.#nextQueue(after, needs);
      if (queue === null) return false;
      after = queue.positions[queue.taken]!;
      this.chosen[at] = after;
      this.#take(queue, 1);
      if (this.place(at + 1)) return true;
      this.#take(queue, -1);
      if (++this.#stepsBack > MAX_STEPS_BACK) return false;
    }
  }

  #needsAt(at: number): Needs {
    let [required, forbidden] = [0, 0];
    for (const share of this.#shares) {
      const needs = shareNeeds(share, at, this.chosen.length, this.#itemsLeft);
      if (!needs.without) required |= share.bit;
      if (!needs.with) forbidden |= share.bit;
    }
    for (const { bit, place, left, later } of this.#pins) {
      if (place === at) required |= bit;
      else if (place > at && left <= later) forbidden |= bit;
    }
    return { required, forbidden };
  }

  /** The queue whose best item comes next after the position `after`. */
  #nextQueue(after: number, { required, forbidden }: Needs): Queue | null {
    let best: Queue | null = null;
    for (const queue of this.#queues) {
      if ((queue.signature & required) !== required || (queue.signature & forbidden) !== 0) continue;
      const head = queue.positions[queue.taken];
      if (head === undefined || head <= after) continue;
      if (best === null || head < best.positions[best.taken]!) best = queue;
    }
    return best;
  }

  #take(queue: Queue, sign: 1 | -1): void {
    queue.taken += sign;
    this.#itemsLeft -= sign;
    for (const share of this.#shares) {
      if ((queue.signature & share.bit) === 0) continue;
      share.count += sign;
      share.left -= sign;
    }
    for (const pin of this.#pins) if ((queue.signature & pin.bit) !== 0) pin.left -= sign;
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
