import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { scoreOf } from '../../program/final-score.ts';
import { boundsFor, oddsEnoughFor } from './score-bounds.ts';
import { newSharedThreshold, raiseSharedThreshold, sharedThreshold } from './shared-threshold.ts';

const odds = fc.double({ min: -40, max: 40, noNaN: true });
const aggregations = fc.constantFrom('product' as const, 'harmonic' as const, 'min' as const, 'off' as const);

it('no bound rejects a possible score, and none accepts an impossible one', () => {
  fc.assert(
    fc.property(aggregations, odds, odds, odds, (aggregation, forward, backward, other) => {
      const score = scoreOf(aggregation, forward, backward);
      const bounds = boundsFor(aggregation, score * (1 - 1e-6));
      const lesser = aggregation === 'off' ? forward : Math.min(forward, backward);
      expect(lesser).toBeGreaterThanOrEqual(bounds.odds);
      expect(forward + backward).toBeGreaterThanOrEqual(bounds.both);
      const wanted = sigmoid(other);
      const enough = oddsEnoughFor(aggregation, wanted);
      if (lesser >= enough) expect(score).toBeGreaterThanOrEqual(wanted * (1 - 1e-6));
    }),
    { numRuns: 2000 },
  );
});

it('threads share the greatest threshold, and never a greater one', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (scores) => {
      const threshold = newSharedThreshold();
      for (const score of scores) raiseSharedThreshold(threshold, score);
      const most = Math.max(...scores);
      expect(sharedThreshold(threshold)).toBeLessThanOrEqual(most);
      expect(sharedThreshold(threshold)).toBeGreaterThanOrEqual(most < 1e-300 ? 0 : most * (1 - 1e-6));
    }),
  );
});
