import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { SeededRandom } from '../../../../../platform/numeric/seeded-random.ts';
import { KthLargest } from './kth-largest.ts';
import { openItemScorer } from './open-item-scorer.ts';
import { isScored, type ScorerMemory, scorerMemory } from './scorer-memory.ts';
import { type ShortlistProblem, shortlistItems } from './shortlist-items.ts';

const WIDTH = 24;

interface World {
  readonly memory: ScorerMemory;
  readonly scoreOf: (item: number) => number;
  readonly problem: ShortlistProblem;
}

/** `kind`: of vectors; near ones have scores that differ by less than the codes can tell. */
function worldOf(seed: number, items: number, kind: 'spread' | 'near' | 'lumpy', limit: number): World {
  const random = new SeededRandom(seed);
  const one = () => random.uniform() - 0.5;
  const base = Float32Array.from({ length: WIDTH }, one);
  const vectors = new Float32Array(items * WIDTH);
  for (let item = 0; item < items; item++) {
    // Every tenth item has a vector of zeros.
    if (random.below(10) === 0) continue;
    const scale = kind === 'lumpy' ? 10 ** (4 * one()) : 1;
    for (let d = 0; d < WIDTH; d++)
      vectors[item * WIDTH + d] = scale * (kind === 'near' ? base[d]! + 1e-4 * one() : one());
  }
  const popularity = Float32Array.from({ length: items }, () => Math.log1p(random.below(1000)));
  const memory = scorerMemory(vectors, WIDTH, popularity);
  const hasExtra = random.below(2) === 1;
  if (hasExtra) for (let item = 0; item < items; item += 3) memory.extra[item] = 3 * one();
  const state = Float32Array.from({ length: WIDTH }, one);
  const among =
    random.below(2) === 1 ? Uint32Array.from({ length: items >> 1 }, (_, at) => 2 * at + 1) : null;
  const problem = {
    state,
    weight: 2 * random.uniform(),
    popularWeight: random.below(2) * random.uniform(),
    offset: -9 * random.below(2),
    largestExtra: hasExtra ? 1.5 : 0,
    among: among?.filter((item) => item < items) ?? null,
    excluded: new Set(Array.from({ length: 20 }, () => random.below(items))),
    limit,
  };
  const scores = openItemScorer(memory, WIDTH, { threads: 1 }).each(state);
  const scoreOf = (item: number) => {
    if (!isScored(memory, item)) return -1e9;
    const own = problem.weight * scores[item]! + problem.popularWeight * popularity[item]!;
    return Math.fround(own + memory.extra[item]! + problem.offset);
  };
  return { memory, scoreOf, problem };
}

const worlds = fc.record({
  seed: fc.nat(1e6),
  items: fc.integer({ min: 2, max: 5000 }),
  kind: fc.constantFrom('spread', 'near', 'lumpy'),
  limit: fc.integer({ min: 1, max: 60 }),
});

it('has every item that is among the best by the scores in float32, ties included', () => {
  fc.assert(
    fc.property(worlds, ({ seed, items, kind, limit }) => {
      const { memory, scoreOf, problem } = worldOf(seed, items, kind, limit);
      const ranked = Array.from(problem.among ?? Array(items).keys()).filter(
        (item) => !problem.excluded.has(item),
      );
      const kth = ranked.map(scoreOf).sort((a, b) => b - a)[limit - 1] ?? Number.NEGATIVE_INFINITY;
      const short = new Set(shortlistItems(memory, problem));
      expect(ranked.filter((item) => scoreOf(item) >= kth && !short.has(item))).toEqual([]);
      expect([...short].filter((item) => !ranked.includes(item))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

it('is short where the scores are spread', () => {
  const { memory, problem } = worldOf(1, 50_000, 'spread', 20);
  expect(shortlistItems(memory, { ...problem, among: null }).length).toBeLessThan(60);
});

test('the kth largest of the numbers so far', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true })), fc.integer({ min: 1, max: 8 }), (numbers, k) => {
      const largest = new KthLargest(k);
      for (const number of numbers) largest.add(number);
      const sorted = Float64Array.from(numbers).sort().reverse();
      expect(largest.value + 0).toBe((sorted[k - 1] ?? Number.NEGATIVE_INFINITY) + 0);
    }),
  );
});
