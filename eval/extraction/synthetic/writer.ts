/**
 * Writes a synthetic text from facts that it draws, so that the gold is exact. Wordings are in three splits.
 * Where the same has four or more wordings, the third of each four is only used for `tune`, and the fourth
 * for `test`. Every fifth layout is only used for `test`. A model that was fitted on `fit` has seen no such
 * sentence of the others.
 */
import { SeededRandom } from '../../../src/platform/numeric/seeded-random.ts';
import type { Case } from '../read-cases.ts';

export type Split = 'fit' | 'tune' | 'test';

const TEST_EVERY = 4;
const LAYOUT_TEST_EVERY = 5;

export class Writer {
  readonly #random: SeededRandom;
  readonly #split: Split;

  constructor(seed: number, split: Split) {
    this.#random = new SeededRandom(seed);
    this.#split = split;
  }

  /** A whole number in [low, high]. */
  int(low: number, high: number): number {
    return low + Math.floor(this.#random.uniform() * (high - low + 1));
  }

  chance(share: number): boolean {
    return this.#random.uniform() < share;
  }

  /** One of the facts, which are the same in both splits. */
  one<Fact>(facts: readonly Fact[]): Fact {
    return facts[this.int(0, facts.length - 1)]!;
  }

  /** `count` different facts. */
  some<Fact>(facts: readonly Fact[], count: number): Fact[] {
    const left = [...facts];
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.int(0, left.length - 1), 1)[0]!,
    );
  }

  /** One of the wordings of this split. */
  say<Wording>(...wordings: readonly Wording[]): Wording {
    if (wordings.length < TEST_EVERY) return this.one(wordings);
    const splitOf = (at: number): Split => (['fit', 'fit', 'tune', 'test'] as const)[at % TEST_EVERY]!;
    return this.one(wordings.filter((_, at) => splitOf(at) === this.#split));
  }

  /**
   * One of the layouts. Every fifth is only used for `test`, which has the others too, in its own wordings.
   */
  layout<Layout>(...layouts: readonly Layout[]): Layout {
    if (this.#split === 'test') return this.one(layouts);
    return this.one(layouts.filter((_, at) => at % LAYOUT_TEST_EVERY !== LAYOUT_TEST_EVERY - 1));
  }

  maybe(share: number, ...wordings: readonly string[]): string {
    return this.chance(share) ? this.say(...wordings) : '';
  }

  shuffled<Fact>(facts: readonly Fact[]): Fact[] {
    return this.some(facts, facts.length);
  }
}

/** Parts with content, in order. */
export const join = (separator: string, ...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(separator);

export const sentence = (...parts: readonly string[]): string => join(' ', ...parts);

/** `only` these fields have gold; they are absent unless given. */
export function caseOf(
  text: string,
  fields: Readonly<Record<string, unknown>>,
  only: readonly string[],
  preferences: Readonly<Record<string, unknown>> = {},
): Case {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return {
    text,
    fields: given,
    derived: {},
    preferences,
    known: {},
    now: '2026-06-01',
    ignore: [],
    only: [...only],
  };
}
