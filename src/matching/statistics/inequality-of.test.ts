import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inequalityOf } from './inequality-of.ts';

/** Half the mean distance between two people's exposure, by the mean. */
function giniByPairs(times: readonly number[]): number {
  const total = times.reduce((sum, one) => sum + one, 0);
  let apart = 0;
  for (const a of times) for (const b of times) apart += Math.abs(a - b);
  return apart / (2 * times.length * total);
}

function groupsOf(times: readonly number[]) {
  return [...Map.groupBy(times, (one) => one)]
    .map(([count, people]) => ({ times: count, people: people.length }))
    .filter((group) => group.times > 0)
    .sort((a, b) => a.times - b.times);
}

describe('inequality of exposure', () => {
  test('the Gini coefficient is that of all pairs of people', () => {
    const anyTimes = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyTimes, (times) => {
        const { gini, shown, exposed, most } = inequalityOf(groupsOf(times), times.length, 101);
        expect(shown).toBe(times.reduce((sum, one) => sum + one, 0));
        expect(exposed).toBe(times.filter((time) => time > 0).length);
        expect(most).toBe(Math.max(...times));
        if (shown === 0) expect(gini).toBeNull();
        else expect(gini).toBeCloseTo(giniByPairs(times), 10);
      }),
    );
  });

  test('the curve goes from (0, 0) to (1, 1), never down and never above the diagonal', () => {
    const groups = Array.from({ length: 500 }, (_, n) => ({ times: n + 1, people: 1 + (n % 3) }));
    const { lorenz } = inequalityOf(groups, 2000, 101);
    expect(lorenz).toHaveLength(101);
    expect(lorenz[0]).toEqual({ people: 0, shown: 0 });
    expect(lorenz.at(-1)).toEqual({ people: 1, shown: 1 });
    for (const [n, { people, shown }] of lorenz.entries()) {
      expect(shown).toBeLessThanOrEqual(people + 1e-12);
      if (n > 0) expect(people).toBeGreaterThanOrEqual(lorenz[n - 1]!.people);
    }
  });

  test('no one was shown: no curve', () => {
    expect(inequalityOf([], 7, 101)).toEqual({ exposed: 0, shown: 0, most: 0, gini: null, lorenz: [] });
  });
});
