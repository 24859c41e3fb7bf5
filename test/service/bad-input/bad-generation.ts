/** POST /generate: models that cannot, and values that no schema describes. */
import type { TenantId } from '../../../src/contract/brands.ts';
import type { Store } from '../../../src/platform/storage/store.ts';
import { sampleJob } from '../../../src/platform/storage/testing/sample-jobs.ts';
import { type BadRequest, posts, type Row } from './bad-request.ts';

const path = '/v1/generate';
const whole = { model_id: 'model_says', history: ['tea'] };

/**
 * Models: `model_says` generates, `model_ranks` does not, `model_waits` is not ready, `model_foreign` is
 * another workspace's.
 */
export async function seedGeneration(store: Store, main: TenantId, other: TenantId): Promise<void> {
  const at = '2026-01-01T00:00:00.000Z';
  for (const [tenantId, modelId, capabilities] of [
    [main, 'model_says', ['predict', 'embed', 'generate']],
    [main, 'model_ranks', ['predict', 'embed']],
    [main, 'model_waits', null],
    [other, 'model_foreign', ['predict', 'embed', 'generate']],
  ] as const) {
    const jobId = `job_${modelId}`;
    const model = {
      tenantId,
      modelId,
      name: modelId,
      architecture: modelId !== 'model_ranks' ? 'generative-retriever' : 'sequential-recommender',
      datasetId: 'ds_open',
      baseModelId: null,
      tokenizerId: null,
      jobId,
      createdAt: at,
    };
    const runAfterMs = capabilities === null ? Date.now() + 86_400_000 : 0;
    const job = sampleJob(jobId, { tenantId, kind: 'model_adaptation', runAfterMs });
    await store.jobs.create(job, { changes: [{ name: 'createModel', args: [model] }] });
    if (capabilities === null) continue;
    const made = {
      tokenizerId: null,
      capabilities,
      itemCount: 1,
      maxHistoryItems: 3,
      embeddingDimensions: 8,
      evaluation: '',
      report: null,
      training: null,
      files: [],
      readyAt: at,
    };
    await store.jobs.take('w', { limits: { model_adaptation: 1 }, limit: 1, nowMs: 1, leaseMs: 1000 });
    const changes = [{ name: 'completeModel', args: [tenantId, modelId, made] }] as const;
    await store.jobs.finish('w', [{ jobId, end: { status: 'succeeded', result: {} }, changes, nowMs: 2 }]);
  }
}

const invalid = (name: string, body: unknown, at: string): Row => [name, body, 400, 'invalid_request', at];
const given = (more: object) => ({ ...whole, ...more });

const bodies: readonly Row[] = [
  invalid('nothing', {}, 'model_id'),
  invalid('model with a slash', given({ model_id: 'model/says' }), 'model_id'),
  invalid('an id with NUL', given({ history: ['a\u0000'] }), 'history[0]'),
  invalid('an id with a lone surrogate', given({ history: ['\ud800'] }), 'history[0]'),
  invalid('10,001 ids', given({ history: Array.from({ length: 10_001 }, () => 'tea') }), 'history'),
  invalid('an unknown key', given({ beams: 5 }), 'beams'),
  invalid('person_id beside history', given({ person_id: 'p' }), 'history'),
  invalid(
    'session_id beside person_id',
    given({ history: undefined, person_id: 'p', session_id: 's' }),
    'person_id',
  ),
  invalid('neither history nor person_id', given({ history: undefined }), 'history'),
  invalid('limit beyond 100', given({ limit: 101 }), 'limit'),
  invalid('tenant_id is no key', given({ tenant_id: 'ten_other' }), 'tenant_id'),
  ['no such model', given({ model_id: 'model_none' }), 404, 'model_not_found', 'model_none'],
  [
    "another workspace's model",
    given({ model_id: 'model_foreign' }),
    404,
    'model_not_found',
    'model_foreign',
  ],
  ['a model that is not ready', given({ model_id: 'model_waits' }), 409, 'model_not_ready', 'queued'],
  ['a model that cannot', given({ model_id: 'model_ranks' }), 422, 'capability_missing', 'generate'],
  ['a candidate twice', given({ candidate_item_ids: ['a', 'a'] }), 422, 'duplicate_id', '"a"'],
  [
    'a history too long',
    given({ history: ['a', 'b', 'c', 'd'] }),
    422,
    'history_too_long',
    'max_history_items',
  ],
];

export const badGeneration: readonly BadRequest[] = posts(path, bodies);
