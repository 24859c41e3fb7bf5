/**
 * The transitions of a phrase automaton: from the number of a state set and an input to the number of the
 * next set. One hash table with linear probing in one array, so that a step of a walk reads one line of the
 * processor's cache.
 */

/** The step leads to no set. */
export const NO_SET = -1;
/** The step was not yet computed. */
export const UNKNOWN_SET = -2;

/** Numbers of an entry: set + 1 (0: empty), input, successor; the fourth aligns it. */
const WIDTH = 4;
const FIRST_ENTRIES = 16;

export class TransitionTable {
  #entries = new Int32Array(FIRST_ENTRIES * WIDTH);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(set: number, input: number): number {
    const entries = this.#entries;
    const last = entries.length - WIDTH;
    for (let at = hashOf(set, input) & last; ; at = (at + WIDTH) & last) {
      const owner = entries[at]!;
      if (owner === 0) return UNKNOWN_SET;
      if (owner === set + 1 && entries[at + 1] === input) return entries[at + 2]!;
    }
  }

  /** The transition must not be known yet. */
  set(set: number, input: number, successor: number): void {
    if (2 * this.#size * WIDTH >= this.#entries.length) this.#grow();
    this.#put(set, input, successor);
    this.#size++;
  }

  #put(set: number, input: number, successor: number): void {
    const entries = this.#entries;
    const last = entries.length - WIDTH;
    let at = hashOf(set, input) & last;
    while (entries[at] !== 0) at = (at + WIDTH) & last;
    entries[at] = set + 1;
    entries[at + 1] = input;
    entries[at + 2] = successor;
  }

  #grow(): void {
    const old = this.#entries;
    this.#entries = new Int32Array(2 * old.length);
    for (let at = 0; at < old.length; at += WIDTH)
      if (old[at] !== 0) this.#put(old[at]! - 1, old[at + 1]!, old[at + 2]!);
  }
}

/** The lengths of tables are powers of two, so the lower bits decide, but for the two that align an entry. */
function hashOf(set: number, input: number): number {
  const mixed = Math.imul(set, 0x9e3779b1) ^ Math.imul(input, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
