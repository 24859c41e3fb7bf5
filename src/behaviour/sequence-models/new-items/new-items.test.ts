import { expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { countShownNewItems } from './count-shown-new-items.ts';
import { knownContents, linkByContent } from './link-by-content.ts';
import { newItemRate } from './new-item-rate.ts';
import { exploreNewItems, scoreOfNew } from './rank-new-items.ts';

const unit = (...values: number[]) => {
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / norm);
};

test('a new item is linked most with the known item whose text is nearest', () => {
  const contents = knownContents([unit(1, 0, 0.1), unit(0, 1, 0.1), unit(-1, 0, 0.1), new Float32Array(3)]);
  const { neighbours, weights } = linkByContent(unit(0.1, 1, 0.1), contents)!;
  expect(neighbours[0]).toBe(1);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 6);
  expect(weights[0]).toBeGreaterThan(0.9);
  expect(linkByContent(new Float32Array(3), contents)).toBeNull();
  expect(linkByContent(unit(1, 0, 0), knownContents([]))).toBeNull();
});

test('the rate rises with events, and falls with impressions without', () => {
  const base = { knownItems: 100, eventsAnImpression: 0.01 };
  const rate = (events: number, shown: number, eventsSince = 50) =>
    newItemRate({ events, shown, eventsSince }, base);
  expect(rate(0, 0, 0)).toBeCloseTo(0.2, 12);
  expect(rate(1, 0)).toBeGreaterThan(1);
  expect(rate(5, 0)).toBeGreaterThan(rate(1, 0));
  expect(rate(0, 1000)).toBeLessThan(rate(0, 0) / 10);
  expect(rate(1_000_000, 0)).toBe(100);
});

test('a new item shares the probability of its neighbours, by its rate', () => {
  const scoreOf = (itemId: string) => ({ a: 3, b: 1 })[itemId];
  const one = scoreOfNew({ neighbours: [{ itemId: 'a', weight: 1 }], rate: 1 }, scoreOf);
  expect(one).toBeCloseTo(3, 12);
  const neighbours = ['a', 'b'].map((itemId) => ({ itemId, weight: 0.5 }));
  const other = scoreOfNew({ neighbours, rate: 2 }, scoreOf);
  expect(other).toBeCloseTo(Math.log((2 * (Math.exp(3) + Math.exp(1))) / 2), 12);
  expect(scoreOfNew({ neighbours: [{ itemId: 'gone', weight: 1 }], rate: 1 }, scoreOf)).toBeNaN();
});

test('places of exploration go to the new items that were shown least', () => {
  const fresh = [
    { item: 'x', score: 2, shown: 0 },
    { item: 'y', score: -2, shown: 3 },
    { item: 'z', score: -4, shown: 1 },
  ];
  const explored = (list: readonly string[], limit: number, places: number) =>
    exploreNewItems(list, fresh, { limit, places });
  expect(explored(['a', 'x', 'b'], 3, 0)).toEqual(['a', 'x', 'b']);
  expect(explored(['a', 'x', 'b'], 3, 1)).toEqual(['a', 'x', 'z']);
  expect(explored(['a', 'x', 'b', 'y', 'z'], 5, 1)).toEqual(['a', 'x', 'b', 'y', 'z']);
});

test('what is shown is counted, and not what the lists of an experiment had besides', async () => {
  const shown: unknown[] = [];
  const items = [
    { item_id: 'x', score: 1, new_item: true as const },
    { item_id: 'a', score: 0 },
  ];
  const service = countShownNewItems({
    inference: { predict: async () => ({ model_id: 'm', model_version: 'v1', items }) } as never,
    models: { get: async () => ({ made: { capabilities: ['predict'] }, datasetId: 'ds' }) } as never,
    datasets: { getKept: async () => ({ name: 'shop' }) } as never,
    newItems: { addShown: async (places) => void shown.push(places) },
  });
  const tenant = tenantId('ten_a');
  await service.predict(tenant, 'm', { person_id: 'ana' } as never);
  expect(shown).toEqual([]);
  await service.predict(tenant, 'm', { person_id: 'ana', new_items: { exploration_share: 0 } } as never);
  expect(shown).toEqual([{ tenantId: tenant, name: 'shop', places: 2, itemIds: ['x'] }]);
});
