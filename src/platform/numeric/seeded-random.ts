/**
 * Seeded random numbers in sequence: mulberry32 (Tommy Ettinger, public domain), the same on every machine.
 * Fast enough for inner loops such as a bootstrap. The generator has a state, so a computation that draws
 * from it has to run from its beginning. Numbers that a resumed run must find again come from
 * `random-streams.ts`.
 */
export class SeededRandom {
  #state: number;

  /** The seed counts modulo 2^32. */
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** In [0, 1), with 32 random bits. */
  uniform(): number {
    const state = (this.#state + 0x6d2b79f5) >>> 0;
    this.#state = state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to n - 1. */
  below(n: number): number {
    return Math.floor(this.uniform() * n);
  }

  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(probability: number): boolean {
    return this.uniform() < probability;
  }

  /** Standard normal (Box and Muller, 1958). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** `count` different items, or all if there are fewer, in the order in which they were drawn. */
  sample<T>(items: readonly T[], count: number): T[] {
    const left = [...items];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0]!,
    );
  }

  /** Shuffles in place (Fisher and Yates). */
  shuffle<T extends { [index: number]: number; readonly length: number }>(values: T): T {
    for (let last = values.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      const kept = values[last]!;
      values[last] = values[other]!;
      values[other] = kept;
    }
    return values;
  }
}
