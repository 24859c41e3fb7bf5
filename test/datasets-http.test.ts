/**
 * Datasets over the real server with its worker: import, export, import of the export, and a restart in
 * between.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Dataset, type DatasetFields } from '../src/contract/dataset.ts';
import { Job } from '../src/contract/job.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from './running-service.ts';

const folder = temporaryFolder();
let service: RunningService;
let key: string;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'shop', '', { scopes: ['data', 'write'], rate: 1000, burst: 1000 });
  service = await startService(folder.path);
}, 60_000);
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

async function send(path: string, body?: object, idempotencyKey?: string) {
  const answer = await fetch(path.startsWith('http') ? path : `${service.url}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

/** Polls until the job has ended. */
async function ended(jobId: string): Promise<Job> {
  for (;;) {
    const job = Job.parse((await send(`/jobs/${jobId}`)).body);
    if (!['queued', 'running'].includes(job.status)) return job;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function succeeded(path: string, body: object, idempotencyKey: string) {
  const accepted = await send(path, body, idempotencyKey);
  expect([accepted.status, accepted.body.status]).toEqual([202, 'queued']);
  const job = await ended(accepted.body.id);
  expect([job.status, job.error]).toEqual(['succeeded', null]);
  expect(job).toMatchObject({ id: accepted.body.id, progress: 1, resource: accepted.body.resource });
  return job.result!;
}

interface MadeFile {
  readonly download_url: string;
  readonly expires_at: string;
  readonly bytes: number;
  readonly sha256: string;
}

async function download({ download_url, bytes, sha256 }: MadeFile): Promise<Buffer> {
  // Without a key.
  const answer = await fetch(download_url);
  expect(answer.status).toBe(200);
  const content = Buffer.from(await answer.arrayBuffer());
  const hash = createHash('sha256').update(content);
  expect([content.length, hash.copy().digest('hex')]).toEqual([bytes, sha256]);
  expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${hash.digest('base64')}:`);
  return content;
}

const exported = async (id: string, idempotencyKey: string, body: object = { format: 'jsonl' }) =>
  (await succeeded(`/datasets/${id}/exports`, body, idempotencyKey)) as unknown as MadeFile;

const request = {
  name: 'größte Läden 🏪',
  items: [
    { item_id: 'tea/01', text: 'Green tea\n"from" the Azores\u2028' },
    { item_id: 'cup', text: '' },
  ],
  events: [
    {
      event_id: 'e2',
      person_id: 'ana',
      item_id: 'cup',
      kind: 'view',
      timestamp: '2024-05-01T09:30:00+01:00',
    },
    {
      event_id: 'e1',
      person_id: 'bob 😀',
      item_id: 'tea/01',
      kind: 'purchase',
      timestamp: '2024-05-01T08:30:00.5Z',
      value: -0.1,
    },
  ],
  access: { training: false },
  terms: 'For tests.',
};

let first: DatasetFields;
let file: MadeFile;

test('imported rows become a dataset', async () => {
  const { dataset } = await succeeded('/datasets', request, 'import-0001');
  first = dataset as DatasetFields;
  expect(first).toEqual({
    id: expect.stringMatching(/^ds_[0-9a-z]{26}$/),
    name: request.name,
    version: 'v1',
    source: 'workspace_upload',
    access: { export: true, training: false },
    terms: 'For tests.',
    features: { items: {}, people: {}, events: {} },
    kinds: {},
    repeats: false,
    baskets: null,
    erasures: { count: 0, last_at: null },
    item_count: 2,
    event_count: 2,
  });
  const { text, body } = await send(`/datasets/${first.id}`);
  expect(Dataset.parse(body)).toEqual({ ...first, request_id: expect.any(String) });
  for (const secret of ['ana', 'tea/01', 'Azores']) expect(text).not.toContain(secret);
  expect((await send('/datasets')).body).toMatchObject({ data: [first], has_more: false, next_cursor: null });
});

test('is exported as tagged rows, the same bytes each time, also packed', async () => {
  file = await exported(first.id, 'export-0001');
  expect(file.download_url).toMatch(`${service.url}/v1/downloads/`);
  const content = await download(file);
  const lines = content.toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    expect.arrayContaining([
      { type: 'item', ...request.items[0] },
      { type: 'item', ...request.items[1] },
      { type: 'event', ...request.events[0], timestamp: '2024-05-01T08:30:00.000Z', value: 1 },
      { type: 'event', ...request.events[1], timestamp: '2024-05-01T08:30:00.500Z' },
    ]),
  );
  expect(lines).toHaveLength(4);
  const again = await exported(first.id, 'export-0002');
  expect(again.sha256).toBe(file.sha256);
  expect(again.download_url).not.toBe(file.download_url);
  const packed = await exported(first.id, 'export-0003', { format: 'jsonl', compression: 'gzip' });
  expect(gunzipSync(await download(packed)).equals(content)).toBe(true);
});

test('is downloaded in parts', async () => {
  const content = await download(file);
  const etag = `"${file.sha256}"`;
  const half = Math.floor(content.length / 2);
  const parts = await Promise.all(
    [`bytes=0-${half - 1}`, `bytes=${half}-`].map(async (range) => {
      const answer = await fetch(file.download_url, { headers: { range, 'if-range': etag } });
      expect(answer.status).toBe(206);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  expect(Buffer.concat(parts).equals(content)).toBe(true);
  const outside = await fetch(file.download_url, { headers: { range: `bytes=${content.length}-` } });
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
  const spoiled = await fetch(
    `${file.download_url.slice(0, -1)}${file.download_url.endsWith('A') ? 'B' : 'A'}`,
  );
  expect(spoiled.status).toBe(403);
});

test('an export is imported again as the same dataset', async () => {
  mkdirSync(join(folder.path, 'imports'), { recursive: true });
  writeFileSync(join(folder.path, 'imports', 'again.jsonl'), await download(file));
  const { dataset } = (await succeeded(
    '/datasets',
    { name: request.name, source_uri: 'file:again.jsonl', format: 'jsonl' },
    'import-0002',
  )) as { dataset: DatasetFields };
  expect(dataset).toMatchObject({
    version: 'v2',
    source: 'workspace_uri',
    item_count: 2,
    event_count: 2,
    access: { export: true, training: true },
  });
  expect((await exported(dataset.id, 'export-0004')).sha256).toBe(file.sha256);
  const list = await send('/datasets?limit=1');
  expect(list.body.data.map(({ id }: DatasetFields) => id)).toEqual([dataset.id]);
  const rest = await send(`/datasets?limit=1&cursor=${list.body.next_cursor}`);
  expect(rest.body.data.map(({ id }: DatasetFields) => id)).toEqual([first.id]);
});

test('a job fails with the fault of its source, and leaves no dataset', async () => {
  writeFileSync(join(folder.path, 'imports', 'bad.jsonl'), '{"type":"item","item_id":"a"}\n');
  const before = (await send('/datasets')).body.data.length;
  const accepted = await send(
    '/datasets',
    { name: 'bad', source_uri: 'file:bad.jsonl', format: 'jsonl' },
    'import-0003',
  );
  const job = await ended(accepted.body.id);
  expect(job).toMatchObject({
    status: 'failed',
    result: null,
    error: { message: expect.stringMatching(/\S/) },
  });
  expect(job.error?.code).not.toBe('internal');
  expect((await send(`/datasets/${job.resource.id}`)).status).toBe(404);
  expect((await send('/datasets')).body.data).toHaveLength(before);
});

describe('stopped and started again', () => {
  test('accepted jobs are done once, and links and idempotency keys still hold', async () => {
    const accepted = await send('/datasets', { ...request, name: 'after' }, 'import-0004');
    expect(accepted.status).toBe(202);
    await service.stop();
    service = await startService(folder.path);
    const { status, result } = await ended(accepted.body.id);
    expect(status).toBe('succeeded');
    const replayed = await send('/datasets', { ...request, name: 'after' }, 'import-0004');
    expect([replayed.status, replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([
      202,
      accepted.text,
      'true',
    ]);
    const named = (await send('/datasets?limit=100')).body.data.filter(
      ({ name }: DatasetFields) => name === 'after',
    );
    expect(named).toEqual([(result as { dataset: DatasetFields }).dataset]);
    const moved = file.download_url.replace(/^http:\/\/[^/]+/, service.url);
    expect(
      createHash('sha256')
        .update(Buffer.from(await (await fetch(moved)).arrayBuffer()))
        .digest('hex'),
    ).toBe(file.sha256);
    const export1 = (await send('/jobs?kind=dataset_export&limit=100')).body.data.find(
      ({ result: made }: Job) => (made as MadeFile | null)?.expires_at === file.expires_at,
    );
    expect(export1.result.download_url).toBe(moved);
  }, 60_000);

  test('no log line has a token or a key', async () => {
    const token = file.download_url.split('/').at(-1)!;
    // A line may be on its way still when the answer has come.
    await vi.waitFor(() => expect(service.output()).toContain('/v1/downloads/:token'), 10_000);
    expect(service.output()).not.toContain(token);
    expect(service.output()).not.toContain(key);
  });
});

test('an erasure reaches the versions that name the person; a person whom nothing names is not found', async () => {
  const { dataset } = await succeeded('/datasets', { ...request, name: 'people' }, 'import-people');
  const erase = async (person: string) => {
    const answer = await fetch(`${service.url}/v1/users/${encodeURIComponent(person)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };
  expect(await erase('carl')).toMatchObject({ status: 404, body: { error: { code: 'user_not_found' } } });
  const { status, body } = await erase('bob 😀');
  expect([status, body.trained_models]).toEqual([200, []]);
  expect(body.erased.dataset_versions).toBeGreaterThan(0);
  expect((await send(`/datasets/${(dataset as DatasetFields).id}`)).status).toBe(200);
});
