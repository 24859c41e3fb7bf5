import { expect, test } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import { type Banded, drawPlaces } from './draw-places.ts';

const TRIALS = 8000;

/** By candidate: how often it is shown, and with which probability. */
function simulate(ranked: readonly string[], band: readonly Banded<string>[], share: number) {
  const random = new SeededRandom(7);
  const found = new Map<string, { count: number; propensity: number }>();
  for (let trial = 0; trial < TRIALS; trial++) {
    const placed = drawPlaces({ ranked, band, share, random });
    for (const { candidate, propensity } of placed) {
      const { count } = found.get(candidate) ?? { count: 0 };
      found.set(candidate, { count: count + 1, propensity });
    }
  }
  const shown = [...found.values()].reduce((total, { count }) => total + count, 0);
  expect(shown).toBe(TRIALS * ranked.length);
  return found;
}

const ranked = ['a', 'b', 'c', 'd', 'e'];
const bandOf = (...logOdds: number[]) =>
  logOdds.map((each, n) => ({ candidate: `band ${n}`, logOdds: each }));

test.each([
  ['a usual share', bandOf(-1, -1.2, -1.5, -2, -2, -3), 0.05],
  ['the greatest share', bandOf(-1, -1.2, -1.5, -2, -2, -3), 0.2],
  ['a band of few', bandOf(0, -3), 0.2],
  ['a band far apart', bandOf(5, -1, -8, 0), 0.2],
])('the stored probabilities are those of the draw: %s', (_, band, share) => {
  const found = simulate(ranked, band, share);
  let [chiSquare, degrees] = [0, 0];
  for (const { count, propensity } of found.values()) {
    const variance = TRIALS * propensity * (1 - propensity);
    if (variance < 5) continue;
    chiSquare += (count - TRIALS * propensity) ** 2 / variance;
    degrees++;
  }
  // The 99.9th percentile of χ² is below this for 2 to 11 degrees of freedom.
  expect(chiSquare).toBeLessThan(degrees + 3.1 * Math.sqrt(2 * degrees) + 6);
});

test('the probabilities of all candidates add up to the number of places', () => {
  const band = bandOf(...Array.from({ length: 40 }, (_, n) => -n / 10));
  const found = simulate(ranked, band, 0.2);
  const sum = [...found.values()].reduce((total, { propensity }) => total + propensity, 0);
  expect(found.size).toBe(ranked.length + band.length);
  expect(sum).toBeCloseTo(ranked.length, 8);
});

test('without a share, and without a band, the ranked candidates stay as they are', () => {
  const random = new SeededRandom(1);
  for (const [band, share] of [
    [bandOf(0, 0), 0],
    [[], 0.2],
  ] as const)
    expect(drawPlaces({ ranked, band, share, random })).toEqual(
      ranked.map((candidate) => ({ candidate, explored: false, propensity: 1 })),
    );
});
