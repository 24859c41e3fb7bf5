import { expect, test } from 'vitest';
import { estimateEpochs } from './estimate-epochs.ts';

const at = (epoch: number, bestEpoch: number | null, more: object = {}) =>
  estimateEpochs({ done: epoch, validatedEpochs: epoch, bestEpoch, epochs: 100, patience: 5, ...more });

test('the expected number shrinks to best + patience while the validation does not improve', () => {
  expect([10, 11, 12, 13, 14, 15].map((epoch) => at(epoch, 10).expected)).toEqual([20, 19, 18, 17, 16, 15]);
  expect(at(10, 10)).toEqual({ done: 10, expected: 20, max: 100, best: 15 });
});

test('the expected number is at most the maximum and at least the epochs done', () => {
  expect(at(90, 90)).toEqual({ done: 90, expected: 100, max: 100, best: 100 });
  expect(at(0.5, null, { validatedEpochs: 0 })).toEqual({ done: 0.5, expected: 6.5, max: 100, best: 1.5 });
  expect(at(2.5, 1, { validatedEpochs: 2, patience: 1 }).expected).toBe(2.5);
  expect(at(3, null, { validatedEpochs: null })).toEqual({ done: 3, expected: 100, max: 100, best: null });
});
