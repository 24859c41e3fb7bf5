/** Statistics of datasets and items of models over HTTP: scopes, malformed requests, pages and errors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AskedItems } from '../../behaviour/sequence-models/items/create-model-items-service.ts';
import { apiError, retryLater } from '../../contract/errors.ts';
import { type FakeServer, fakeServer, keys } from './testing/http-fakes.ts';

const lengths = { mean: 0, median: 0, p95: 0, longest: 0, bins: [] };
const statistics = {
  dataset_id: 'ds_1',
  people: 0,
  items: 1,
  items_with_events: 0,
  events: 0,
  first_event_at: null,
  last_event_at: null,
  kinds: [],
  kind_count: 0,
  timeline: { bin_days: 1, bins: [] },
  long_tail: { curve: [], half_of_events: 0, gini: 0, head: [] },
  histories: lengths,
  sessions: { gap_minutes: 30, count: 0, per_person: 0, lengths },
  repeats: { events: 0, share: 0 },
  fields: [],
};
const item = { item_id: 'a', title: 'A', text: '', features: [], image_url: null, events: 1 };
const asked: AskedItems[] = [];
let server: FakeServer;
beforeAll(async () => {
  server = await fakeServer({
    datasetStatistics: {
      get: async (_, id) => {
        if (id === 'ds_late') throw retryLater('warming_up', 'It is being measured.', 5000);
        if (id !== 'ds_1') throw apiError('dataset_not_found', 'There is none.', { dataset_id: id });
        return statistics;
      },
    },
    modelItems: {
      list: async (_, id, query) => {
        if (id !== 'model_1') throw apiError('model_not_found', 'There is none.', { model_id: id });
        asked.push(query);
        return { data: [item], next: query.before === null ? '1' : null };
      },
    },
  });
});
afterAll(() => server.app.close());

async function get(url: string, as: string = keys.all) {
  const answer = await server.app.inject({ url, headers: { authorization: `Bearer ${as}` } });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

describe('GET /v1/datasets/{dataset_id}/statistics', () => {
  const path = '/v1/datasets/ds_1/statistics';

  test('answers the figures', async () => {
    const { status, body } = await get(path);
    expect(status).toBe(200);
    expect(body).toEqual({ ...statistics, request_id: expect.any(String) });
  });

  test('is 404 for an unknown dataset, 400 for a malformed id or a query, 503 while it is measured', async () => {
    expect(await get('/v1/datasets/ds_2/statistics')).toMatchObject({
      status: 404,
      body: { error: { code: 'dataset_not_found' } },
    });
    expect((await get('/v1/datasets/-/statistics')).status).toBe(400);
    const late = await get('/v1/datasets/ds_late/statistics');
    expect(late).toMatchObject({ status: 503, body: { error: { code: 'warming_up' } } });
    expect(late.headers['retry-after']).toBe('5');
  });

  test('needs `data` or `read`', async () => {
    expect((await get(path, keys.data)).status).toBe(200);
    expect((await get(path, keys.reader)).status).toBe(200);
    expect((await get(path, keys.matcher)).status).toBe(403);
  });
});

describe('GET /v1/models/{model_id}/items', () => {
  const path = '/v1/models/model_1/items';

  test('passes on prefix, ids and limit', async () => {
    asked.length = 0;
    for (const query of ['', '?prefix=a%20b&limit=3', '?item_ids=a', '?item_ids=a&item_ids=b,c'])
      expect((await get(path + query)).status).toBe(200);
    expect(asked).toEqual([
      { prefix: undefined, itemIds: undefined, before: null, limit: 20 },
      { prefix: 'a b', itemIds: undefined, before: null, limit: 3 },
      { prefix: undefined, itemIds: ['a'], before: null, limit: 20 },
      { prefix: undefined, itemIds: ['a', 'b,c'], before: null, limit: 20 },
    ]);
  });

  test('goes on where the page ended, with the same filters alone', async () => {
    const first = (await get(`${path}?prefix=a&limit=1`)).body;
    expect(first).toMatchObject({ data: [item], has_more: true });
    const cursor = encodeURIComponent(first.next_cursor);
    const second = (await get(`${path}?prefix=a&limit=1&cursor=${cursor}`)).body;
    expect(second).toMatchObject({ data: [item], has_more: false, next_cursor: null });
    expect(asked.at(-1)).toMatchObject({ prefix: 'a', before: '1' });
    for (const query of [`cursor=${cursor}`, `prefix=b&cursor=${cursor}`, 'cursor=made-up'])
      expect((await get(`${path}?${query}`)).status, query).toBe(400);
  });

  test.each([
    'prefix=',
    'prefix=%00',
    'prefix=a&prefix=b',
    `prefix=${'a'.repeat(300)}`,
    'item_ids=',
    'item_ids=%07',
    Array.from({ length: 101 }, (_, n) => `item_ids=${n}`).join('&'),
    'limit=0',
    'limit=101',
    'other=1',
  ])('is 400 for ?%.40s', async (query) => {
    expect(await get(`${path}?${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request' } },
    });
  });

  test('is 404 for an unknown model, and needs `infer`, `train` or `read`', async () => {
    expect(await get('/v1/models/model_2/items')).toMatchObject({
      status: 404,
      body: { error: { code: 'model_not_found' } },
    });
    expect((await get(path, keys.reader)).status).toBe(200);
    for (const key of [keys.data, keys.matcher]) expect((await get(path, key)).status).toBe(403);
  });
});
