import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { poolAdjacent } from './profile-columns.ts';

describe('pooling adjacent violators', () => {
  it('gives a rising sequence, and none nearer', () => {
    const value = fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10);
    const entry = fc.record({ value, weight: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 7 }), (entries) => {
        const [values, weights] = [entries.map((e) => e.value), entries.map((e) => e.weight)];
        const pooled = poolAdjacent(values, weights);
        const miss = (to: readonly number[]) =>
          to.reduce((sum, one, at) => sum + weights[at]! * (one - values[at]!) ** 2, 0);
        for (let at = 1; at < pooled.length; at++)
          expect(pooled[at]!).toBeGreaterThanOrEqual(pooled[at - 1]! - 1e-12);
        // Moving any tail up or any start down keeps the order, and must not come nearer.
        for (let at = 0; at < pooled.length; at++) {
          const up = pooled.map((one, n) => (n >= at ? one + 0.05 : one));
          const down = pooled.map((one, n) => (n <= at ? one - 0.05 : one));
          expect(miss(up)).toBeGreaterThanOrEqual(miss(pooled) - 1e-9);
          expect(miss(down)).toBeGreaterThanOrEqual(miss(pooled) - 1e-9);
        }
      }),
    );
  });
});
