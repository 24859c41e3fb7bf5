import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomUniform } from '../../../platform/numeric/random-streams.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import { historiesOfRows } from '../testing/snapshot-of.ts';
import { describeReport } from './describe-report.ts';
import { evaluateSplit } from './evaluate-split.ts';
import { rankTargets } from './rank-targets.ts';
import { batchSize, type ListingRanker, NO_ITEM, type Ranker, type ScoringRanker } from './ranker.ts';

const ITEMS = 12;

/** Scores depend on the history's last item; there are only `levels` different ones, so ties are frequent. */
const scorer = (name: string, seed: number, levels: number): ScoringRanker => ({
  name,
  score: (batch) => {
    const scores = new Float32Array(batchSize(batch) * ITEMS);
    for (let row = 0; row < batchSize(batch); row++) {
      const last = batch.items[batch.offsets[row + 1]! - 1]!;
      scores.set(plainScores(seed, levels, last), row * ITEMS);
    }
    return scores;
  },
});

const plainScores = (seed: number, levels: number, last: number) =>
  randomUniform(seed, `after ${last}`, ITEMS).map((x) => Math.floor(x * levels));

const anyHistories = fc
  .array(fc.array(fc.integer({ min: 0, max: ITEMS - 1 }), { minLength: 3, maxLength: 9 }), {
    minLength: 2,
    maxLength: 9,
  })
  .map((people) =>
    historiesOfRows(
      ITEMS,
      people.map((row) => row.map((item, n) => [item, n] as const)),
    ),
  );

/** A plain implementation of the protocol: sort, count, divide. */
function plainFigures(
  { personIds, offsets, items }: Histories,
  seed: number,
  levels: number,
  seen: 'masked' | 'ranked',
  k: number,
) {
  const figures = { recall: 0, ndcg: 0, mrr: 0 };
  const lists: number[][] = [];
  for (const person of personIds.keys()) {
    const row = [...items.slice(offsets[person]!, offsets[person + 1]!)];
    const target = row.pop()!;
    const scores = plainScores(seed, levels, row.at(-1)!);
    const open = [...scores.keys()].filter((item) => seen === 'ranked' || !row.includes(item));
    lists.push(open.toSorted((a, b) => scores[b]! - scores[a]! || a - b).slice(0, k));
    if (!open.includes(target)) continue;
    const better = open.filter((item) => scores[item]! > scores[target]!).length;
    const same = open.filter((item) => scores[item] === scores[target]).length;
    // The middle of the tied positions, counted from 0.
    const position = better + (same - 1) / 2;
    figures.mrr += 1 / (position + 1) / personIds.length;
    if (position >= k) continue;
    figures.recall += 1 / personIds.length;
    figures.ndcg += Math.LN2 / Math.log(position + 2) / personIds.length;
  }
  const counts = Array.from(
    { length: ITEMS },
    (_, item) => lists.flat().filter((one) => one === item).length,
  );
  const total = counts.reduce((sum, count) => sum + count, 0);
  const apart = counts.flatMap((a) => counts.map((b) => Math.abs(a - b))).reduce((sum, gap) => sum + gap, 0);
  return {
    ...figures,
    coverage: counts.filter((count) => count > 0).length / ITEMS,
    exposure_gini: apart / (2 * ITEMS * total),
  };
}

const evaluate = (histories: Histories, ranker: Ranker, given: object = {}) =>
  evaluateSplit(
    leaveOneOut(histories),
    { models: [ranker], baselines: [] },
    { ties: 'imported', draws: 20, ...given },
  );

describe('metrics', () => {
  it('equal those of the plain implementation, with ties, repeats and masks', async () => {
    const settings = fc.record({
      seed: fc.integer({ min: 0, max: 1000 }),
      levels: fc.constantFrom(1, 2, 4, 1000),
      seen: fc.constantFrom('masked' as const, 'ranked' as const),
    });
    await fc.assert(
      fc.asyncProperty(anyHistories, settings, async (histories, { seed, levels, seen }) => {
        const ranker = scorer('model', seed, levels);
        const { rankers } = await evaluate(histories, ranker, { seen, cutoffs: [3], listLength: 3 });
        const [found] = rankers;
        const expected = plainFigures(histories, seed, levels, seen, 3);
        expect(found!.recall['3']!.value).toBeCloseTo(expected.recall, 12);
        expect(found!.ndcg['3']!.value).toBeCloseTo(expected.ndcg, 12);
        expect(found!.mrr.value).toBeCloseTo(expected.mrr, 12);
        expect(found!.coverage.value).toBeCloseTo(expected.coverage, 12);
        expect(found!.exposure_gini.value).toBeCloseTo(expected.exposure_gini, 12);
      }),
    );
  });

  it('give a ranker with equal scores the middle of the catalogue, not its top', async () => {
    const histories = historiesOfRows(ITEMS, [
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [11, 3],
      ],
    ]);
    const { test } = leaveOneOut(histories);
    const { ranks } = await rankTargets(scorer('same', 1, 1), test, { seen: 'masked', listLength: 3 });
    // The middle of the nine items that are not in the history.
    expect([...ranks]).toEqual([5]);
  });

  it('refuse NaN scores and too few scores', async () => {
    const histories = historiesOfRows(ITEMS, [
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
    ]);
    const broken = (scores: Float32Array): Ranker => ({ name: 'broken', score: () => scores });
    const nan = new Float32Array(ITEMS);
    nan[7] = Number.NaN;
    await expect(evaluate(histories, broken(nan))).rejects.toThrow('The score of item 7 is not a number');
    nan.fill(0).fill(Number.NaN, 2, 3);
    await expect(evaluate(histories, broken(nan))).rejects.toThrow('The score of item 2 is not a number');
    await expect(evaluate(histories, broken(new Float32Array(5)))).rejects.toThrow(
      'broken gave 5 numbers for a batch, expected 12',
    );
  });

  it('count a target outside the list of a ranker as a miss', async () => {
    const histories = historiesOfRows(ITEMS, [
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      [
        [0, 0],
        [1, 1],
        [2, 2],
        [4, 3],
      ],
    ]);
    const lister: ListingRanker = {
      name: 'lists',
      list: (batch, limit) => {
        const lists = new Uint32Array(batchSize(batch) * limit).fill(NO_ITEM);
        for (let row = 0; row < batchSize(batch); row++) lists.set([2, 9, 3], row * limit);
        return lists;
      },
    };
    const { ranks, lists } = await rankTargets(lister, leaveOneOut(histories).test, {
      seen: 'masked',
      listLength: 3,
    });
    expect([...ranks]).toEqual([2, Number.POSITIVE_INFINITY]);
    expect([...lists.subarray(0, 3)]).toEqual([9, 3, NO_ITEM]);
  });
});

describe('a report', () => {
  const people = Array.from({ length: 300 }, (_, person) => {
    const random = randomUniform(person, 'items', 4);
    // The fourth item repeats the third: the oracle predicts it, popularity does not.
    const third = Math.floor(random[2]! * 6);
    return [
      [11, 0],
      [10, 1],
      [third, 2],
      [third, 2],
    ].map(
      ([item, ms], n) =>
        [n === 3 ? (item! + 6 === 11 || item! + 6 === 10 ? 9 : item! + 6) : item!, ms!] as const,
    );
  });
  const histories = historiesOfRows(ITEMS, people);
  const oracle: ScoringRanker = {
    name: 'oracle',
    score: (batch) => {
      const scores = new Float32Array(batchSize(batch) * ITEMS);
      for (let row = 0; row < batchSize(batch); row++) {
        const last = batch.items[batch.offsets[row + 1]! - 1]!;
        scores[row * ITEMS + Math.min(9, last + 6)] = 1;
      }
      return scores;
    },
  };
  const chance = scorer('chance', 5, 1000);
  const evaluateSmall = (given: object = {}) =>
    evaluateSplit(
      leaveOneOut(histories),
      { models: [oracle], baselines: [chance, scorer('the same chance', 5, 1000)] },
      { ties: 'imported', draws: 200, cutoffs: [1, 5], ...given },
    );

  it('has the protocol, the models first, and their gains over each baseline on the same resamples', async () => {
    const { protocol, rankers, gains } = await evaluateSmall();
    expect(protocol).toMatchObject({
      split: 'leave-one-out',
      ranked_items: ITEMS,
      cases: 300,
      cases_before_sampling: 300,
      targets_tied: expect.closeTo(1, 9),
      targets_unseen: expect.closeTo(1, 9),
      targets_repeated: 0,
      test_from: null,
      cutoffs: [1, 5, 10],
    });
    expect(rankers.map(({ name, role }) => [name, role])).toEqual([
      ['oracle', 'model'],
      ['chance', 'baseline'],
      ['the same chance', 'baseline'],
    ]);
    expect(rankers[0]!.recall['1']).toEqual({ value: 1, low: 1, high: 1 });
    expect(gains.map(({ over }) => over)).toEqual(['chance', 'the same chance']);
    for (const { ndcg } of gains) expect(ndcg.low).toBeGreaterThan(0.2);
    expect(gains[0]!.ndcg).toEqual(gains[1]!.ndcg);
    expect(gains.map(({ result }) => result)).toEqual(['wins', 'wins']);
    const few = await evaluateSmall({ maxCases: 19 });
    expect(few.gains.map(({ result }) => result)).toEqual(['undecided', 'undecided']);
  });

  it('has intervals that contain a known rate, and that only the seed changes', async () => {
    const [one, same, other] = [
      await evaluateSmall(),
      await evaluateSmall(),
      await evaluateSmall({ seed: 2 }),
    ];
    expect(one).toEqual(same);
    expect(one.rankers[1]!.recall['5']).not.toEqual(other.rankers[1]!.recall['5']);
    const { value, low, high } = one.rankers[1]!.recall['5']!;
    const standardError = Math.sqrt((value! * (1 - value!)) / 300);
    expect(high! - low!).toBeGreaterThan(3.92 * standardError * 0.75);
    expect(high! - low!).toBeLessThan(3.92 * standardError * 1.25);
  });

  it('has no interval with one person, so one person proves nothing', async () => {
    const split = await evaluateSmall({ maxCases: 1 });
    const [model] = split.rankers;
    expect(model!.recall['1']).toEqual({ value: 1, low: null, high: null });
    expect(split.gains[0]!.ndcg).toMatchObject({ low: null, high: null });
    const dataset = { name: 'shop v1', people: 1, items: ITEMS, events: 3 };
    expect(describeReport({ dataset, splits: [split] })).toMatch(/^This model is not proven better than/);
  });

  it('has the number of cases before sampling', async () => {
    const { protocol } = await evaluateSmall({ maxCases: 50 });
    expect(protocol).toMatchObject({ cases: 50, cases_before_sampling: 300 });
  });
});
