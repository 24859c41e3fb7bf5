import { describe, expect, it } from 'vitest';
import { SeededRandom } from './seeded-random.ts';
import { mean, sumOfSquaredDeviations } from './statistics.ts';

const draws = (seed: number, count: number) => {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, () => random.uniform());
};

describe('seeded random numbers', () => {
  it('are those of mulberry32, for a seed and its remainder of 2^32', () => {
    const expected = [
      2 ** 32 * 0.6270739405881613,
      2 ** 32 * 0.002735721180215478,
      2 ** 32 * 0.5274470399599522,
    ];
    expect(draws(1, 3).map((value) => value * 2 ** 32)).toEqual(expected);
    expect(draws(1 + 2 ** 32, 3)).toEqual(draws(1, 3));
    expect(draws(-1, 3)).toEqual(draws(2 ** 32 - 1, 3));
  });

  it('have the moments of their distributions', () => {
    const random = new SeededRandom(5);
    const uniform = Array.from({ length: 40_000 }, () => random.uniform());
    const normal = Array.from({ length: 40_000 }, () => random.normal());
    expect(mean(uniform)).toBeCloseTo(0.5, 2);
    expect(sumOfSquaredDeviations(uniform) / uniform.length).toBeCloseTo(1 / 12, 2);
    expect(Math.abs(mean(normal))).toBeLessThan(0.02);
    expect(Math.abs(sumOfSquaredDeviations(normal) / normal.length - 1)).toBeLessThan(0.03);
  });

  it('reach every whole number in their range, and no other', () => {
    const random = new SeededRandom(2);
    const times = Array.from({ length: 500 }, (_, n) => n);
    expect([...new Set(times.map(() => random.below(3)))].sort()).toEqual([0, 1, 2]);
    expect([...new Set(times.map(() => random.between(4, 6)))].sort()).toEqual([4, 5, 6]);
    expect([...new Set(times.map(() => random.pick(['a', 'b'])))].sort()).toEqual(['a', 'b']);
  });

  it('shuffle and sample without loss or repetition', () => {
    const random = new SeededRandom(3);
    const items = Array.from({ length: 50 }, (_, n) => n);
    const shuffled = random.shuffle([...items]);
    expect(shuffled).not.toEqual(items);
    expect([...shuffled].sort((a, b) => a - b)).toEqual(items);
    expect(new Set(random.sample(items, 10)).size).toBe(10);
    expect(random.sample([1, 2], 5).sort()).toEqual([1, 2]);
  });
});
