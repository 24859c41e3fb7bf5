/**
 * Models over HTTP: a dataset, its adaptation, the card, predictions, embeddings, simulations, and a model
 * trained from the first one. The settings are small, so that training takes seconds.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ItemVectors, SimilarItems } from '../src/contract/item-vectors.ts';
import { Job } from '../src/contract/job.ts';
import { Embedding, Model, type ModelFields, ModelList, Prediction } from '../src/contract/model.ts';
import { ModelExperiment } from '../src/contract/model-experiment.ts';
import type { Segment } from '../src/contract/model-segments.ts';
import { Simulation } from '../src/contract/simulation.ts';
import { Trending } from '../src/contract/trending.ts';
import { SeededRandom } from '../src/platform/numeric/seeded-random.ts';
import { cosine } from '../src/platform/numeric/vectors.ts';
import { temporaryFolder, tenantWithKey } from './running-service.ts';
import { jsonOf, runHere } from './service/testing/run-cli.ts';
import { type ServiceHere, startServiceHere } from './service/testing/service-here.ts';

const folder = temporaryFolder();
let service: ServiceHere;
let key: string;
let datasetId: string;
let model: ModelFields;
/** Trained on a dataset of its own, to which rows may be appended. */
let another: ModelFields;

const PEOPLE = 60;
const ITEMS = 12;
const settings = {
  width: 16,
  blocks: 1,
  heads: 2,
  history_length: 8,
  epochs: 6,
  time_gaps: 'until_now',
  evaluation: 'brief',
} as const;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'shop');
  service = await startServiceHere(folder.path);
}, 60_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

async function send(path: string, body?: object, idempotencyKey?: string, method?: 'DELETE' | 'PUT') {
  const answer = await fetch(`${service.url}/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) };
}

async function ended(jobId: string): Promise<Job> {
  for (;;) {
    const job = Job.parse((await send(`/jobs/${jobId}`)).body);
    if (!['queued', 'running'].includes(job.status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function resultOf(path: string, body: object, idempotencyKey: string) {
  const accepted = await send(path, body, idempotencyKey);
  expect([accepted.status, accepted.body.status, accepted.body.error]).toEqual([202, 'queued', null]);
  const job = await ended(accepted.body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  return { job, result: job.result! };
}

/** The half of the circle in which a person starts; the order of the draws is that of `circle`. */
function starts(items: number) {
  const random = new SeededRandom(3);
  return Array.from({ length: PEOPLE }, (_, person) => {
    const isEarly = Math.floor(random.uniform() * items) < items / 2;
    return { person_id: `p${person}`, attributes: { start: isEarly ? 'early' : 'late' } };
  });
}

/** Every person walks the circle of items from a random start, so that the next item can be learned. */
function circle(items: number, from = 0) {
  const random = new SeededRandom(3);
  const id = (n: number) => `item-${String.fromCharCode(97 + (n % items))}`;
  return {
    features: { items: { size: 'number' }, people: { start: 'category' } },
    people: [...starts(items), { person_id: 'cold', attributes: { start: 'early' } }],
    items: Array.from({ length: items }, (_, n) => ({
      item_id: id(n),
      text: `Thing number ${n}`,
      ...(n % 2 === 0 && { attributes: { size: n } }),
      ...(n === 0 && { created_at: '2024-01-01T00:00:00Z' }),
    })),
    events: Array.from({ length: PEOPLE }, (_, person) => {
      const start = Math.floor(random.uniform() * items);
      return Array.from({ length: 5 }, (_, step) => ({
        event_id: `e-${from}-${person}-${step}`,
        person_id: `p${from + person}`,
        item_id: id(start + step),
        kind: 'view',
        timestamp: new Date(Date.UTC(2024, 0, 1 + step ** 2, 0, person)).toISOString(),
      }));
    }).flat(),
  };
}

test('a dataset becomes a model whose card has its kind and its figures', { timeout: 120_000 }, async () => {
  const imported = await resultOf('/datasets', { name: 'circle', ...circle(ITEMS) }, 'import-0001');
  datasetId = (imported.result.dataset as { id: string }).id;
  const request = { dataset_id: datasetId, name: 'next', settings };
  const accepted = await send('/adaptations', request, 'adapt-0001');
  expect(accepted.body).toMatchObject({
    kind: 'model_adaptation',
    resource: { type: 'model', id: expect.stringMatching(/^model_[0-9a-z]{26}$/) },
  });
  const modelId = accepted.body.resource.id;
  const early = await send(`/models/${modelId}/predict`, { history: [] });
  expect([early.status, early.body.error?.code]).toEqual([409, 'model_not_ready']);
  expect((await send('/adaptations', request, 'adapt-0001')).text).toBe(accepted.text);
  const job = await ended(accepted.body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  expect(job.detail).toMatchObject({
    stage: expect.any(String),
    epoch: expect.any(Number),
    loss: expect.any(Number),
  });
  const { body } = await send(`/models/${modelId}`);
  const { request_id: _, ...card } = Model.parse(body);
  model = card;
  expect(job.result).toEqual({ model: card });
  expect(card).toMatchObject({
    name: 'next',
    version: 'v1',
    architecture: 'sequential-recommender',
    training_method: 'trained_from_scratch',
    status: 'ready',
    capabilities: ['predict', 'embed'],
    dataset_id: datasetId,
    item_count: ITEMS,
    max_history_items: 8,
    embedding_dimensions: 16,
    error: null,
  });
  expect(card.evaluation).toMatch(/circle v1.*Leave one out, 60 people.*chosen by leave-one-out/s);
  expect(card.evaluation_report).toMatchObject({
    splits: [{ protocol: { split: 'leave-one-out', ties: 'imported' } }],
  });
  expect(card.training).toMatchObject({
    settings: { width: 16, item_features: true, time_gaps: 'until_now' },
    protocol: 'leave_one_out',
    reasons: expect.arrayContaining([expect.stringMatching(/^Chosen by leave-one-out: by time there are/)]),
    fit: { epochs: expect.any(Number) },
  });
  expect(ModelList.parse((await send('/models')).body).data).toEqual([card]);
});

test('what chooses is one of two protocols; another one is refused, and nothing is stored', async () => {
  const before = (await send('/models')).text.length;
  const request = { dataset_id: datasetId, name: 'other', settings: { ...settings, protocol: 'random' } };
  const refused = await send('/adaptations', request, 'adapt-protocol');
  expect([refused.status, refused.body.error.code]).toEqual([400, 'invalid_request']);
  const refit = { dataset_id: datasetId, settings: { protocol: 7 } };
  expect((await send('/model-aliases/live/refits', refit, 'refit-protocol')).status).toBe(400);
  expect((await send('/models')).text.length).toBe(before);
});

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

test('the model keeps the attributes of its items, in the order of its catalogue', () => {
  const artifacts = join(folder.path, 'artifacts');
  const files = readdirSync(artifacts, { recursive: true, encoding: 'utf8' });
  const file = files.find((name) => name.includes(model.id) && name.endsWith('-attributes.jsonl'))!;
  const lines = readFileSync(join(artifacts, file), 'utf8').split('\n').slice(0, -1);
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    ...(n === 0 && { created_at_ms: Date.UTC(2024, 0, 1) }),
    ...(n % 2 === 0 && { attributes: { size: n } }),
  }));
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { features: { size: { type: 'number' } } },
    ...items,
  ]);
});

test('an alias stands for the model that it was moved to last, also in bodies', async () => {
  const put = async (name: string, body: object) => {
    const answer = await fetch(`${service.url}/v1/model-aliases/${name}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers and errors
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const { status, body } = await put('live', { model_id: model.id, reason: 'the first' });
  expect([status, body.name, body.id, body.model_id]).toEqual([200, 'live', 'alias:live', model.id]);
  expect(body.moves).toMatchObject([{ model_id: model.id, reason: 'the first' }]);
  const again = await put('live', { model_id: 'alias:live' });
  expect(again.body.moves).toEqual(body.moves);
  const history = ['item-c'];
  const direct = await send(`/models/${model.id}/predict`, { history });
  const aliased = await send('/models/alias:live/predict', { history });
  expect({ ...aliased.body, request_id: 0 }).toEqual({ ...direct.body, request_id: 0 });
  expect((await send('/models/alias:live')).body.id).toBe(model.id);
  expect((await send('/models/alias:live/items')).body.data).toHaveLength(ITEMS);
  expect((await put('live', { model_id: model.id, from_model_id: 'model_other' })).body.error).toMatchObject({
    code: 'conflict',
    details: { alias: 'live', model_id: model.id, from_model_id: 'model_other' },
  });
  expect((await put('new', { model_id: 'model_none' })).status).toBe(404);
  expect((await put('-a', { model_id: model.id })).status).toBe(400);
  expect((await put('new', { model_id: model.id, to: 1 })).body.error.code).toBe('invalid_request');
  expect((await send('/model-aliases')).body.data).toMatchObject([{ name: 'live' }]);
  const missing = await send('/models/alias:new/predict', { history });
  expect([missing.status, missing.body.error.code]).toEqual([404, 'model_not_found']);
  const removed = await fetch(`${service.url}/v1/model-aliases/live`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${key}` },
  });
  expect([removed.status, await removed.json()]).toMatchObject([200, { name: 'live', removed: true }]);
  expect((await send('/models/alias:live')).status).toBe(404);
});

/** Events as a history with its times. */
function visits(events: readonly { readonly item_id: string; readonly timestamp: string }[]) {
  return {
    history: events.map(({ item_id }) => item_id),
    history_timestamps: events.map(({ timestamp }) => timestamp),
  };
}

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

test('items that rise are listed with their counts, by filters over items and people', async () => {
  const path = `/datasets/${datasetId}/trending`;
  const { events } = circle(ITEMS);
  const last = Date.UTC(2024, 0, 17);
  const trending = async (more: object) => Trending.parse((await send(path, more)).body);
  const { window, items } = await trending({ window_hours: 24, limit: 100 });
  expect(Date.parse(window.until)).toBeGreaterThan(last);
  const risen = events.filter(({ timestamp }) => timestamp > window.from && timestamp <= window.until);
  expect(items.reduce((sum, one) => sum + one.events, 0)).toBe(risen.length);
  expect(items.every((one) => one.events === one.people && one.events_before === 0)).toBe(true);
  const sized = await trending({ window_hours: 24, filters: { size: 4 } });
  expect(sized.items.map(({ item_id }) => item_id)).toEqual(['item-e']);
  const [early, late] = [
    await trending({ window_hours: 24, limit: 100, person_filters: { start: 'early' } }),
    await trending({ window_hours: 24, limit: 100, person_filters: { start: 'late' } }),
  ];
  const count = (some: typeof early) => some.items.reduce((sum, one) => sum + one.events, 0);
  expect(count(early) + count(late)).toBe(risen.length);
  expect(JSON.stringify(items)).not.toContain('p1');
  const printed = await jsonOf(
    runHere(folder.path, 'datasets', 'trending', datasetId, '--hours', '24', '--limit', '100', '--json'),
  );
  expect(printed).toMatchObject({ dataset_id: datasetId, window, items });
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

test('predicts for all people of the dataset, by the service and by the command line', {
  timeout: 180_000,
}, async () => {
  const asked = { limit: 3, output_format: 'jsonl' };
  const { job, result } = await resultOf(`/models/${model.id}/batch-predictions`, asked, 'batch-0001');
  expect([job.kind, job.resource, job.progress]).toEqual([
    'batch_prediction',
    { type: 'model', id: model.id },
    1,
  ]);
  expect(result).toMatchObject({ people: PEOPLE, failed: 0 });
  const text = await (await fetch(result.download_url as string)).text();
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(PEOPLE);
  const { events } = circle(ITEMS);
  const own = events.filter(({ person_id }) => person_id === lines[7].person_id);
  const { body } = await send(`/models/${model.id}/predict`, { ...visits(own), limit: 3 });
  expect(lines[7].items).toEqual(body.items);
  const output = join(folder.path, 'predictions.jsonl');
  const arguments_ = ['models', 'predict-all', model.id, '--limit', '3', '--output', output, '--json'];
  const done = await jsonOf<{ sha256: string }>(runHere(folder.path, ...arguments_));
  expect(done).toMatchObject({ people: PEOPLE, failed: 0, sha256: result.sha256 });
  expect(readFileSync(output, 'utf8')).toBe(text);
  const rules = [{ filter: { size: 10 }, pin_at: 2 }];
  const request = join(folder.path, 'request.json');
  writeFileSync(request, JSON.stringify({ rules, exclude_seen: false }));
  await jsonOf(runHere(folder.path, ...arguments_, '--request', request));
  for (const line of readFileSync(output, 'utf8').trimEnd().split('\n')) {
    const { items, rules: outcomes } = JSON.parse(line);
    expect([items[1].item_id, outcomes[0].held]).toEqual(['item-k', true]);
  }
});

test('a person stands for the stored events and those that were appended since', async () => {
  const path = `/models/${model.id}/predict`;
  const { events } = circle(ITEMS);
  const own = events.filter(({ person_id }) => person_id === 'p3');
  const history = own.map(({ item_id }) => item_id);
  const byPerson = async () => (await send(path, { person_id: 'p3', limit: ITEMS })).body.items;
  const byHistory = async (all: typeof own) =>
    (await send(path, { ...visits(all), limit: ITEMS })).body.items;
  expect(await byPerson()).toEqual(await byHistory(own));
  const next = ['item-a', 'item-b', 'item-c', 'item-d', 'item-e', 'item-f'].find(
    (id) => !history.includes(id),
  )!;
  const timestamp = '2024-03-01T00:00:00Z';
  const event = { ...events[0]!, event_id: 'new-1', person_id: 'p3', item_id: next, timestamp };
  const appended = await send(`/datasets/${datasetId}/events`, { events: [event] });
  expect(appended.status).toBe(200);
  expect(await byPerson()).toEqual(await byHistory([...own, event]));
  const unknown = await send(path, { person_id: 'nobody' });
  expect([unknown.status, unknown.body.error.code]).toEqual([404, 'user_not_found']);
});

test('a session has a history of its own until it is merged with a person, whose history it then is', async () => {
  const path = `/models/${model.id}/predict`;
  const taken = circle(ITEMS).events.filter(({ person_id }) => person_id === 'p4');
  const item_id = circle(ITEMS)
    .items.map((one) => one.item_id)
    .find((id) => taken.every((one) => one.item_id !== id));
  const of = async (who: object) => (await send(path, { ...who, limit: ITEMS })).body.items;
  const event = { event_id: 'anonymous-1', session_id: 'p4', item_id, kind: 'view' };
  const appended = { events: [{ ...event, timestamp: new Date(Date.now() - 60_000).toISOString() }] };
  const before = await of({ person_id: 'p4' });
  expect((await send(`/datasets/${datasetId}/events`, appended)).body.appended).toBe(1);
  expect(await of({ person_id: 'p4' })).toEqual(before);
  const alone = await of({ session_id: 'p4' });
  expect(alone).not.toEqual(before);
  const batch = { people: [{ session_id: 'p4' }], limit: ITEMS, output_format: 'jsonl' };
  const { result } = await resultOf(`/models/${model.id}/batch-predictions`, batch, 'batch-of-session');
  const lines = await (await fetch(String(result.download_url))).text();
  expect(JSON.parse(lines)).toMatchObject({
    row: 1,
    items: alone.map(({ item_id }: { item_id: string }) => ({ item_id })),
  });
  const merges = { merges: [{ session_id: 'p4', person_id: 'p4' }] };
  expect((await send(`/datasets/${datasetId}/session-merges`, merges)).body).toMatchObject({ merged: 1 });
  const after = await of({ person_id: 'p4' });
  expect(after).not.toEqual(before);
  expect(await of({ session_id: 'p4' })).toEqual(after);
  const both = await send(path, { person_id: 'p4', session_id: 'p4' });
  expect([both.status, both.body.error.code]).toEqual([400, 'invalid_request']);
  expect((await send(path, { session_id: 'unknown' })).body.error.code).toBe('user_not_found');
  const erased = await send('/sessions/p4', undefined, undefined, 'DELETE');
  expect(erased.body).toMatchObject({ session_id: 'p4', erased: { pending_events: 1 } });
  expect(await of({ person_id: 'p4' })).toEqual(before);
});

test('an experiment behind an alias serves arms by person, counts what is taken, and promotes one', {
  timeout: 60_000,
}, async () => {
  const brief = { ...settings, evaluation: 'none', epochs: 1, learning_rate: 1e-4 };
  const kinds = { return: { weight: -1 } };
  const imported = await resultOf(
    '/datasets',
    { name: 'arms', kinds, ...circle(ITEMS, 1000) },
    'import-arms',
  );
  const { id: dataset } = imported.result.dataset as { id: string };
  const trained = async (name: string) => {
    const asked = { dataset_id: dataset, name, settings: brief };
    return (await resultOf('/adaptations', asked, `adapt-${name}`)).result.model as ModelFields;
  };
  const [first, second] = [await trained('first'), await trained('second')];
  another = first;
  await send('/model-aliases/shop', { model_id: first.id }, undefined, 'PUT');
  const begin = async (more: object) =>
    send('/model-experiments', {
      ...{ alias: 'shop', name: 'second', success_kinds: ['buy'], stop: { smallest_effect: 0.1 } },
      arms: [
        { name: 'now', model_id: 'alias:shop' },
        { name: 'newer', model_id: second.id },
      ],
      ...more,
    });
  const split = ModelExperiment.parse((await begin({ design: 'split' })).body);
  expect(split).toMatchObject({ state: 'running', arms: [{ model_id: first.id }, { model_id: second.id }] });
  expect((await begin({ design: 'split' })).body.error).toMatchObject({
    code: 'conflict',
    details: { experiment_id: split.id, state: 'running' },
  });
  const deletion = await send(`/models/${second.id}`, undefined, undefined, 'DELETE');
  expect(deletion.body.error.details.used_by).toEqual([{ type: 'experiment', id: split.id }]);
  const people = Array.from({ length: 12 }, (_, n) => `p${n + 1000}`);
  const shown = async (person_id: string) =>
    Prediction.parse((await send('/models/alias:shop/predict', { person_id, limit: 4 })).body);
  const bought = async (person: string, item: string) => {
    const event = { event_id: `buy-${person}-${item}`, person_id: person, item_id: item, kind: 'buy' };
    const timestamp = new Date(Date.now() + 1000).toISOString();
    const { status } = await send(`/datasets/${dataset}/events`, { events: [{ ...event, timestamp }] });
    expect(status).toBe(200);
  };
  const arms = new Map<string, string>();
  for (const person of people) {
    const { items, experiment, model_id } = await shown(person);
    const arm = experiment!.arm!;
    arms.set(person, arm);
    expect([experiment!.id, model_id]).toEqual([split.id, arm === 'now' ? first.id : second.id]);
    const own = await send(`/models/${model_id}/predict`, { person_id: person, limit: 4 });
    expect(items).toEqual(own.body.items);
    expect((await shown(person)).experiment).toEqual(experiment);
    await bought(person, items[0]!.item_id);
  }
  const plain = await send('/models/alias:shop/predict', { history: ['item-a'] });
  expect([plain.body.model_id, plain.body.experiment]).toEqual([first.id, undefined]);
  const [erased] = people;
  expect((await send(`/users/${erased}`, undefined, undefined, 'DELETE')).status).toBe(200);
  const path = `/model-experiments/${split.id}`;
  expect((await send(`${path}/pause`, {})).body.state).toBe('paused');
  expect((await shown(people[1]!)).experiment).toBeUndefined();
  expect((await send(`${path}/resume`, {})).body.state).toBe('running');
  const stopped = ModelExperiment.parse((await send(`${path}/stop`, {})).body);
  expect([stopped.state, stopped.ended_by, stopped.result!.winner]).toEqual(['ended', 'operator', null]);
  const left = people.slice(1);
  for (const { name, people: n, shown: items, successes } of stopped.result!.arms) {
    const own = left.filter((person) => arms.get(person) === name).length;
    expect([name, n, items, successes]).toEqual([name, own, 4 * own, own]);
  }
  expect((await send(`${path}/stop`, {})).body.error.code).toBe('conflict');

  const drawn = ModelExperiment.parse((await begin({ design: 'interleaving' })).body);
  const list = await shown(people[1]!);
  expect(list.experiment).toEqual({ id: drawn.id, arm: null });
  expect(new Set(list.items.map(({ item_id }) => item_id)).size).toBe(4);
  expect(list.items.filter(({ arm }) => arm === 'newer')).toHaveLength(2);
  expect(await shown(people[1]!)).toMatchObject({ items: list.items });
  const rules = [{ filter: { size: { exists: true } }, min_share: 0.5 }];
  const ruled = await send('/models/alias:shop/predict', { person_id: people[1], limit: 4, rules });
  expect([ruled.body.experiment, ruled.body.rules[0].held]).toEqual([undefined, true]);
  const promote = `/model-experiments/${drawn.id}/promote`;
  expect((await send(promote, {})).body.error.code).toBe('conflict');
  expect((await send(promote, { arm: 'third' })).body.error.code).toBe('invalid_request');
  const promoted = ModelExperiment.parse((await send(promote, { arm: 'newer' })).body);
  expect(promoted).toMatchObject({ state: 'ended', ended_by: 'promotion', promoted_arm: 'newer' });
  expect((await send('/model-aliases/shop')).body.model_id).toBe(second.id);
  const ids = (await send('/model-experiments?alias=shop')).body.data.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([drawn.id, split.id]);
  await send('/model-aliases/shop', undefined, undefined, 'DELETE');
  expect((await send(promote, { arm: 'now' })).body.error.code).toBe('model_not_found');
  expect((await send(`/models/${second.id}`, undefined, undefined, 'DELETE')).status).toBe(200);
});

test('an item that was appended after the training is recommended where the request asks for new items', async () => {
  const path = `/models/${another.id}/predict`;
  const rows = `/datasets/${another.dataset_id}`;
  const items = [{ item_id: 'fresh', text: 'Thing number 3' }];
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
  const refused = await send(path, { ...asked, filters: { size: 2 } });
  expect([refused.status, refused.body.error.details.issues[0].path]).toEqual([400, 'new_items']);
  const twice = await send(path, { ...asked, candidate_item_ids: ['fresh', 'fresh'] });
  expect(twice.body.error.code).toBe('duplicate_id');
  const excluded = { candidate_item_ids: ['fresh', 'item-f'], exclude_item_ids: ['fresh'] };
  expect(await scoreOf(excluded)).toBeUndefined();
});

test('what people return counts for no new item, and is not offered to them again', async () => {
  const returned = (person_id: string, item_id: string) => {
    const event = { event_id: `back-${person_id}-${item_id}`, person_id, item_id, kind: 'return' };
    return { ...event, timestamp: '2024-03-02T00:00:00Z' };
  };
  const predicted = async (more: object) =>
    Prediction.parse((await send(`/models/${another.id}/predict`, { limit: 20, ...more })).body);
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
  expect((await send(`/datasets/${another.dataset_id}/events`, { events })).status).toBe(200);
  expect(await scoreOfFresh()).toBeLessThan(before);
  const idsOf = ({ items }: { readonly items: readonly { readonly item_id: string }[] }) =>
    items.map(({ item_id }) => item_id);
  expect(idsOf(await predicted({ person_id: 'p1022', new_items: {} }))).not.toContain('fresh');
  const path = `/models/${another.id}/similar-items`;
  const similar = await send(path, { item_id: 'item-a', person_id: 'p1022', limit: 20 });
  expect(idsOf(similar.body)).not.toContain('item-c');
  // Nothing is known of this person but the return.
  const refuser = await predicted({ person_id: 'refuser' });
  expect([refuser.fallback, refuser.items.length]).toEqual(['popularity', ITEMS - 1]);
  const request = { people: [{ person_id: 'refuser' }], limit: 20 };
  const { result } = await resultOf(`/models/${another.id}/batch-predictions`, request, 'batch-returns');
  const [line] = (await (await fetch(result.download_url as string)).text()).trimEnd().split('\n');
  expect(idsOf(JSON.parse(line!))).toEqual(idsOf(refuser));
});

test('people are segmented; the list reaches all of them, and an erasure reaches the list', {
  timeout: 60_000,
}, async () => {
  const path = `/models/${another.id}/segments`;
  const { job, result } = await resultOf(path, { k: 3, min_events: 2 }, 'segments-0001');
  expect(job).toMatchObject({ kind: 'model_segments', resource: { type: 'model', id: another.id } });
  const segments = result.segments as readonly Segment[];
  expect(result).toMatchObject({ k: 3, sampled: PEOPLE - 1, people: PEOPLE - 1, left_out: 0 });
  expect(segments.reduce((sum, { people }) => sum + people, 0)).toBe(PEOPLE - 1);
  for (const { items, medoid_events } of segments) {
    expect(medoid_events).toBe(5);
    for (const { people, lift } of items) expect([people >= 5, lift > 1]).toEqual([true, true]);
  }
  const download = async () => fetch(result.download_url as string);
  const lines = (await (await download()).text()).trimEnd().split('\n');
  const sizes = Map.groupBy(lines, (line) => JSON.parse(line).segment as number);
  expect(segments.map(({ segment }) => sizes.get(segment)!.length)).toEqual(
    segments.map(({ people }) => people),
  );
  const again = await resultOf(path, { k: 3, min_events: 2 }, 'segments-0002');
  expect(again.result).toMatchObject({ segments, sha256: result.sha256 });
  const few = await send(path, { k: 2, min_events: 6 }, 'segments-0003');
  expect((await ended(few.body.id)).error).toMatchObject({ code: 'invalid_request' });
  await send('/users/p1030', undefined, undefined, 'DELETE');
  expect((await download()).status).toBeGreaterThanOrEqual(400);
});

test('exports the model as a bundle, by the service and by the command line with the same bytes', async () => {
  const { result } = await resultOf(`/models/${model.id}/exports`, {}, 'export-0001');
  const bytes = Buffer.from(await (await fetch(result.download_url as string)).arrayBuffer());
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  expect([bytes.length, sha256]).toEqual([result.bytes, result.sha256]);
  const entries = await unpackTar(gunzipSync(bytes));
  const names = entries.map(({ header }) => header.name);
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'model.onnx', 'catalogue.json']));
  expect([names[0], names.at(-1)]).toEqual(['manifest.json', 'SHA256SUMS']);
  const manifest = JSON.parse(Buffer.from(entries[0]!.data!).toString());
  expect(manifest).toMatchObject({ format: 'counterpart-model', model_id: model.id, item_count: ITEMS });
  const output = join(folder.path, 'bundle.tar.gz');
  const exporting = runHere(folder.path, 'models', 'export', model.id, '--output', output, '--json');
  expect(await jsonOf(exporting)).toMatchObject({ id: model.id, sha256, bytes: bytes.length });
  expect(createHash('sha256').update(readFileSync(output)).digest('hex')).toBe(sha256);
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

test('a simulation on the dataset that the model learned from is refused: no event is unseen', async () => {
  const asked = { model_id: model.id, dataset_id: datasetId, steps: 3, policy: 'model' };
  const refused = await send('/simulations', asked, 'simulate-0');
  expect([refused.status, refused.body.error.code]).toEqual([422, 'nothing_to_judge']);
  expect(refused.body.error.message).toMatch(/learned from.*later.*histories/s);
  expect(refused.body.error.details).toMatchObject({ dataset_id: datasetId, model_id: model.id });
});

test('a simulation on the same events under another id fails, and the job gives the reason', async () => {
  const imported = await resultOf('/datasets', { name: 'copy', ...circle(ITEMS) }, 'import-copy');
  const copy = (imported.result.dataset as { id: string }).id;
  const asked = { model_id: model.id, dataset_id: copy, steps: 3, policy: 'model' };
  const accepted = await send('/simulations', asked, 'simulate-copy');
  const job = await ended(accepted.body.id);
  expect([job.status, job.error?.code, job.error?.message]).toEqual([
    'failed',
    'nothing_to_judge',
    expect.stringMatching(/learned from.*histories/s),
  ]);
});

test('simulations are evaluated on unseen events; the same seed gives the same bytes', {
  timeout: 60_000,
}, async () => {
  const before = circle(ITEMS);
  // Half of the people went on, and not along the circle: a model that had seen it would say so.
  const later = Array.from({ length: PEOPLE / 2 }, (_, person) => {
    const last = before.events.findLast(({ person_id }) => person_id === `p${person}`)!;
    const at = before.items.findIndex(({ item_id }) => item_id === last.item_id);
    return {
      ...last,
      event_id: `later-${person}`,
      item_id: before.items[(at + 4) % ITEMS]!.item_id,
      timestamp: '2024-02-01T00:00:00Z',
    };
  });
  const dataset = { ...before, name: 'circle', events: [...before.events, ...later] };
  const imported = await resultOf('/datasets', dataset, 'import-later');
  const laterId = (imported.result.dataset as { id: string }).id;
  const asked = { model_id: model.id, dataset_id: laterId, steps: 3, policy: 'model', seed: 5 };
  const first = (await resultOf('/simulations', asked, 'simulate-1')).result.simulation as { id: string };
  const { id, created_at, ...found } = first as unknown as Record<string, unknown>;
  const again = (await resultOf('/simulations', asked, 'simulate-2')).result.simulation;
  const { id: __, created_at: ___, ...foundAgain } = again as Record<string, unknown>;
  expect(JSON.stringify(foundAgain)).toBe(JSON.stringify(found));
  const { body } = await send(`/simulations/${id}`);
  const { request_id: ____, ...read } = Simulation.parse(body);
  expect(read).toEqual(first);
  expect(created_at).toMatch(/Z$/);
  expect(read).toMatchObject({
    histories: PEOPLE,
    judged_histories: PEOPLE / 2,
    status: 'succeeded',
    seed: 5,
    steps: 3,
  });
  // Each person has one new event, so only the first step can be evaluated.
  expect(read.per_step!.map(({ step, hit_rate }) => [step, hit_rate === null])).toEqual([
    [1, false],
    [2, true],
    [3, true],
  ]);
  for (const measure of [
    read.coverage!,
    read.exposure_gini!,
    read.repeat_rate!,
    read.per_step![0]!.hit_rate!,
  ]) {
    expect(measure.low!).toBeLessThanOrEqual(measure.value!);
    expect(measure.high!).toBeGreaterThanOrEqual(measure.value!);
  }
  const given = await resultOf(
    '/simulations',
    { model_id: model.id, histories: [['item-a'], []], steps: 2, policy: { candidate_item_ids: ['item-b'] } },
    'simulate-3',
  );
  expect(given.result.simulation).toMatchObject({
    histories: 2,
    judged_histories: 0,
    repeat_rate: { value: 0.5 },
    coverage: { value: 1 / ITEMS },
    per_step: [{ hit_rate: null }, { hit_rate: null }],
    top_items: [{ item_id: 'item-b', share: { value: 1 } }],
  });
});

test('where a dataset declares baskets, a model is judged on the next one', {
  timeout: 120_000,
}, async () => {
  const plain = circle(ITEMS, 3000);
  // Each step of the circle is an order of two items: the next one, and one that always comes with it.
  const items = [...plain.items, ...plain.items.map((one) => ({ ...one, item_id: `with-${one.item_id}` }))];
  const events = plain.events.flatMap((event) => {
    const basket_id = `order-${event.event_id}`;
    const other = { event_id: `with-${event.event_id}`, item_id: `with-${event.item_id}` };
    return [
      { ...event, basket_id },
      { ...event, ...other, basket_id },
    ];
  });
  const body = { ...plain, name: 'orders', items, events, baskets: 'basket_id', repeats: true };
  const { result } = await resultOf('/datasets', body, 'import-orders');
  const { id: dataset_id, baskets } = result.dataset as { id: string; baskets: string };
  expect(baskets).toBe('basket_id');
  const adapted = await resultOf('/adaptations', { dataset_id, name: 'orders', settings }, 'adapt-orders');
  const { evaluation, evaluation_report } = adapted.result.model as ModelFields;
  expect(evaluation).toContain(`next basket, ${PEOPLE} baskets of 2.00 items on average`);
  const [split] = evaluation_report!.splits;
  expect(split!.protocol).toMatchObject({ cases: PEOPLE, baskets: { mean_size: 2 } });
  expect(split!.rankers[0]).toMatchObject({ role: 'model', recall: { 10: { value: expect.any(Number) } } });
});

test('a model is trained from another: new items are added, old ones stay', {
  timeout: 120_000,
}, async () => {
  const { items, events, features } = circle(4, 1000);
  const more = {
    name: 'more',
    features,
    items: [...items, { item_id: 'item-new', text: 'Thing number 99' }],
    events: [
      ...events,
      { ...events[0]!, event_id: 'e-new', item_id: 'item-new', timestamp: '2024-02-01T00:00:00Z' },
    ],
  };
  const imported = await resultOf('/datasets', more, 'import-0002');
  const { result } = await resultOf(
    '/adaptations',
    {
      dataset_id: (imported.result.dataset as { id: string }).id,
      name: 'next',
      base_model_id: model.id,
      settings: { ...settings, evaluation: 'brief', epochs: 2, protocol: 'time' },
    },
    'adapt-0002',
  );
  const tuned = result.model as ModelFields;
  expect(tuned).toMatchObject({
    version: 'v2',
    training_method: 'fine_tuned',
    base_model_id: model.id,
    item_count: ITEMS + 1,
    evaluation: expect.stringMatching(/Leave one out.*may be too good/s),
    training: expect.objectContaining({
      protocol: 'time',
      fit: expect.objectContaining({ validation: null }),
    }),
  });
  const { body } = await send(`/models/${tuned.id}/predict`, { history: ['item-l', 'item-new'], limit: 100 });
  expect(Prediction.parse(body).items, 'without those of the history').toHaveLength(ITEMS - 1);
});

test('an adaptation to a dataset without usable events fails with a reason, and so does its model', {
  timeout: 60_000,
}, async () => {
  const request = { dataset_id: datasetId, name: 'none', settings: { events: { kinds: ['purchase'] } } };
  const accepted = await send('/adaptations', request, 'adapt-0003');
  const job = await ended(accepted.body.id);
  expect([job.status, job.error?.message]).toEqual(['failed', expect.stringContaining('keeps none')]);
  const { body } = await send(`/models/${accepted.body.resource.id}`);
  expect(body).toMatchObject({
    status: 'failed',
    error: job.error,
    evaluation_report: null,
    capabilities: [],
  });
});

test('a cancelled adaptation leaves a failed model that says so', { timeout: 60_000 }, async () => {
  const request = {
    dataset_id: datasetId,
    name: 'long',
    settings: { ...settings, epochs: 1000, patience: 1000 },
  };
  const accepted = await send('/adaptations', request, 'adapt-0004');
  await expect
    .poll(async () => (await send(`/models/${accepted.body.resource.id}`)).body.status, { timeout: 30_000 })
    .toBe('training');
  await send(`/jobs/${accepted.body.id}/cancel`, {});
  expect((await ended(accepted.body.id)).status).toBe('cancelled');
  const { body } = await send(`/models/${accepted.body.resource.id}`);
  expect(body).toMatchObject({ status: 'failed', error: { message: expect.stringContaining('cancelled') } });
});

test('a model serves on and is trained from when its dataset is deleted, until it is deleted itself', {
  timeout: 120_000,
}, async () => {
  const erase = (path: string) => send(path, undefined, undefined, 'DELETE');
  const more = await resultOf('/datasets', { name: 'after', ...circle(4, 2000) }, 'import-after');
  expect(await erase(`/datasets/${datasetId}`)).toMatchObject({
    status: 200,
    body: { erased: { items: ITEMS, events: PEOPLE * 5, files: 0 }, kept_for_models: [model.id] },
  });
  expect((await send(`/datasets/${datasetId}`)).status).toBe(404);
  const listed = (await send('/datasets')).body.data as readonly { readonly id: string }[];
  expect(listed.map(({ id }) => id)).not.toContain(datasetId);
  const path = `/models/${model.id}/predict`;
  expect((await send(path, { history: ['item-c'] })).status).toBe(200);
  const batches = `/models/${model.id}/batch-predictions`;
  const byPerson = (person_id: string) => send(path, { person_id, limit: 3 });
  const batched = await resultOf(batches, { limit: 3 }, 'batch-after');
  expect(batched.result).toMatchObject({ people: PEOPLE, failed: 0 });
  const named = await send(batches, { dataset_id: datasetId }, 'batch-named');
  expect([named.status, named.body.error.code]).toEqual([404, 'dataset_not_found']);
  expect((await byPerson('p4')).status).toBe(200);
  expect((await erase('/users/p4')).status).toBe(200);
  expect((await byPerson('p4')).body.error?.code).toBe('user_not_found');
  const request = {
    dataset_id: (more.result.dataset as { id: string }).id,
    name: 'next',
    base_model_id: model.id,
    settings: { ...settings, evaluation: 'none', epochs: 2 },
  };
  const tuned = (await resultOf('/adaptations', request, 'adapt-after')).result.model as ModelFields;
  expect(tuned).toMatchObject({ base_model_id: model.id, item_count: ITEMS });
  expect(await erase(`/models/${model.id}`)).toMatchObject({ status: 200, body: { id: model.id } });
  expect((await send(path, { history: ['item-c'] })).body.error?.code).toBe('model_not_found');
  expect((await send(`/models/${tuned.id}/predict`, { history: ['item-c'] })).status).toBe(200);
  const files = readdirSync(join(folder.path, 'artifacts'), { recursive: true, encoding: 'utf8' });
  const left = (id: string) => files.filter((file) => file.includes(id) && /\.\w+$/.test(file));
  expect([left(model.id), left(datasetId)]).toEqual([[], []]);
});
