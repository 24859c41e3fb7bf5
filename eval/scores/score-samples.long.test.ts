/**
 * The short version of `npm run eval -- scores`: the declared base rate of dating is what its sample people
 * show.
 */
import { beforeAll, expect, it } from 'vitest';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { mean, median } from '../../src/platform/numeric/statistics.ts';
import { interceptForBaseRate } from './intercept-for-base-rate.ts';
import { type SampleScores, scoreSamples } from './score-samples.ts';

const dating = shippedDomain('dating')!;
const rate = dating.scorecard.base_rate!.value;
let scored: SampleScores;
beforeAll(async () => {
  scored = (await scoreSamples([dating]))[0]!;
}, 120_000);

const scoresOf = (some: SampleScores['pairs']) => some.map(({ score }) => score);

it('means the base rate over what is shown, within a tenth of it, and over all pairs in the middle', () => {
  expect(Math.abs(mean(scoresOf(scored.answers.flat())) - rate)).toBeLessThan(0.1 * rate);
  expect(Math.abs(median(scoresOf(scored.pairs)) - rate)).toBeLessThan(0.1 * rate);
});

it('is certain of no pair', () => {
  for (const score of scoresOf(scored.pairs)) {
    expect(score).toBeGreaterThan(0);
    expect(score).toBeLessThan(0.9);
  }
});

it('finds the intercept that the file declares', () => {
  expect(interceptForBaseRate(scored)).toBeCloseTo(dating.scorecard.intercept, 1);
});
