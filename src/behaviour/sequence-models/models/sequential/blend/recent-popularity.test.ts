import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { constantRanker } from '../../../baselines/popularity.ts';
import { ndcgAt } from '../../../evaluation/rank-metrics.ts';
import { rankTargets } from '../../../evaluation/rank-targets.ts';
import { leaveOneOut } from '../../../splits/leave-one-out.ts';
import { splitByTime } from '../../../splits/temporal-split.ts';
import { historiesOfRows } from '../../../testing/snapshot-of.ts';
import { chooseRecentPopularity, ndcgOf, recentCounts } from './recent-popularity.ts';

const DAY_MS = 86_400_000;

describe('recent popularity', () => {
  it('counts an event by its age from the newest one', () => {
    const train = historiesOfRows(3, [
      [
        [0, 0],
        [1, 10 * DAY_MS],
      ],
      [[0, 10 * DAY_MS]],
    ]);
    expect([...recentCounts(train, 20)]).toEqual([1.5, 1, 0]);
    expect([...recentCounts(train, 10)]).toEqual([1, 1, 0]);
    expect([...recentCounts(historiesOfRows(2, []), 5)]).toEqual([0, 0]);
  });

  it('has the longest of the windows that the validation shows to be best', () => {
    // Twelve items have five events each of day 0; item 12 has three of day 30, and is what the others take
    // next.
    const rows = Array.from({ length: 60 }, (_, person) => [
      [person % 12, 0] as const,
      [12, (person < 3 ? 30 : 36) * DAY_MS] as const,
    ]);
    const points = { validationFromMs: 35 * DAY_MS, testFromMs: 50 * DAY_MS };
    const { train, cases } = splitByTime(historiesOfRows(13, rows), points).validation;
    const ndcgIn = (days: number) => ndcgOf(recentCounts(train, days), cases, 'masked');
    expect([ndcgIn(60), ndcgIn(120)]).toEqual([1, 0]);
    const chosen = chooseRecentPopularity(train, cases, 'masked');
    expect(chosen.windowDays).toBe(60);
    expect(chosen.counts).toEqual(recentCounts(train, 60));
  });

  it('is ranked as every ranker is, ties and seen items included', async () => {
    const row = fc.uniqueArray(fc.nat(6), { minLength: 3, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('masked' as const, 'ranked' as const),
        async (rows, seen) => {
          const { train, test } = leaveOneOut(
            historiesOfRows(
              7,
              rows.map((items) => items.map((item, at) => [item, at * DAY_MS] as const)),
            ),
          );
          const counts = recentCounts(train, 2);
          const ranker = constantRanker('recent', Float64Array.from(counts));
          const { ranks } = await rankTargets(ranker, test, { seen, listLength: 1 });
          const expected = ndcgAt(ranks, 10).reduce((sum, one) => sum + one, 0) / ranks.length;
          expect(ndcgOf(counts, test, seen)).toBeCloseTo(expected, 9);
        },
      ),
    );
  });
});
