/**
 * Generation over HTTP: a dataset, a generative retriever with its own tokenizer, the card, generated items,
 * and refused requests. The settings are small, so that training takes seconds.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Generation } from '../src/contract/generation.ts';
import { Job } from '../src/contract/job.ts';
import { Embedding, Model, type ModelFields, Prediction } from '../src/contract/model.ts';
import { temporaryFolder, tenantWithKey } from './running-service.ts';
import { type ServiceHere, startServiceHere } from './service/testing/service-here.ts';

const folder = temporaryFolder();
let service: ServiceHere;
let key: string;
let datasetId: string;
let model: ModelFields;

const things = [
  'lamp',
  'chair',
  'table',
  'cup',
  'plate',
  'spoon',
  'candle',
  'rug',
  'clock',
  'vase',
  'mirror',
  'shelf',
];
const colours = ['red', 'green', 'blue'];
const ITEMS = things.length * colours.length;
const idOf = (n: number) => `item-${String(n % ITEMS).padStart(2, '0')}`;
/** An item of the dataset without events. */
const UNSEEN = 'item-new';

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'shop');
  service = await startServiceHere(folder.path);
}, 60_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

async function send(path: string, body?: object, idempotencyKey?: string) {
  const answer = await fetch(`${service.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: what a test asserts of an answer is its type.
  return { status: answer.status, body: (await answer.json()) as any };
}

async function resultOf(path: string, body: object, idempotencyKey: string) {
  const accepted = await send(path, body, idempotencyKey);
  expect([accepted.status, accepted.body.error]).toEqual([202, null]);
  for (;;) {
    const job = Job.parse((await send(`/jobs/${accepted.body.id}`)).body);
    if (job.status === 'succeeded') return job.result!;
    expect([job.status, job.error]).toEqual([expect.stringMatching(/queued|running/), null]);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** People walk through the shop from some item on. */
function shop() {
  const items = Array.from({ length: ITEMS }, (_, n) => ({
    item_id: idOf(n),
    text: `${things[Math.floor(n / colours.length)]}, ${colours[n % colours.length]}`,
  }));
  const events = Array.from({ length: 60 }, (_, person) =>
    Array.from({ length: 6 }, (_, step) => ({
      event_id: `e-${person}-${step}`,
      person_id: `p${person}`,
      item_id: idOf(person * 7 + step),
      kind: 'buy',
      timestamp: new Date(Date.UTC(2024, 0, 1 + step, 0, person)).toISOString(),
    })),
  );
  return {
    name: 'shop',
    items: [...items, { item_id: UNSEEN, text: 'mirror, yellow', created_at: '2024-01-06T00:50:00Z' }],
    events: events.flat(),
  };
}

test('a dataset becomes a retriever, its tokenizer fitted with it and named on the card', {
  timeout: 120_000,
}, async () => {
  const imported = await resultOf('/datasets', shop(), 'import-0001');
  datasetId = (imported.dataset as { id: string }).id;
  const settings = {
    width: 16,
    decoder_width: 16,
    epochs: 4,
    dropout: 0,
    learning_rate: 0.01,
    evaluation: 'brief',
  };
  const architecture = 'generative-retriever';
  const made = await resultOf(
    '/adaptations',
    { dataset_id: datasetId, name: 'say', architecture, settings },
    'adapt-0001',
  );
  model = made.model as ModelFields;
  expect(model).toMatchObject({
    architecture,
    status: 'ready',
    capabilities: ['predict', 'embed', 'generate'],
    tokenizer_id: expect.stringMatching(/^tok_/),
    item_count: ITEMS + 1,
    embedding_dimensions: 16,
    // It came to the shop on the last day.
    training: { fit: { new_items: { items: 1, kinds: { recent: { items: 1 } } } } },
  });
  expect(Model.parse((await send(`/models/${model.id}`)).body)).toMatchObject({ id: model.id });
  const tokenizer = await send(`/tokenizers/${model.tokenizer_id}`);
  expect([tokenizer.status, tokenizer.body.status, tokenizer.body.item_count]).toEqual([
    200,
    'ready',
    ITEMS + 1,
  ]);
});

test('generates items of the catalogue, with the codes of their tokenizer, the same at every call', async () => {
  const request = { model_id: model.id, history: [idOf(4), idOf(5)], limit: 10 };
  const { items, ...told } = Generation.parse((await send('/generate', request)).body);
  expect(told).toMatchObject({ model_id: model.id, model_version: 'v1' });
  expect(items.length).toBe(10);
  expect(new Set(items.map(({ item_id }) => item_id)).size).toBe(10);
  const texts = new Map(shop().items.map(({ item_id, text }) => [item_id, text]));
  const known = await send('/semantic-ids', {
    tokenizer_id: model.tokenizer_id,
    items: items.map(({ item_id }) => ({ item_id, title: texts.get(item_id) })),
  });
  for (const [place, { codes, tokens, score }] of items.entries()) {
    expect(known.body.semantic_ids[place]).toMatchObject({ codes, tokens, cold_start: false });
    expect(score).toBeLessThanOrEqual(Math.min(1e-6, items[place - 1]?.score ?? 0));
  }
  expect(Generation.parse((await send('/generate', request)).body).items).toEqual(items);
});

test('a wide beam lists the whole catalogue, with the item that has no events', async () => {
  const request = { model_id: model.id, history: [idOf(9)], limit: 100, beam: 200 };
  const { items } = Generation.parse((await send('/generate', request)).body);
  expect(items.map(({ item_id }) => item_id).sort()).toEqual([
    ...Array.from({ length: ITEMS }, (_, n) => idOf(n)),
    UNSEEN,
  ]);
  const { body } = await send(`/models/${model.id}/predict`, { history: [idOf(9)], limit: 100 });
  expect(
    Prediction.parse(body)
      .items.map(({ item_id }) => item_id)
      .slice(0, 3),
  ).toEqual(items.map(({ item_id }) => item_id).slice(0, 3));
  expect(
    Embedding.parse((await send(`/models/${model.id}/embed`, { history: [UNSEEN] })).body).dimensions,
  ).toBe(16);
});

test('takes what predict takes: a person, what is left out, popularity and the exact scores', async () => {
  const generate = async (more: object) =>
    Generation.parse((await send('/generate', { model_id: model.id, limit: 5, ...more })).body);
  const popular = await generate({ history: [] });
  expect([popular.items.length, popular.fallback]).toEqual([5, 'popularity']);
  const predicted = await send(`/models/${model.id}/predict`, { history: [], limit: 5 });
  expect(predicted.body.fallback).toBe('popularity');
  const own = Array.from({ length: 6 }, (_, step) => idOf(7 + step));
  const stored = await generate({ person_id: 'p1', exclude_seen: true });
  expect(stored).toMatchObject({ ignored_item_ids: [], history_truncated: false });
  for (const { item_id } of stored.items) expect(own).not.toContain(item_id);
  const history = [idOf(4), idOf(5)];
  const searched = await generate({ history, limit: 100 });
  const among = searched.items.slice(3, 6).map(({ item_id }) => item_id);
  const exact = await generate({ history, candidate_item_ids: among });
  expect(exact.items.map(({ item_id, codes, tokens }) => ({ item_id, codes, tokens }))).toEqual(
    searched.items.slice(3, 6).map(({ item_id, codes, tokens }) => ({ item_id, codes, tokens })),
  );
  const scoresOf = ({ items }: { readonly items: readonly { readonly score: number }[] }) =>
    items.map(({ score }) => score);
  const asked = { history, candidate_item_ids: among, exclude_seen: false };
  const { body } = await send(`/models/${model.id}/predict`, asked);
  expect(scoresOf(exact)).toEqual(scoresOf(body));
  const found = scoresOf(searched).slice(3, 6);
  for (const [at, score] of scoresOf(exact).entries()) expect(score).toBeCloseTo(found[at]!, 3);
});

test.each([
  [{ history: [], person_id: 'p1' }, 400, 'invalid_request'],
  [{ history: [], context: { device: 'phone' } }, 400, 'invalid_request'],
  [{ history: [], context: { hour: 24 } }, 400, 'invalid_request'],
  [{ person_id: 'nobody' }, 404, 'user_not_found'],
  [{ history: [], filters: { colour: 'red' } }, 422, 'unknown_filter'],
  [{ history: ['item-00', 'nothing'] }, 422, 'unknown_item'],
  [{ history: Array.from({ length: 500 }, () => 'item-00') }, 422, 'history_too_long'],
  [{ history: ['item-00'], model_id: 'model_none' }, 404, 'model_not_found'],
])('refuses %j', async (change, status, code) => {
  const answer = await send('/generate', { model_id: model.id, ...change });
  expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
});

test('a retriever with a base model generates the codes of its base alone', {
  timeout: 120_000,
}, async () => {
  const request = {
    dataset_id: datasetId,
    name: 'say',
    architecture: 'generative-retriever',
    base_model_id: model.id,
    settings: { epochs: 1, evaluation: 'none' },
  };
  const made = await resultOf('/adaptations', request, 'adapt-0002');
  expect(made.model).toMatchObject({
    status: 'ready',
    version: 'v2',
    base_model_id: model.id,
    tokenizer_id: model.tokenizer_id,
  });
  const { tokenizer } = await resultOf('/tokenizers', { dataset_id: datasetId, name: 'other' }, 'fit-0001');
  const tokenizer_id = (tokenizer as { id: string }).id;
  const refused = await send('/adaptations', { ...request, tokenizer_id }, 'adapt-0003');
  expect([refused.status, refused.body.error?.code]).toEqual([409, 'conflict']);
  expect(refused.body.error.message).toContain(model.tokenizer_id);
  expect(refused.body.error.details).toMatchObject({ tokenizer_id, base_tokenizer_id: model.tokenizer_id });
});
