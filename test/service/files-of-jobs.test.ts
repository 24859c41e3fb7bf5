/**
 * Nothing that names a person is left in the files of jobs: below the data folder, and in a bucket. Every
 * kind of job that stages files is run. (The model has no files, so the jobs that read it fail.)
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openArtifacts } from '../../src/composition/open-artifacts.ts';
import { openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openSchedules } from '../../src/composition/open-tasks.ts';
import { newId } from '../../src/contract/new-id.ts';
import { artifactKey } from '../../src/platform/artifacts/artifact-key.ts';
import { resourceJob } from '../../src/platform/jobs/resource-job.ts';
import { removeLeftStaged } from '../../src/platform/jobs/staged-files.ts';
import type { TaskContext } from '../../src/platform/jobs/task.ts';
import { type LoopbackS3, startLoopbackS3 } from '../../src/platform/outbound/testing/loopback-s3.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

/** The id of the person, which every file that holds something of the person has. */
const MARKER = 'marker-person-7f3a91';

const items = Array.from({ length: 8 }, (_, n) => ({ item_id: `i${n}`, text: `thing ${n}` }));
const events = ['p0', 'p1', 'p2', 'p3', MARKER].flatMap((person_id, p) =>
  Array.from({ length: 6 }, (_, n) => ({
    event_id: `e${p}-${n}`,
    person_id,
    item_id: `i${(p + n) % 8}`,
    kind: 'view',
    timestamp: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
  })),
);

interface World {
  readonly service: ComposedService;
  readonly bucket: LoopbackS3 | null;
}

async function inAFolder(): Promise<World> {
  return { service: await composed({}, { jobWorkers: 0 }), bucket: null };
}

async function inABucket(): Promise<World> {
  const bucket = await startLoopbackS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket.access;
  const flags = {
    '--artifacts': `s3://${bucket.bucket}/shop`,
    '--aws-endpoint-url': endpoint,
    '--aws-region': region,
    '--aws-access-key-id': accessKeyId,
    '--aws-secret-access-key': secretAccessKey,
  };
  return { service: await composed(flags, { jobWorkers: 0 }), bucket };
}

/** Staged files, and the files that fits and imports keep beside them. */
const stagedIn = (world: World) => filesIn(world, 'staging').map(([name]) => name);

function filesIn({ service, bucket }: World, room: string): readonly (readonly [string, Buffer])[] {
  const scratch = filesBelow(join(service.folder, 'scratch'));
  if (bucket === null) return [...filesBelow(join(service.folder, 'artifacts', room)), ...scratch];
  const objects = [...bucket.objects].filter(([key]) => key.includes(`/${room}/`));
  return [...objects.map(([key, { bytes }]) => [key, bytes] as const), ...scratch];
}

function filesBelow(folder: string): readonly (readonly [string, Buffer])[] {
  try {
    return readdirSync(folder, { recursive: true })
      .map((name) => join(folder, String(name)))
      .filter((path) => statSync(path).isFile())
      .map((path) => [path, readFileSync(path)] as const);
  } catch {
    return [];
  }
}

describe.each([
  ['in a folder', inAFolder],
  ['in a bucket', inABucket],
])('staged files %s', (_, open) => {
  let world: World;
  let service: ComposedService;
  let modelId: string;
  let keys = 0;

  beforeAll(async () => {
    world = await open();
    ({ service } = world);
    await service.send('users', { user_id: MARKER, domain: 'dating', fields: { gender: 'woman', age: 30 } });
    await service.send('users', { user_id: 'other', domain: 'dating', fields: { gender: 'man', age: 31 } });
    modelId = await readyModel(service);
  }, 60_000);
  afterAll(async () => {
    await service?.stop();
    await world?.bucket?.close();
  });

  const begin = async (path: string, body: object) => {
    const begun = await service.send(path, body, `files-of-jobs-${++keys}`);
    expect(begun.status, begun.text).toBe(202);
    return begun.body.id as string;
  };
  const cancelled = async (path: string, body: object) => {
    const id = await begin(path, body);
    expect(stagedIn(world)).toHaveLength(1);
    expect((await service.send(`jobs/${id}/cancel`, {})).body.status).toBe('cancelled');
    return id;
  };
  const people = [{ person_id: MARKER, history: ['i1'] }];
  const inline = { name: 'shop', items, events };
  const ways = (): readonly (readonly [string, object])[] => [
    ['datasets', inline],
    [`models/${modelId}/batch-predictions`, { people, limit: 2 }],
    ['simulations', { model_id: modelId, histories: [[]], steps: 1, policy: 'popular' }],
    ['match/batch', { domain: 'dating', user_ids: [MARKER] }],
  ];

  test('are removed with the end of their job', async () => {
    service.worker.start();
    const ids: string[] = [];
    for (const [path, body] of ways()) ids.push(await begin(path, body));
    const statusOf = async (id: string) => (await service.send(`jobs/${id}`)).body.status as string;
    await service.working(async () => {
      const statuses = await Promise.all(ids.map(statusOf));
      return statuses.every((status) => !['queued', 'running'].includes(status));
    });
    await service.worker.stop();
    expect(await Promise.all(ids.map(statusOf))).toEqual(['succeeded', 'failed', 'failed', 'succeeded']);
    expect(stagedIn(world)).toEqual([]);
  }, 60_000);

  test('are removed when the job is cancelled while it waits', async () => {
    for (const [path, body] of ways()) {
      await cancelled(path, body);
      expect(stagedIn(world)).toEqual([]);
    }
  });

  test('go with the next start where a crash or an earlier version left them', async () => {
    const { store, settings } = service;
    const artifacts = openArtifacts(settings);
    const { tenantId } = await service.accounts.findTenant('main');
    const [dataset] = await store.datasets.list(tenantId, { before: null, limit: 1 });
    const ended = await cancelled(...ways()[1]!);
    for (const id of [ended, dataset!.datasetId]) {
      const writer = await artifacts.create(artifactKey(tenantId, 'staging', id, 'rows.jsonl'));
      await writer.write(Buffer.from(JSON.stringify({ person_id: MARKER })));
      await writer.commit();
    }
    expect(stagedIn(world)).toHaveLength(2);
    await removeLeftStaged({ jobs: store.jobs, artifacts, clock: Date.now }, new AbortController().signal);
    expect(stagedIn(world)).toEqual([]);
  });
});

/** The answers to a link before the erasure, right after it, and when the files were written again. */
describe('a download link', () => {
  let service: ComposedService;
  let datasetId: string;
  let keys = 0;

  beforeAll(async () => {
    service = await composed({}, { jobWorkers: 0 });
    for (const user_id of ['ana', 'ben', 'cem', 'dan'])
      await service.send('users', { user_id, domain: 'dating', fields: { gender: 'man', age: 30 } });
    const imported = await service.send('datasets', { name: 'shop', items, events }, 'links-dataset');
    datasetId = ((await service.ended(imported.body.id)).result as { dataset: { id: string } }).dataset.id;
  }, 60_000);
  afterAll(() => service?.stop());

  const opened = async (url: string, headers: Record<string, string> = {}) =>
    service.server.inject({ url: new URL(url).pathname, headers });
  const statusOf = async (url: string) => {
    const { statusCode, body } = await opened(url);
    return statusCode === 200 ? 200 : [statusCode, JSON.parse(body).error.code];
  };
  const erase = async (userId: string, query = '') => {
    const headers = { authorization: `Bearer ${service.key}` };
    return service.server.inject({ method: 'DELETE', url: `/v1/users/${userId}${query}`, headers });
  };
  async function exported(id: string): Promise<string> {
    const begun = await service.send(
      `datasets/${id}/exports`,
      { format: 'jsonl' },
      `export-of-links-${++keys}`,
    );
    return (await service.ended(begun.body.id)).result!.download_url as string;
  }
  /** A batch that has ended, with a file of these people. */
  async function batchOf(
    kind: 'match_batch' | 'batch_prediction',
    lines: readonly object[],
  ): Promise<string> {
    const { store } = service;
    const { tenantId } = await service.accounts.findTenant('main');
    const jobId = newId('job');
    const writer = await openArtifacts(service.settings).create(
      artifactKey(tenantId, 'exports', jobId, 'lines.jsonl'),
    );
    await writer.write(Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
    const expires_at_ms = Date.now() + 3_600_000;
    const content_type = 'application/jsonl';
    const file = { ...(await writer.commit()), filename: 'lines.jsonl', content_type, expires_at_ms };
    const resource = kind === 'match_batch' ? { type: 'domain', id: 'dating' } : { type: 'model', id: 'm' };
    const job = resourceJob(
      { jobId, tenantId, kind, resource, input: {}, createdAt: new Date().toISOString() },
      0,
    );
    await store.jobs.create(job, {
      changes:
        kind === 'match_batch' ? [{ name: 'createMatchBatch', args: [tenantId, jobId, 'dating'] }] : [],
    });
    await store.jobs.take('w', { limits: { [kind]: 9 }, limit: 9, nowMs: Date.now(), leaseMs: 9000 });
    await store.jobs.finish('w', [
      { jobId, end: { status: 'succeeded', result: { file } }, changes: [], nowMs: Date.now() },
    ]);
    return (await service.send(`jobs/${jobId}`)).body.result.download_url;
  }

  test('ends with the erasure of a person in its file, and no other one does', async () => {
    const gone = {
      export: await exported(datasetId),
      matches: await batchOf('match_batch', [{ user_id: 'ben', matches: [{ user_id: MARKER, score: 1 }] }]),
      predictions: await batchOf('batch_prediction', [{ row: 1, person_id: MARKER, items: [] }]),
    };
    const kept = {
      matches: await batchOf('match_batch', [{ user_id: 'ben', matches: [{ user_id: 'cem', score: 1 }] }]),
      predictions: await batchOf('batch_prediction', [{ row: 1, person_id: 'ben', items: [] }]),
    };
    const all = async () => [
      await Promise.all(Object.values(gone).map(statusOf)),
      await Promise.all(Object.values(kept).map(statusOf)),
    ];
    const open = [200, 200];
    expect(await all()).toEqual([[200, 200, 200], open]);
    expect((await erase(MARKER)).statusCode).toBe(200);
    const refused = [403, 'access_denied'];
    expect(await all()).toEqual([[refused, refused, refused], open]);
    expect((await opened(gone.matches, { range: 'bytes=0-3' })).statusCode).toBe(403);
    expect(JSON.parse((await opened(gone.export)).body).error.message).toContain('was erased');
    await runSchedules(service);
    expect(await service.store.fileErasures.list()).toEqual([]);
    expect(filesIn({ service, bucket: null }, 'exports')).toHaveLength(2);
    expect(await all()).toEqual([[refused, refused, refused], open]);
    expect(await statusOf(await exported(datasetId))).toBe(200);
    expect(
      filesIn({ service, bucket: null }, 'exports').filter(([, bytes]) => bytes.includes(MARKER)),
    ).toEqual([]);
  }, 60_000);

  test('of a dataset lasts when a person is erased who is not in it', async () => {
    const url = await exported(datasetId);
    expect((await erase('dan')).statusCode).toBe(200);
    expect(await statusOf(url)).toBe(200);
    const ofSome = await batchOf('match_batch', [{ user_id: 'cem', matches: [] }]);
    const predictions = await batchOf('batch_prediction', [{ row: 1, person_id: 'cem', items: [] }]);
    expect((await erase('cem', '?domain=dating')).statusCode).toBe(200);
    // Events and predictions belong to no domain.
    expect([await statusOf(ofSome), await statusOf(predictions)]).toEqual([[403, 'access_denied'], 200]);
  }, 60_000);
});

/** The scheduled tasks that erase people from files, each once. */
async function runSchedules({ settings }: ComposedService): Promise<void> {
  const parts = await openTaskParts(settings, { onError: () => {}, onNotice: () => {} });
  const kinds = ['erase_people', 'erase_from_files', 'keep_match_batches'];
  const context = { signal: new AbortController().signal } as TaskContext;
  for (const kind of kinds)
    await openSchedules(parts)
      .find((each) => each.kind === kind)!
      .run(context);
  await parts.close();
}

/** A model that is ready, without its files. */
async function readyModel({ store, accounts }: ComposedService): Promise<string> {
  const { tenantId } = await accounts.findTenant('main');
  const createdAt = new Date().toISOString();
  const jobId = newId('job');
  const model = {
    ...{ tenantId, modelId: newId('model'), name: 'm', architecture: 'sequential-recommender' },
    ...{ datasetId: 'ds_none', baseModelId: null, tokenizerId: null, jobId, createdAt },
  };
  const made = {
    ...{ tokenizerId: null, capabilities: ['predict'], itemCount: 8, maxHistoryItems: 8 },
    ...{ embeddingDimensions: 8, evaluation: '', report: null, training: { events: {} }, files: [] },
    readyAt: createdAt,
  };
  const resource = { type: 'model', id: model.modelId };
  const job = {
    ...resourceJob({ jobId, tenantId, kind: 'model_adaptation', resource, input: {}, createdAt }, 0),
  };
  await store.jobs.create(job, {
    changes: [
      { name: 'createModel', args: [model] },
      { name: 'completeModel', args: [tenantId, model.modelId, made] },
    ],
  });
  await store.jobs.cancel(tenantId, jobId, { nowMs: 0, changes: [] });
  return model.modelId;
}
