import { expect, test } from 'vitest';
import { markovCounts } from '../../src/behaviour/sequence-models/baselines/markov.ts';
import { countItems } from '../../src/behaviour/sequence-models/baselines/popularity.ts';
import { simulateHistories } from './simulate-histories.ts';

const given = { items: 1000, people: 400, eventsAPerson: 20, seed: 3 };

test('simulated histories are a function of the seed, ordered in time, over the whole catalogue', () => {
  const histories = simulateHistories(given);
  expect(simulateHistories(given)).toEqual(histories);
  expect(simulateHistories({ ...given, seed: 4 }).items).not.toEqual(histories.items);
  const { offsets, items, timestampsMs, itemIds, personIds } = histories;
  expect([itemIds.length, personIds.length]).toEqual([1000, 400]);
  expect(items.length / 400).toBeGreaterThan(18);
  expect(items.length / 400).toBeLessThan(22);
  for (let person = 0; person < 400; person++)
    for (let at = offsets[person]! + 1; at < offsets[person + 1]!; at++)
      expect(timestampsMs[at]).toBeGreaterThan(timestampsMs[at - 1]!);
  for (const item of items) expect(item).toBeLessThan(1000);
});

test('they have popular items and followers, so that something can be learned', () => {
  const histories = simulateHistories({ ...given, people: 4000 });
  const counts = [...countItems(histories)].sort((a, b) => b - a);
  expect(counts[0]! / counts[500]!).toBeGreaterThan(10);
  // The fifty second items of clusters: what follows most often is one of the next three.
  const row = markovCounts(histories).row(1);
  const followers = [2, 3, 4].map((item) => row.counts[row.items.indexOf(item)] ?? 0);
  expect(
    followers.reduce((sum, count) => sum + count) / row.counts.reduce((sum, count) => sum + count),
  ).toBeGreaterThan(0.35);
});
