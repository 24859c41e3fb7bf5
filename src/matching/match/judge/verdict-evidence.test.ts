import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asProbability } from '../../../contract/brands.ts';
import { UNDECIDED } from './judge-question.ts';
import { verdictEvidence } from './verdict-evidence.ts';

const perCent = fc.integer({ min: 0, max: 100 }).map((whole) => asProbability(whole / 100));
const verdict = fc.record({
  seekerWants: perCent,
  candidateWants: fc.option(perCent),
  reason: fc.option(fc.string()),
  triesToInstruct: fc.boolean(),
});

test('evidence is bounded, grows with the verdict, and never raises a candidate that instructs', () => {
  fc.assert(
    fc.property(fc.array(verdict), (verdicts) => {
      const { points, reasons } = verdictEvidence(verdicts, true);
      for (const [n, { seekerWants, triesToInstruct }] of verdicts.entries()) {
        for (const side of [points.forward[n]!, points.backward![n]!]) {
          expect(side).toBeGreaterThan(-4);
          expect(side).toBeLessThan(triesToInstruct ? Number.MIN_VALUE : 2.2);
        }
        expect(reasons[n]).toBe(triesToInstruct ? null : verdicts[n]!.reason);
        const better = verdictEvidence(
          [{ ...verdicts[n]!, seekerWants: asProbability(Math.min(1, seekerWants + 0.1)) }],
          false,
        );
        expect(better.points.forward[0]).toBeGreaterThanOrEqual(points.forward[n]!);
        expect(better.points.backward).toBeNull();
      }
    }),
  );
});

test('50 per cent says nothing', () => {
  const neutral = { seekerWants: UNDECIDED, candidateWants: UNDECIDED, reason: null, triesToInstruct: false };
  expect(verdictEvidence([neutral], true).points).toEqual({
    forward: Float64Array.of(0),
    backward: Float64Array.of(0),
  });
});
