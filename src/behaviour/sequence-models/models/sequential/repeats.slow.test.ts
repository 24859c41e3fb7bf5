/**
 * A simulated shop with planted repeats: two thirds of the purchases are a person's four staples in turn. No data
 * set with repeats and a free licence is at hand.
 */
import { expect, test } from 'vitest';
import { randomUniform } from '../../../../platform/numeric/random-streams.ts';
import { fitBaselines } from '../../baselines/fit-baselines.ts';
import { evaluateSplit } from '../../evaluation/evaluate-split.ts';
import { leaveOneOut } from '../../splits/leave-one-out.ts';
import { historiesOfRows } from '../../testing/snapshot-of.ts';
import { fitForSplit } from '../fit-for-split.ts';
import { sequentialRecommender } from './sequential-recommender.ts';

const [PEOPLE, ITEMS, STAPLES, DAY_MS] = [400, 150, 4, 86_400_000];

function purchases(person: number) {
  const uniform = randomUniform(person, 'purchases', 100).values();
  const next = () => uniform.next().value!;
  const anyItem = () => Math.floor(ITEMS * next() * next());
  const staples = Array.from({ length: STAPLES }, anyItem);
  return Array.from({ length: 12 + Math.floor(10 * next()) }, (_, day) => {
    const item = next() < 0.67 ? staples[day % STAPLES]! : anyItem();
    return [item, day * DAY_MS] as const;
  });
}

test('repeats are learned, and evaluated beside what each person takes most often', async () => {
  const histories = historiesOfRows(
    ITEMS,
    Array.from({ length: PEOPLE }, (_, person) => purchases(person)),
  );
  const split = leaveOneOut(histories);
  const shape = {
    people: PEOPLE,
    items: ITEMS,
    events: histories.items.length,
    medianLength: 16,
    longLength: 21,
  };
  const { settings } = sequentialRecommender.complete(
    { epochs: 12, width: 32, blend: false },
    { ...shape, hasTexts: false },
  );
  const { signal } = new AbortController();
  const fitted = await fitForSplit({
    ...{ architecture: sequentialRecommender, settings, name: 'model', base: null, codes: null, seed: 1 },
    catalogue: { itemIds: histories.itemIds, textVectors: null, createdAtMs: null },
    ...{ threads: 1, maxMemoryBytes: 4e9, signal, onProgress: () => {}, checkpointPathOf: () => null },
  })(split, 'imported');
  const { baselines } = await fitBaselines(split, { ease: { maxItems: 0 } });
  const given = { models: [fitted.ranker], baselines };
  const report = await evaluateSplit(split, given, { ties: 'imported', seen: 'ranked' });
  await fitted.close();
  const ndcg = (name: string) => report.rankers.find((ranker) => ranker.name === name)!.ndcg['10']!.value!;
  expect(report.protocol.targets_repeated).toBeGreaterThan(0.5);
  expect(ndcg('own most frequent')).toBeGreaterThan(2 * ndcg('popularity'));
  expect(ndcg('model')).toBeGreaterThan(ndcg('own most frequent'));
});
