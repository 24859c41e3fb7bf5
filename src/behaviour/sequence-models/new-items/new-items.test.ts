import { describe, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { countShownNewItems } from './count-shown-new-items.ts';
import { knownContents, linkByContent } from './link-by-content.ts';
import { newItemRate } from './new-item-rate.ts';
import { mergeNewItems, scoreNewItems } from './rank-new-items.ts';

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

describe('a list with new items', () => {
  const scores = new Map([
    ['a', 3],
    ['b', 1],
  ]);
  const linked = (itemId: string, rate: number, shown = 0, neighbours = [{ itemId: 'a', weight: 1 }]) => {
    return { itemId, neighbours, rate, shown };
  };
  const known = ['a', 'b'].map((item_id) => ({ item_id, score: scores.get(item_id)! }));

  test('a new item shares the probability of its neighbours, by its rate', () => {
    const half = [
      { itemId: 'a', weight: 0.5 },
      { itemId: 'b', weight: 0.5 },
    ];
    const [one, other] = scoreNewItems([linked('x', 1), linked('y', 2, 0, half)], scores);
    expect(one!.score).toBeCloseTo(3, 12);
    expect(other!.score).toBeCloseTo(Math.log((2 * (Math.exp(3) + Math.exp(1))) / 2), 12);
    expect(scoreNewItems([linked('z', 1, 0, [{ itemId: 'gone', weight: 1 }])], scores)).toEqual([]);
  });

  test('they stand by their scores; places of exploration go to those that were shown least', () => {
    const fresh = scoreNewItems([linked('x', 0.5), linked('y', 0.01, 3), linked('z', 0.001, 1)], scores);
    const idsOf = (limit: number, places: number) =>
      mergeNewItems(known, fresh, { limit, places }).map(({ item_id }) => item_id);
    expect(idsOf(3, 0)).toEqual(['a', 'x', 'b']);
    expect(idsOf(3, 1)).toEqual(['a', 'x', 'z']);
    expect(idsOf(5, 1)).toEqual(['a', 'x', 'b', 'y', 'z']);
    expect(mergeNewItems(known, fresh, { limit: 2, places: 0 })[1]).toEqual({
      ...{ item_id: 'x', new_item: true },
      score: expect.closeTo(3 + Math.log(0.5), 12),
    });
  });
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
