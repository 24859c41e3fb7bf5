/** Predictions, embeddings and similar items of one model over HTTP, with the options of a ranking. */
import { beforeAll, expect, test } from 'vitest';
import { ItemVectors, SimilarItems } from '../../src/contract/item-vectors.ts';
import { Embedding, type ModelFields, Prediction } from '../../src/contract/model.ts';
import { cosine } from '../../src/platform/numeric/vectors.ts';
import { circle, circleService, ITEMS, settings, starts } from '../support/circle-service.ts';

const { importDataset, resultOf, send, trainModel } = circleService();
let datasetId: string;
let model: ModelFields;

beforeAll(async () => {
  datasetId = await importDataset({ name: 'circle', ...circle(ITEMS) });
  model = await trainModel(datasetId, 'next');
}, 120_000);

test('scores without a history are the logarithms of shares; a boost adds to the log-odds', async () => {
  const scoresOf = async (body: object) => {
    const { items } = Prediction.parse((await send(`/models/${model.id}/predict`, body)).body);
    return new Map(items.map(({ item_id, score }) => [item_id, score]));
  };
  const alone = await scoresOf({ history: [], limit: ITEMS });
  expect([...alone.values()].reduce((sum, score) => sum + Math.exp(score), 0)).toBeCloseTo(1, 5);
  const asked = { history: ['item-a', 'item-b'], limit: ITEMS };
  const before = await scoresOf(asked);
  const boosted = await scoresOf({ ...asked, boosts: [{ filter: { size: 4 }, weight: Math.log(2) }] });
  // The odds of item-e, of size 4, against each other item are twice those of before.
  for (const [id, score] of before)
    expect(boosted.get(id)! - score).toBeCloseTo(id === 'item-e' ? Math.log(2) : 0, 5);
});

test('predicts among candidates as over the whole catalogue, with the same bytes under concurrent requests', async () => {
  const path = `/models/${model.id}/predict`;
  const history = ['item-c', 'item-d', 'item-e'];
  const all = { history, exclude_seen: false };
  const { items, model_id, model_version } = Prediction.parse((await send(path, all)).body);
  expect([model_id, model_version, items.length]).toEqual([model.id, 'v1', ITEMS]);
  for (const [at, { score }] of items.entries())
    expect(score).toBeLessThanOrEqual(items[at - 1]?.score ?? Infinity);
  const candidates = ['item-k', 'item-b', 'item-f', 'item-a'];
  const among = Prediction.parse(
    (await send(path, { history, candidate_item_ids: candidates, limit: 3 })).body,
  );
  const wanted = items.filter(({ item_id }) => candidates.includes(item_id)).slice(0, 3);
  expect(among.items).toEqual(wanted);
  const many = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      send(path, { ...all, history: n % 2 === 0 ? history : history.slice(0, 1 + (n % 3)) }),
    ),
  );
  for (const [n, { body }] of many.entries()) if (n % 2 === 0) expect(body.items).toEqual(items);
  const popular = Prediction.parse((await send(path, { history: [], limit: 2 })).body);
  expect([popular.items.length, popular.fallback]).toEqual([2, 'popularity']);
  expect(many[0]!.body.fallback).toBeUndefined();
});

test('times of a history are read where they are given', async () => {
  const path = `/models/${model.id}/predict`;
  const history = ['item-c', 'item-d', 'item-e'];
  const at = (days: number) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString();
  const scoresAt = async (times?: readonly string[]) => {
    const asked = { history, exclude_seen: false, ...(times && { history_timestamps: times }) };
    const { items } = Prediction.parse((await send(path, asked)).body);
    return new Map(items.map(({ item_id, score }) => [item_id, score]));
  };
  const [daily, hourly, unknown] = [
    await scoresAt([0, 1, 2].map(at)),
    await scoresAt([0, 0.04, 0.08].map(at)),
    await scoresAt(),
  ];
  for (const other of [hourly, unknown]) {
    expect([...other.keys()].sort()).toEqual([...daily.keys()].sort());
    expect(other.get('item-f')).not.toBe(daily.get('item-f'));
  }
  const { status, body } = await send(path, { history, history_timestamps: [at(0)] });
  expect([status, body.error.code, body.error.message]).toEqual([
    400,
    'invalid_request',
    expect.stringContaining('as many as the items of history'),
  ]);
});

test('what a shop does not want is left out; a diverse answer says what speaks for its items', async () => {
  const path = `/models/${model.id}/predict`;
  const history = ['item-a', 'item-b', 'nothing', ...Array(8).fill('item-c'), 'item-d'];
  const asked = { history, unknown_items: 'ignore', long_history: 'truncate', limit: 4 };
  const plain = Prediction.parse((await send(path, { ...asked, exclude_item_ids: ['item-e'] })).body);
  expect(plain).toMatchObject({ ignored_item_ids: ['nothing'], history_truncated: true });
  expect(plain.items).toHaveLength(4);
  for (const { item_id } of plain.items)
    expect(['item-a', 'item-b', 'item-c', 'item-d', 'item-e']).not.toContain(item_id);
  const { items } = Prediction.parse((await send(path, { ...asked, diversity: 0.5, explain: true })).body);
  const best = Prediction.parse((await send(path, { ...asked, limit: 1 })).body);
  expect(items[0]).toMatchObject(best.items[0]!);
  for (const { because } of items) {
    for (const { item_id } of because!) expect(['item-c', 'item-d']).toContain(item_id);
    expect(because!.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual(1.000001);
  }
});

test('filters and boosts read the attributes that the dataset declares', async () => {
  const path = `/models/${model.id}/predict`;
  const asked = { history: ['item-a'], limit: ITEMS };
  const named = async (more: object) => {
    const { body } = await send(path, { ...asked, ...more });
    return Prediction.parse(body)
      .items.map(({ item_id }) => item_id)
      .sort();
  };
  // Items 0, 2, 4 … have their number as size; item 0 is in the history.
  expect(await named({ filters: { size: { gte: 4, lt: 8 } } })).toEqual(['item-e', 'item-g']);
  expect(await named({ filters: { size: { exists: true } }, exclude_seen: false })).toHaveLength(ITEMS / 2);
  expect(await named({ filters: { created_at: { gte: '2020-01-01' } }, exclude_seen: false })).toEqual([
    'item-a',
  ]);
  const boosts = [{ filter: { size: 6 }, weight: 100 }];
  const { body } = await send(path, { ...asked, boosts, limit: 1 });
  expect(Prediction.parse(body)).toMatchObject({ items: [{ item_id: 'item-g' }], boosts });
  const unknown = await send(path, { ...asked, filters: { colour: 'red' } });
  expect([unknown.status, unknown.body.error.code]).toEqual([422, 'unknown_filter']);
  expect(unknown.body.error.details.known).toEqual(['created_at', 'size']);
  const batch = { filters: { size: 'large' } };
  const refused = await send(`/models/${model.id}/batch-predictions`, batch, 'batch-0002');
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
});

test('rules hold in the ranking, and say what they cost', async () => {
  const path = `/models/${model.id}/predict`;
  const sized = { size: { exists: true } };
  const asked = { history: ['item-a', 'item-b'], exclude_seen: false, limit: 6 };
  const { items: plain } = Prediction.parse((await send(path, asked)).body);
  const rules = [
    { filter: sized, max_share: 0.34, in_top: 6 },
    { filter: { size: 10 }, pin_at: 2 },
  ];
  const ruled = Prediction.parse((await send(path, { ...asked, rules })).body);
  expect(ruled.items[1]!.item_id).toBe('item-k');
  const isSized = (id: string) => id.charCodeAt(id.length - 1) % 2 === 1;
  expect(ruled.items).toHaveLength(6);
  expect(ruled.items.filter(({ item_id }) => isSized(item_id))).toHaveLength(2);
  expect(ruled.rules).toMatchObject([
    { filter: sized, max_share: 0.34, in_top: 6, wanted: 2, filled: 2, held: true },
    { pin_at: 2, wanted: 1, filled: 1, held: true },
  ]);
  const both = [
    { filter: { size: 10 }, min_share: 1 },
    { filter: { size: 4 }, pin_at: 1 },
  ];
  for (const [to, key] of [['predict'], ['batch-predictions', 'batch-0003']] as const) {
    const body = { rules: both, ...(to === 'predict' && { history: [] }) };
    const refused = await send(`/models/${model.id}/${to}`, body, key);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringMatching(/rules.0. and rules.1./),
    ]);
  }
  const byScore = new Map(plain.map(({ item_id, score }) => [item_id, score]));
  for (const { item_id, score } of ruled.items) expect(score).toBe(byScore.get(item_id) ?? score);
  const similar = { item_id: 'item-a', rules: [{ filter: { size: 10 }, pin_at: 1 }], person_id: 'p1' };
  const near = SimilarItems.parse((await send(`/models/${model.id}/similar-items`, similar)).body);
  expect(near.items[0]!.item_id).toBe('item-k');
  const own = circle(ITEMS).events.filter(({ person_id }) => person_id === 'p1');
  for (const { item_id } of own) expect(near.items.map((item) => item.item_id)).not.toContain(item_id);
  const queried = SimilarItems.parse(
    (await send(`/models/${model.id}/similar-items?item_id=item-a&limit=3`)).body,
  );
  const posted = await send(`/models/${model.id}/similar-items`, { item_id: 'item-a', limit: 3 });
  expect(SimilarItems.parse(posted.body).items).toEqual(queried.items);
});

test('a person without events gets what people of the same features take', async () => {
  const path = `/models/${model.id}/predict`;
  const early = circle(ITEMS).events.filter(({ person_id }) =>
    starts(ITEMS).some((one) => one.person_id === person_id && one.attributes.start === 'early'),
  );
  const takers = (id: string) => early.filter(({ item_id }) => item_id === id).length;
  const cold = Prediction.parse((await send(path, { person_id: 'cold', limit: 3 })).body);
  const given = { history: [], person_features: { start: 'early' }, limit: 3 };
  const visitor = Prediction.parse((await send(path, given)).body);
  expect([cold.fallback, visitor.fallback]).toEqual(['person_features', 'person_features']);
  expect(visitor.items).toEqual(cold.items);
  const most = Math.max(...circle(ITEMS).items.map(({ item_id }) => takers(item_id)));
  expect(takers(cold.items[0]!.item_id)).toBe(most);
  const nobody = await send(path, { person_id: 'nobody' });
  expect([nobody.status, nobody.body.error.code]).toEqual([404, 'user_not_found']);
  for (const whose of [{ history: [] }, { history: ['item-a'] }, { person_id: 'p1' }]) {
    const unknown = await send(path, { ...whose, person_features: { age: 3 } });
    expect([unknown.status, unknown.body.error.details.issues[0].path]).toEqual([400, 'person_features.age']);
  }
});

test('embeds a history in the dimensions of the card', async () => {
  const { status, body } = await send(`/models/${model.id}/embed`, { history: ['item-a', 'item-b'] });
  const { embedding, dimensions } = Embedding.parse(body);
  expect([status, dimensions, embedding.length]).toEqual([200, 16, 16]);
  expect(embedding.every(Number.isFinite)).toBe(true);
});

test('the dot product of an item’s vector and that of a history is the network’s score; neighbours have the largest cosines', async () => {
  const history = ['item-a', 'item-b'];
  const item_ids = ['item-f', 'item-c', 'item-d'];
  const read = await send(`/models/${model.id}/item-vectors`, { item_ids });
  const { items, dimensions } = ItemVectors.parse(read.body);
  expect([items.map(({ item_id }) => item_id), dimensions]).toEqual([item_ids, 16]);
  const { embedding } = Embedding.parse((await send(`/models/${model.id}/embed`, { history })).body);
  const asked = { history, candidate_item_ids: item_ids };
  const { items: ranked } = Prediction.parse((await send(`/models/${model.id}/predict`, asked)).body);
  for (const { item_id, network_score } of ranked) {
    const vector = items.find((item) => item.item_id === item_id)!.vector!;
    expect(network_score).toBeCloseTo(
      vector.reduce((sum, value, d) => sum + value * embedding[d]!, 0),
      4,
    );
  }
  const path = `/models/${model.id}/similar-items`;
  const near = SimilarItems.parse((await send(`${path}?item_id=item-c&limit=100`)).body);
  expect(near.items).toHaveLength(ITEMS - 1);
  const vectorOf = (id: string) => Float32Array.from(items.find(({ item_id }) => item_id === id)!.vector!);
  const found = near.items.find(({ item_id }) => item_id === 'item-f')!;
  expect(found.similarity).toBeCloseTo(cosine(vectorOf('item-c'), vectorOf('item-f')), 5);
  const unknown = await send(`${path}?item_id=nothing`);
  expect([unknown.status, unknown.body.error.code]).toEqual([422, 'unknown_item']);
});

test('where a blend serves, the dot product is the score of the network', { timeout: 60_000 }, async () => {
  // After an epoch the network has not learned the circle, which a part that counts knows at once.
  const brief = { ...settings, evaluation: 'none', epochs: 1, learning_rate: 1e-4 };
  const asked = { dataset_id: datasetId, name: 'blended', settings: brief };
  const blended = (await resultOf('/adaptations', asked, 'adapt-blend')).result.model as ModelFields;
  const path = `/models/${blended.id}`;
  const history = ['item-a', 'item-b'];
  const { items } = Prediction.parse((await send(`${path}/predict`, { history, explain: true })).body);
  const { embedding } = Embedding.parse((await send(`${path}/embed`, { history })).body);
  const item_ids = items.map(({ item_id }) => item_id);
  const vectors = ItemVectors.parse((await send(`${path}/item-vectors`, { item_ids })).body).items;
  for (const [at, { score, network_score }] of items.entries()) {
    const product = vectors[at]!.vector!.reduce((sum, value, d) => sum + value * embedding[d]!, 0);
    expect(network_score).toBeCloseTo(product, 4);
    expect(score).not.toBeCloseTo(product, 4);
  }
  expect(items.length).toBeGreaterThan(5);
  const popular = Prediction.parse((await send(`${path}/predict`, { history: [] })).body);
  expect(popular.items[0]).not.toHaveProperty('network_score');
  expect((await send(path, undefined, undefined, 'DELETE')).status).toBe(200);
});

test.each([
  [
    'predict',
    { history: ['item-a', 'nobody'], candidate_item_ids: ['neither'] },
    422,
    'unknown_item',
    /nobody.*neither/,
  ],
  ['predict', { history: Array(9).fill('item-a') }, 422, 'history_too_long', /"max_history_items":8/],
  ['predict', { history: [], candidate_item_ids: ['item-a', 'item-a'] }, 422, 'duplicate_id', /item-a/],
  ['embed', { history: [] }, 422, 'empty_history', /./],
  ['embed', { history: ['nobody'] }, 422, 'unknown_item', /nobody/],
] as const)('%s %j is %i %s', async (what, body, status, code, told) => {
  const answer = await send(`/models/${model.id}/${what}`, body);
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  expect(JSON.stringify(answer.body.error.details)).toMatch(told);
});
