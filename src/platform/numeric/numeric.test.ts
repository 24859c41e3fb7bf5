import { describe, expect, it } from 'vitest';
import { logit, sigmoid } from './logistic.ts';
import { mean, median, quantile, standardDeviation, standardError } from './statistics.ts';
import { cosine, dot, dotFloat64, dotRows, norm, normalize } from './vectors.ts';

describe('vectors', () => {
  it('have products and lengths', () => {
    const [a, b] = [Float32Array.of(1, 2, 3), Float32Array.of(4, -5, 6)];
    expect(dot(a, b)).toBe(12);
    expect(dot(a, Float32Array.of(4, -5))).toBe(-6);
    expect(dotFloat64(Float64Array.from(a), Float64Array.from(b))).toBe(12);
    expect(dotRows(a, 1, b, 0, 2)).toBe(-7);
    expect(norm([3, 4])).toBe(5);
    expect(cosine(a, a)).toBeCloseTo(1, 12);
    expect(cosine(a, new Float32Array(3))).toBeNaN();
  });

  it('are normalized in place; the zero vector stays zero', () => {
    const vector = Float64Array.of(3, 4);
    expect(normalize(vector)).toBe(vector);
    expect([...vector]).toEqual([0.6, 0.8]);
    expect([...normalize(new Float32Array(2))]).toEqual([0, 0]);
  });
});

describe('log-odds', () => {
  it.each([-30, -2, 0, 0.5, 20])('of a probability lead back to it: %s', (x) => {
    expect(logit(sigmoid(x))).toBeCloseTo(x, 6);
    expect(sigmoid(x) + sigmoid(-x)).toBeCloseTo(1, 15);
  });

  it('are infinite at the ends', () => {
    expect([sigmoid(-1000), sigmoid(1000)]).toEqual([0, 1]);
    expect([logit(0), logit(1)]).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
  });
});

describe('statistics', () => {
  it('are those of the values', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(median([9, 1, 4])).toBe(4);
    expect(median([9, 1, 4, 6])).toBe(5);
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBe(2);
    expect(standardError([1, 3])).toBe(1);
    expect([0, 0.5, 0.75, 0.9, 1].map((share) => quantile([4, 2, 1, 3], share))).toEqual([1, 2, 3, 4, 4]);
  });

  it('are no numbers for no values', () => {
    expect([mean([]), median([]), quantile([], 0.5), standardDeviation([])]).toEqual(
      Array(4).fill(Number.NaN),
    );
  });
});
