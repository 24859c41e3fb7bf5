/** Adaptations over HTTP: from a dataset to a card, aliases, models that go on from others, and their ends. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Model, type ModelFields, ModelList, Prediction } from '../../src/contract/model.ts';
import { circle, circleService, ITEMS, PEOPLE, settings } from '../support/circle-service.ts';

const { folder, send, ended, resultOf } = circleService();
let datasetId: string;
let model: ModelFields;

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

test('the model keeps the attributes of its items, in the order of its catalogue', () => {
  const artifacts = join(folder, 'artifacts');
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
  const put = (name: string, body: object) => send(`/model-aliases/${name}`, body, undefined, 'PUT');
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
  const removed = await send('/model-aliases/live', undefined, undefined, 'DELETE');
  expect(removed).toMatchObject({ status: 200, body: { name: 'live', removed: true } });
  expect((await send('/models/alias:live')).status).toBe(404);
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
  const { id: model_id } = adapted.result.model as ModelFields;
  const simulation = { model_id, histories: [['item-a']], steps: 1, policy: 'model' };
  const simulated = await resultOf('/simulations', simulation, 'simulate-orders');
  expect(simulated.result.simulation).toMatchObject({ histories: 1, baskets_read_as: 'single_items' });
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
  const files = readdirSync(join(folder, 'artifacts'), { recursive: true, encoding: 'utf8' });
  const left = (id: string) => files.filter((file) => file.includes(id) && /\.\w+$/.test(file));
  expect([left(model.id), left(datasetId)]).toEqual([[], []]);
});
