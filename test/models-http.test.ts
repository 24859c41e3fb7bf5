/**
 * Models over the real server with its worker: a dataset, its adaptation, the card, predictions, embeddings,
 * simulations, and a model trained from the first one. The settings are small, so that training takes
 * seconds.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Job } from '../src/contract/job.ts';
import { Embedding, Model, type ModelFields, ModelList, Prediction } from '../src/contract/model.ts';
import { Simulation } from '../src/contract/simulation.ts';
import { SeededRandom } from '../src/numeric/seeded-random.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';

const folder = temporaryFolder();
let service: RunningService;
let key: string;
let datasetId: string;
let model: ModelFields;

const PEOPLE = 60;
const ITEMS = 12;
const settings = {
  width: 16,
  blocks: 1,
  heads: 2,
  history_length: 8,
  epochs: 6,
  evaluation: 'brief',
} as const;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'shop');
  service = await startService(folder.path);
}, 60_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

async function send(path: string, body?: object, idempotencyKey?: string, method?: 'DELETE') {
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

/** Every person walks the circle of items from a random start, so that the next item can be learned. */
function circle(items: number, from = 0) {
  const random = new SeededRandom(3);
  const id = (n: number) => `item-${String.fromCharCode(97 + (n % items))}`;
  return {
    features: { items: { size: 'number' } },
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
        timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, person)).toISOString(),
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
  expect(card.evaluation).toMatch(/circle v1.*Leave one out, 60 people/s);
  expect(card.evaluation_report).toMatchObject({
    splits: [{ protocol: { split: 'leave-one-out', ties: 'imported' } }],
  });
  expect(card.training).toMatchObject({ settings: { width: 16 }, fit: { epochs: expect.any(Number) } });
  expect(ModelList.parse((await send('/models')).body).data).toEqual([card]);
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

test('predicts among candidates as over the whole catalogue, with the same bytes under concurrent requests', async () => {
  const path = `/models/${model.id}/predict`;
  const history = ['item-c', 'item-d', 'item-e'];
  const { items, model_id, model_version } = Prediction.parse((await send(path, { history })).body);
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
      send(path, { history: n % 2 === 0 ? history : history.slice(0, 1 + (n % 3)) }),
    ),
  );
  for (const [n, { body }] of many.entries()) if (n % 2 === 0) expect(body.items).toEqual(items);
  const popular = Prediction.parse((await send(path, { history: [], limit: 2 })).body);
  expect(popular.items).toHaveLength(2);
});

test('embeds a history in the dimensions of the card', async () => {
  const { status, body } = await send(`/models/${model.id}/embed`, { history: ['item-a', 'item-b'] });
  const { embedding, dimensions } = Embedding.parse(body);
  expect([status, dimensions, embedding.length]).toEqual([200, 16, 16]);
  expect(embedding.every(Number.isFinite)).toBe(true);
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
      settings: { ...settings, evaluation: 'none', epochs: 2 },
    },
    'adapt-0002',
  );
  const tuned = result.model as ModelFields;
  expect(tuned).toMatchObject({
    version: 'v2',
    training_method: 'fine_tuned',
    base_model_id: model.id,
    item_count: ITEMS + 1,
    evaluation: expect.stringContaining('Not evaluated'),
  });
  const { body } = await send(`/models/${tuned.id}/predict`, { history: ['item-l', 'item-new'], limit: 100 });
  expect(Prediction.parse(body).items).toHaveLength(ITEMS + 1);
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
    body: { id: datasetId, erased: { items: ITEMS, events: PEOPLE * 5 } },
  });
  expect((await send(`/datasets/${datasetId}`)).status).toBe(404);
  const path = `/models/${model.id}/predict`;
  expect((await send(path, { history: ['item-c'] })).status).toBe(200);
  const request = {
    dataset_id: (more.result.dataset as { id: string }).id,
    name: 'next',
    base_model_id: model.id,
    settings: { ...settings, evaluation: 'none', epochs: 2 },
  };
  const tuned = (await resultOf('/adaptations', request, 'adapt-after')).result.model as ModelFields;
  expect(tuned).toMatchObject({ base_model_id: model.id, item_count: ITEMS });
  expect(await erase(`/models/${model.id}`)).toMatchObject({ status: 200, body: { id: model.id } });
  await expect
    .poll(async () => (await send(path, { history: ['item-c'] })).body.error?.code, { timeout: 5000 })
    .toBe('model_not_found');
  expect((await send(`/models/${tuned.id}/predict`, { history: ['item-c'] })).status).toBe(200);
  const files = readdirSync(join(folder.path, 'artifacts'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.includes(model.id) && /\.\w+$/.test(file))).toEqual([]);
});
