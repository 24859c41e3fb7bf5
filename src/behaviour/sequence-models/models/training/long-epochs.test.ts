import { expect, test } from 'vitest';
import { longEpochs } from './long-epochs.ts';

const passOf = (batches: number) => (pass: number) =>
  Array.from({ length: batches }, (_, n) => `${pass}.${n}`);

test('an epoch has at least 50 steps, and no pass is made twice', () => {
  const epoch = longEpochs(passOf(20));
  expect(epoch(1).passes).toBe(3);
  expect(epoch(1).batches).toHaveLength(60);
  expect(new Set([...epoch(1).batches, ...epoch(2).batches]).size).toBe(120);
  expect(longEpochs(passOf(51))(1).passes).toBe(1);
});

test('a later fit makes as many passes as the fit that chose its epochs, though it has more data', () => {
  const chosen = longEpochs(passOf(46))(1);
  expect([chosen.passes, longEpochs(passOf(51))(1).passes]).toEqual([2, 1]);
  const later = longEpochs(passOf(51), chosen.passes);
  expect([later(1).passes, later(3).batches[0]]).toEqual([2, '5.0']);
});
