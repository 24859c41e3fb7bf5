import type { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

/** Deals items like cards: none comes again before all have come, and then in a new order. */
export function deck<T>(random: SeededRandom, items: readonly T[]): () => T {
  let left: T[] = [];
  return () => {
    if (left.length === 0) left = random.sample(items, items.length);
    return left.pop()!;
  };
}
