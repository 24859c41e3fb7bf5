/** Items that were appended after the training of a model, in predictions over HTTP. */
import { beforeAll, expect, test } from 'vitest';
import { type ModelFields, Prediction } from '../../src/contract/model.ts';
import { circle, circleService, ITEMS } from '../support/circle-service.ts';

const { importDataset, resultOf, send, trainModel } = circleService();
/** It has learned little, as after an epoch; rows are appended to its dataset. */
let model: ModelFields;

beforeAll(async () => {
  const kinds = { return: { weight: -1 } };
  const datasetId = await importDataset({ name: 'stock', kinds, ...circle(ITEMS, 1000) });
  model = await trainModel(datasetId, 'first', { epochs: 1, learning_rate: 1e-4 });
  // Without events, an impression would be worth none.
  const events = Array.from({ length: 12 }, (_, n) => {
    const event = { event_id: `bought-${n}`, person_id: `p${1000 + n}`, item_id: 'item-f', kind: 'buy' };
    return { ...event, timestamp: '2024-02-28T00:00:00Z' };
  });
  await send(`/datasets/${datasetId}/events`, { events });
}, 120_000);

test('an item that was appended after the training is recommended where the request asks for new items', async () => {
  const path = `/models/${model.id}/predict`;
  const rows = `/datasets/${model.dataset_id}`;
  const items = [{ item_id: 'fresh', text: 'Thing number 3', attributes: { size: 77 } }];
  expect((await send(`${rows}/items`, { items })).status).toBe(200);
  const history = ['item-b', 'item-c'];
  const asked = { history, limit: ITEMS, new_items: {} };
  const scoreOf = async (more: object = {}) => {
    const { items: ranked } = Prediction.parse((await send(path, { ...asked, ...more })).body);
    return ranked.find(({ item_id }) => item_id === 'fresh');
  };
  expect(await scoreOf({ new_items: undefined })).toBeUndefined();
  const first = (await scoreOf())!;
  expect(first).toMatchObject({ new_item: true, score: expect.any(Number) });
  expect((await send(path, { history, candidate_item_ids: ['fresh'] })).body.error.code).toBe('unknown_item');
  expect(await scoreOf({ candidate_item_ids: ['fresh', 'item-f'] })).toMatchObject({ new_item: true });
  expect(await scoreOf({ candidate_item_ids: ['item-f'] })).toBeUndefined();
  expect(await scoreOf({ exclude_item_ids: ['fresh'] })).toBeUndefined();
  const far = { history: ['item-h', 'item-i'], limit: 2 };
  expect(await scoreOf(far)).toBeUndefined();
  const explored = await send(path, { ...far, new_items: { exploration_share: 0.5 } });
  expect(explored.body.items.map(({ item_id }: { item_id: string }) => item_id)[1]).toBe('fresh');
  const impressions = (await scoreOf())!;
  expect(impressions.score).toBeLessThan(first.score);
  const events = ['p1020', 'p1021'].map((person_id) => {
    const event = { event_id: `fresh-${person_id}`, person_id, item_id: 'fresh', kind: 'view' };
    return { ...event, timestamp: '2024-03-01T00:00:00Z' };
  });
  expect((await send(`${rows}/events`, { events })).status).toBe(200);
  expect((await scoreOf())!.score).toBeGreaterThan(impressions.score);
  // A person who has taken it is not offered it again.
  expect(await scoreOf({ history: undefined, person_id: 'p1020' })).toBeUndefined();
  await optionsHoldFor('fresh', path, asked);
  const twice = await send(path, { ...asked, candidate_item_ids: ['fresh', 'fresh'] });
  expect(twice.body.error.code).toBe('duplicate_id');
  const excluded = { candidate_item_ids: ['fresh', 'item-f'], exclude_item_ids: ['fresh'] };
  expect(await scoreOf(excluded)).toBeUndefined();
});

/** Filters, boosts, rules, diversity and reasons of a prediction read a new item like others. */
async function optionsHoldFor(fresh: string, path: string, asked: object) {
  const ranked = async (more: object) => Prediction.parse((await send(path, { ...asked, ...more })).body);
  const only = await ranked({ filters: { size: 77 } });
  expect(only.items.map(({ item_id }) => item_id)).toEqual([fresh]);
  const boost = { filter: { size: 77 }, weight: 2 };
  const boosted = await ranked({ filters: { size: 77 }, boosts: [boost], explain: true });
  expect(boosted.items[0]!.score - only.items[0]!.score).toBeCloseTo(2, 1);
  expect(boosted.items[0]!.resembles![0]!.item_id).toBe('item-d');
  const pinned = await ranked({ rules: [{ filter: { size: 77 }, pin_at: 2 }] });
  expect([pinned.items[1]!.item_id, pinned.rules![0]!.held]).toEqual([fresh, true]);
  const diverse = await ranked({ diversity: 0.5 });
  expect(diverse.items.map(({ item_id }) => item_id)).toContain(fresh);
  const rules = [{ filter: { size: 77 }, max_share: 0.5 }];
  const refused = await send(path, { ...asked, rules, new_items: { exploration_share: 0.1 } });
  const place = refused.body.error.details.issues[0].path;
  expect([refused.status, place]).toEqual([400, 'new_items.exploration_share']);
}

test('what people return counts for no new item, and is not offered to them again', async () => {
  const returned = (person_id: string, item_id: string) => {
    const event = { event_id: `back-${person_id}-${item_id}`, person_id, item_id, kind: 'return' };
    return { ...event, timestamp: '2024-03-02T00:00:00Z' };
  };
  const predicted = async (more: object) =>
    Prediction.parse((await send(`/models/${model.id}/predict`, { limit: 20, ...more })).body);
  const scoreOfFresh = async () => {
    const { items } = await predicted({ history: ['item-b'], new_items: {} });
    return items.find(({ item_id }) => item_id === 'fresh')!.score;
  };
  const before = await scoreOfFresh();
  const people = ['p1022', 'p1023', 'p1024'];
  const events = [
    ...people.map((person) => returned(person, 'fresh')),
    returned('p1022', 'item-c'),
    returned('refuser', 'item-d'),
  ];
  expect((await send(`/datasets/${model.dataset_id}/events`, { events })).status).toBe(200);
  expect(await scoreOfFresh()).toBeLessThan(before);
  const idsOf = ({ items }: { readonly items: readonly { readonly item_id: string }[] }) =>
    items.map(({ item_id }) => item_id);
  expect(idsOf(await predicted({ person_id: 'p1022', new_items: {} }))).not.toContain('fresh');
  const path = `/models/${model.id}/similar-items`;
  const similar = await send(path, { item_id: 'item-a', person_id: 'p1022', limit: 20 });
  expect(idsOf(similar.body)).not.toContain('item-c');
  // Nothing is known of this person but the return.
  const refuser = await predicted({ person_id: 'refuser' });
  expect([refuser.fallback, refuser.items.length]).toEqual(['popularity', ITEMS - 1]);
  const request = { people: [{ person_id: 'refuser' }], limit: 20 };
  const { result } = await resultOf(`/models/${model.id}/batch-predictions`, request, 'batch-returns');
  const [line] = (await (await fetch(result.download_url as string)).text()).trimEnd().split('\n');
  expect(idsOf(JSON.parse(line!))).toEqual(idsOf(refuser));
});
