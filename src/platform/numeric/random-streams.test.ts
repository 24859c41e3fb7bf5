import { expect, test } from 'vitest';
import { randomBytes, randomNormal, randomOrder, randomUniform } from './random-streams.ts';
import { mean, standardDeviation } from './statistics.ts';

test('numbers follow from seed and stream alone, and differ between them', () => {
  expect(randomUniform(1, 'a', 9)).toEqual(randomUniform(1, 'a', 9));
  expect(randomBytes(1, 'a', 40).subarray(0, 20)).toEqual(randomBytes(1, 'a', 20));
  expect(randomUniform(1, 'b', 9)).not.toEqual(randomUniform(1, 'a', 9));
  expect(randomUniform(2, 'a', 9)).not.toEqual(randomUniform(1, 'a', 9));
});

test('bytes are what openssl enc -aes-128-ctr gives for the first half of SHA-256("1 a") as key', () => {
  expect([...randomBytes(1, 'a', 4)]).toEqual([27, 244, 65, 74]);
});

test('uniform and normal numbers have their means and variances', () => {
  const moments = (values: Float64Array) => {
    return [mean(values), standardDeviation(values) ** 2];
  };
  const [uniform, normal] = [moments(randomUniform(5, 'u', 40_000)), moments(randomNormal(5, 'n', 40_001))];
  expect(uniform[0]).toBeCloseTo(0.5, 2);
  expect(uniform[1]).toBeCloseTo(1 / 12, 2);
  expect(Math.abs(normal[0]!)).toBeLessThan(0.02);
  expect(Math.abs(normal[1]! - 1)).toBeLessThan(0.03);
});

test('an order names everything once, and every place is reached', () => {
  expect([...randomOrder(1, 'o', 50)].sort((a, b) => a - b)).toEqual([...Array(50).keys()]);
  const firsts = new Set(Array.from({ length: 100 }, (_, epoch) => randomOrder(1, `epoch ${epoch}`, 5)[0]));
  expect(firsts.size).toBe(5);
});
