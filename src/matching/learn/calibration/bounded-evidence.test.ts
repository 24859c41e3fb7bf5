import fc from 'fast-check';
import { expect, it } from 'vitest';
import { boundedEvidence, PRIOR } from './bounded-evidence.ts';

const sum = (weights: Float64Array) => weights.reduce((total, weight) => total + weight, 0);
const evidence = (count: number, seekers: number, keys = 1) => ({
  seekers: Uint32Array.from({ length: count }, (_, n) => n % seekers),
  candidates: Uint32Array.from({ length: count }, (_, n) => n),
  keys: Uint32Array.from({ length: count }, (_, n) => n % keys),
  hasOtherKeys: false,
});

it('leaves the outcomes of many people as they are', () => {
  const ones = new Float64Array(60).fill(1);
  expect(boundedEvidence(ones, evidence(60, 60))).toEqual(ones);
});

it('lets one person, and one key of several, say a little', () => {
  const ones = new Float64Array(400).fill(1);
  expect(sum(boundedEvidence(ones.subarray(0, 50), evidence(50, 1)))).toBeCloseTo(0.01 * PRIOR, 3);
  const ofKey = { ...evidence(400, 400), hasOtherKeys: true };
  expect(sum(boundedEvidence(ones, ofKey))).toBeCloseTo(0.1 * PRIOR, 3);
  expect(sum(boundedEvidence(ones, evidence(400, 400)))).toBe(400);
});

it('only lowers weights, and keeps every bound', () => {
  const outcome = fc.record({ seeker: fc.nat(5), candidate: fc.nat(5), key: fc.nat(2), age: fc.nat(3) });
  fc.assert(
    fc.property(fc.array(outcome, { minLength: 1, maxLength: 80 }), (outcomes) => {
      const weights = Float64Array.from(outcomes, ({ age }) => 2 ** -age);
      const column = (name: 'seeker' | 'candidate' | 'key') =>
        Uint32Array.from(outcomes, (each) => each[name]);
      const groups = { seekers: column('seeker'), candidates: column('candidate'), keys: column('key') };
      const bounded = boundedEvidence(weights, { ...groups, hasOtherKeys: true });
      for (const [n, weight] of bounded.entries()) {
        expect(weight).toBeLessThanOrEqual(weights[n]!);
        expect(weight).toBeGreaterThan(0);
      }
      for (const [name, share] of [
        ['seekers', 0.01],
        ['candidates', 0.01],
        ['keys', 0.1],
      ] as const)
        for (const group of new Set(groups[name])) {
          const own = sum(bounded.filter((_, n) => groups[name][n] === group));
          expect(own).toBeLessThanOrEqual(Math.max(1, share * (PRIOR + sum(bounded) - own)) * 1.001);
        }
    }),
  );
});
