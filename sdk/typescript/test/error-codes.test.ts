/**
 * Every error code that a caller can provoke arrives as an ApiError of that code, with status, details and
 * request id.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ErrorDetails as ServiceDetails } from '../../../src/contract/error-details.ts';
import { errorStatus } from '../../../src/contract/errors.ts';
import { startServiceHere } from '../../../test/service/testing/service-here.ts';
import { shop } from '../../../test/support/shop.ts';
import {
  ApiError,
  type Counterpart,
  type ErrorCode,
  type ErrorDetails,
  JobFailedError,
} from '../src/index.ts';
import { startWorld, type World } from './support/world.ts';

let world: World;
let client: Counterpart;
let dataset: string;
let model: string;

/** Errors that a test of the whole service cannot bring about at will. */
const notProvoked = ['internal', 'overloaded', 'warming_up'];
const provoked = new Set<string>();

const settings = {
  width: 16,
  heads: 2,
  blocks: 1,
  epochs: 1,
  history_length: 8,
  evaluation: 'none',
} as const;
const made = async (job: PromiseLike<{ readonly id: string }>): Promise<string> =>
  (await client.jobs.wait((await job).id)).resource.id;

beforeAll(async () => {
  world = await startWorld([], startServiceHere);
  client = world.client({ maxRetries: 0 });
  dataset = await made(client.datasets.create(shop as never));
  model = await made(client.adaptations.create({ dataset_id: dataset, name: 'next', settings }));
  await client.users.upsert({ user_id: 'ana', domain: 'dating', fields: { age: 31, gender: 'woman' } });
}, 120_000);
afterAll(() => world?.stop());

const item = { item_id: 'a', text: 'A cup' };
const event = { event_id: 'e', person_id: 'p', kind: 'view', timestamp: '2024-05-01T09:30:00Z' };
const match = { user_id: 'ana', domain: 'dating' };

const calls: { readonly [Code in ErrorCode]?: () => PromiseLike<unknown> } = {
  invalid_request: () => client.match.run({ ...match, limit: 0 }),
  unauthorized: () => world.client({ apiKey: 'cp_live_0123456789012345678901' }).match.run(match),
  forbidden: async () => world.client({ apiKey: await world.newKey({ scopes: ['read'] }) }).match.run(match),
  access_denied: async () => {
    const access = { export: false };
    const id = await made(client.datasets.create({ name: 'closed', access, items: [item] }));
    return client.datasets.export(id, { format: 'jsonl' });
  },
  not_found: () => client.request({ method: 'GET', path: '/v1/nothing' }),
  user_not_found: () => client.match.run({ ...match, user_id: 'nobody' }),
  domain_not_found: () => client.schema.get({ domain: 'gardening' }),
  dataset_not_found: () => client.datasets.get('ds_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  model_not_found: () => client.models.get('model_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  tokenizer_not_found: () => client.tokenizers.get('tok_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  job_not_found: () => client.jobs.get('job_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  simulation_not_found: () => client.simulations.get('sim_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  run_not_found: () => client.training.get('run_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  match_not_found: () => client.match.get('match_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  webhook_not_found: () => client.webhooks.get('wh_01k9q3v0c4m2t8x6h5n7r1w2ya'),
  delivery_not_found: async () => {
    const { id } = await client.webhooks.create({ url: 'https://example.com/hook' });
    return client.webhooks.replay(id, 'whd_01k9q3v0c4m2t8x6h5n7r1w2ya');
  },
  method_not_allowed: () => client.request({ method: 'PUT', path: '/v1/users', body: {} }),
  idempotency_in_progress: async () => {
    for (let n = 0; ; n++) {
      const content = `${'I run every morning, and read. '.repeat(8000)}${n}`;
      const append = () =>
        client.context.append(
          { ...match, user_id: 'twice', source: 'note', content },
          { idempotencyKey: `twice-${n}` },
        );
      await Promise.all([append(), append()]);
    }
  },
  below_threshold: () => client.training.start({ domain: 'dating' }),
  conflict: async () => {
    const { id } = await client.datasets.create({ name: 'done', items: [item] });
    await client.jobs.wait(id);
    return client.jobs.cancel(id);
  },
  erased: async () => {
    await client.users.delete('gone', { block: true });
    return client.users.upsert({ user_id: 'gone', domain: 'dating' });
  },
  model_not_ready: async () => {
    const { resource } = await client.adaptations.create({ dataset_id: dataset, name: 'later', settings });
    return client.models.embed(resource.id, { history: ['cup-07'] });
  },
  tokenizer_not_ready: async () => {
    const { resource } = await client.tokenizers.create({ dataset_id: dataset, name: 'later' });
    return client.semanticIds.assign({
      tokenizer_id: resource.id,
      items: [{ item_id: 'a', title: 'A cup' }],
    });
  },
  payload_too_large: () =>
    client.context.append({ ...match, source: 'note', content: 'long '.repeat(60_000) }),
  unsupported_media_type: () => client.match.run(match, { headers: { 'content-encoding': 'gzip' } }),
  range_not_satisfiable: async () => {
    const { id } = await client.datasets.export(dataset, { format: 'jsonl' });
    const { result } = await client.jobs.wait(id);
    return client.downloads.get((result as { download_url: string }).download_url, {
      range: 'bytes=9999999-',
    });
  },
  idempotency_key_reused: async () => {
    const options = { idempotencyKey: 'used-before' };
    await client.match.run(match, options);
    return client.match.run({ ...match, limit: 3 }, options);
  },
  duplicate_id: () => client.datasets.create({ name: 'twice', items: [item, item] }),
  unresolved_reference: () =>
    client.datasets.create({ name: 'astray', items: [item], events: [{ ...event, item_id: 'b' }] }),
  unknown_item: () => client.models.predict(model, { history: ['never-seen'] }),
  history_too_long: () => client.models.predict(model, { history: Array(1001).fill('cup-07') }),
  capability_missing: () => client.generate.run({ model_id: model, history: ['cup-07'] }),
  empty_history: () => client.models.embed(model, { history: [] }),
  nothing_to_judge: async () => {
    const simulation = { model_id: model, dataset_id: dataset, steps: 1, policy: 'popular' } as const;
    return client.jobs.wait((await client.simulations.create(simulation)).id);
  },
  unsupported_format: () => client.datasets.export(dataset, { format: 'xml' as never }),
  unreadable_document: () =>
    client.documents.append({ ...match, source: 'cv', file: new File(['%PDF-'], 'cv.pdf') }),
  invalid_field_value: () => client.users.upsert({ ...match, fields: { age: 'young' } }),
  unknown_filter: () => client.match.run({ ...match, filters: { shoe_size: 40 } }),
  unknown_outcome: () => client.match.run({ ...match, filters: { exclude_outcomes: ['liked'] } }),
  model_unavailable: () => client.match.run({ ...match, stages: { cross_encoder: { model: 'tenant' } } }),
  enrichment_unavailable: () => client.earlier.ingest({ user_id: 'bo', text: 'I am 30.', enrich: true }),
  location_unknown: () => client.match.run({ ...match, filters: { location_within_km: 10 } }),
  rate_limited: async () => {
    const slow = world.client({ apiKey: await world.newKey({ rate: 1, burst: 1 }), maxRetries: 0 });
    for (;;) await slow.match.run(match);
  },
  dependency_unavailable: () =>
    client.users.upsert({ ...match, user_id: 'far', memory_ref: 'https://memory.invalid/far' }),
};

test.each(Object.entries(calls))('%s', { timeout: 60_000 }, async (code, call) => {
  const error = await call().then(
    () => new Error('no error came'),
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ code });
  provoked.add(code);
  if (error instanceof JobFailedError) return expect(error.job.status).toBe('failed');
  expect(error).toBeInstanceOf(ApiError);
  const { status, details, requestId, message } = error as ApiError;
  expect(status).toBe(errorStatus[code as ErrorCode]);
  expect(details).toBeTypeOf('object');
  expect(requestId).toMatch(/^req_/);
  expect(message).not.toBe('');
});

test('a code tells the type of its details', async () => {
  const error = await client.training.start({ domain: 'dating' }).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError && error.is('below_threshold'))) throw error;
  const { pending, threshold } = error.details;
  expect(pending).toBeLessThan(threshold);
});

test('every code of the service is provoked, or says that it cannot be', () => {
  expect([...provoked, ...notProvoked].sort()).toEqual(Object.keys(errorStatus).sort());
});

/** Compiles only while the package has the service's codes, and its details are what the service sends. */
type Same<A, B> = [A, B] extends [B, A] ? true : never;
export const sameCodes: Same<ErrorCode, keyof ServiceDetails> = true;
type Unlike = {
  [Code in ErrorCode]: ServiceDetails[Code] extends ErrorDetails[Code] ? never : Code;
}[ErrorCode];
export const unlike: Same<Unlike, never> = true;
