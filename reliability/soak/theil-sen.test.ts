import { expect, test } from 'vitest';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { theilSen } from './theil-sen.ts';

const range = Array.from({ length: 60 }, (_, n) => n);

test('a line has its slope, whatever a few outliers say', () => {
  const y = range.map((x) => 3 * x + (x % 20 === 7 ? 10_000 : 0));
  const { slope, low, high } = theilSen(range, y);
  expect(slope).toBeCloseTo(3, 6);
  expect(low).toBeLessThanOrEqual(slope);
  expect(high).toBeGreaterThanOrEqual(slope);
});

test('the interval has the true slope about 95 times in 100', () => {
  const random = new SeededRandom(5);
  let inside = 0;
  for (let run = 0; run < 400; run++) {
    const { low, high } = theilSen(
      range,
      range.map((x) => 0.5 * x + random.normal()),
    );
    if (low <= 0.5 && high >= 0.5) inside += 1;
  }
  expect(inside / 400).toBeGreaterThan(0.92);
  expect(inside / 400).toBeLessThan(0.985);
});

test('fewer than three points are refused', () => {
  expect(() => theilSen([1, 2], [1, 2])).toThrow('at least 3 points, given 2 and 2');
});
