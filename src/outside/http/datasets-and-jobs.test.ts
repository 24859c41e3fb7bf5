/** Requests that make jobs, and lists of jobs and datasets: idempotency, cursors, limits, scopes. */

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { Dataset, DatasetList } from '../../contract/dataset.ts';
import { noFeatures } from '../../contract/dataset-features.ts';
import { Job, JobList } from '../../contract/job.ts';
import type { NewDataset } from '../../platform/storage/dataset-store.ts';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { type BehaviourRooms, behaviourServer, openRooms } from './testing/datasets-server.ts';
import { type FakeServer, keys } from './testing/http-fakes.ts';

const HOUR_MS = 3_600_000;
const ALPHA = tenantId('ten_a');
const BETA = tenantId('ten_b');
let nowMs = 0;
const folder = temporaryFolder();
let rooms: BehaviourRooms;
let server: FakeServer;
const clock = () => nowMs;

beforeAll(async () => {
  rooms = await openRooms(folder.path);
});
beforeEach(async () => {
  nowMs = 1_700_000_000_000;
  rooms.empty();
  server = await behaviourServer(rooms, clock);
});
afterEach(() => server.app.close());
afterAll(async () => {
  await rooms.close();
  folder.remove();
});

/** All that is in memory is lost. */
async function restart(): Promise<void> {
  await server.app.close();
  await rooms.close();
  rooms = await openRooms(folder.path);
  server = await behaviourServer(rooms, clock);
}

const rows = (name = 'shop') => ({
  name,
  items: [{ item_id: 'tea', text: 'Green tea' }],
  events: [
    { event_id: 'e1', person_id: 'ana', item_id: 'tea', kind: 'buy', timestamp: '2024-05-01T12:00:00Z' },
  ],
});

interface Sent {
  readonly method?: 'GET' | 'POST' | 'HEAD';
  readonly body?: unknown;
  readonly key?: string | undefined;
  readonly as?: string;
  readonly id?: string;
}

async function send(url: string, { method, body, key, as = keys.all, id }: Sent = {}) {
  const answer = await server.app.inject({
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(id !== undefined && { 'x-request-id': id }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: answer.body === '' ? null : answer.json(),
  };
}

const post = (key: string | undefined, more: Sent = {}) =>
  send('/v1/datasets', { body: rows(), key, ...more });

async function addDataset(n: number, tenant = ALPHA, given: Partial<NewDataset> = {}): Promise<string> {
  const datasetId = `ds_${String(n).padStart(4, '0')}`;
  await rooms.store.datasets.add(
    {
      tenantId: tenant,
      datasetId,
      name: 'shop',
      source: 'workspace_upload',
      access: { export: true, training: true },
      terms: 'Ours.',
      features: noFeatures,
      createdAt: '2026-01-01T00:00:00.000Z',
      ...given,
    },
    { itemCount: n, eventCount: 0, files: [], readyAt: '2026-01-01T00:00:01.000Z' },
  );
  return datasetId;
}

const allJobs = () => rooms.store.jobs.list(null, { before: null, limit: 1000 });
async function artifactKeys(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const room of ['staging', 'datasets', 'exports'] as const) {
    for await (const { key } of rooms.artifacts.list(room)) found.push(key);
  }
  return found;
}

describe('a request that makes a job', () => {
  test('is 202 with the job, which can be read by its id', async () => {
    const made = await post('key-0001', { id: 'first' });
    expect(made.status).toBe(202);
    expect(Job.parse(made.body)).toEqual(made.body);
    expect(made.body).toMatchObject({
      id: expect.stringMatching(/^job_[0-9a-z]{26}$/),
      kind: 'dataset_import',
      status: 'queued',
      progress: 0,
      detail: null,
      resource: { type: 'dataset', id: expect.stringMatching(/^ds_[0-9a-z]{26}$/) },
      created_at: new Date(nowMs).toISOString(),
      started_at: null,
      finished_at: null,
      result: null,
      error: null,
      request_id: 'first',
    });
    const read = await send(`/v1/jobs/${made.body.id}`, { id: 'second' });
    expect(read.body).toEqual({ ...made.body, request_id: 'second' });
    expect((await send(`/v1/jobs/${made.body.id}`, { as: keys.reader })).status).toBe(200);
    expect((await send(`/v1/jobs/${made.body.id}`, { as: keys.other })).body.error.code).toBe(
      'job_not_found',
    );
    const dataset = await send(`/v1/datasets/${made.body.resource.id}`);
    expect([dataset.status, dataset.body.error.code]).toEqual([404, 'dataset_not_found']);
  });

  test('requires a key of 8 to 128 characters', async () => {
    for (const key of [undefined, '', '1234567', 'k'.repeat(129)]) {
      const answer = await post(key);
      expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.error.details.issues[0]).toMatchObject({ path: 'idempotency-key', in: 'header' });
    }
    expect(await allJobs()).toEqual([]);
    expect(await artifactKeys()).toEqual([]);
    for (const key of ['12345678', 'k'.repeat(128)]) expect((await post(key)).status).toBe(202);
  });

  test('sent again gives the first answer byte for byte, after a restart too, for 24 hours', async () => {
    const first = await post('key-0001', { id: 'first' });
    await restart();
    nowMs += 24 * HOUR_MS - 1;
    const again = await post('key-0001', { id: 'again' });
    expect([again.status, again.text]).toEqual([202, first.text]);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request-id': 'first',
      'x-request-id': 'again',
      'content-type': first.headers['content-type'],
    });
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(await allJobs()).toHaveLength(1);
    nowMs += 1;
    const anew = await post('key-0001', { id: 'anew' });
    expect(anew.headers['idempotent-replayed']).toBeUndefined();
    expect(anew.body.id).not.toBe(first.body.id);
    expect(await allJobs()).toHaveLength(2);
  });

  test('counts the order of keys for nothing, and every other difference', async () => {
    await post('key-0001');
    const { items, events, name } = rows();
    const same = await post('key-0001', { body: { events, name, items } });
    expect(same.headers['idempotent-replayed']).toBe('true');
    for (const body of [rows('other'), { ...rows(), access: {} }, { name, items }]) {
      const other = await post('key-0001', { body });
      expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
      expect(other.body.error.details).toEqual({ idempotency_key: 'key-0001' });
    }
    expect(await allJobs()).toHaveLength(1);
    expect(await artifactKeys()).toHaveLength(1);
  });

  test('a hundred at once with one key make one job, and get the same answer', async () => {
    const otherRooms = await openRooms(folder.path);
    const another = await behaviourServer(otherRooms, clock);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 === 0 ? server : another).app.inject({
          method: 'POST',
          url: '/v1/datasets',
          headers: { authorization: `Bearer ${keys.all}`, 'idempotency-key': 'key-0001' },
          payload: rows(),
        }),
      ),
    );
    await another.app.close();
    await otherRooms.close();
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]!.statusCode).toBe(202);
    const first = answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
    expect(first).toHaveLength(1);
    const firstId = first[0]!.headers['x-request-id'];
    expect(answers[0]!.json().request_id).toBe(firstId);
    for (const { headers } of answers) {
      if (headers['idempotent-replayed'] === 'true') expect(headers['original-request-id']).toBe(firstId);
    }
    expect(await allJobs()).toHaveLength(1);
    expect(await artifactKeys()).toHaveLength(1);
  });

  test('of a hundred at once with one key and two bodies, one body wins', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => post('key-0001', { body: rows(n % 2 === 0 ? 'even' : 'odd') })),
    );
    const codes = answers.map(({ status, body }) => (status === 202 ? 'accepted' : body.error.code));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(50);
    expect(codes.filter((code) => code === 'idempotency_key_reused')).toHaveLength(50);
    expect(await allJobs()).toHaveLength(1);
    expect(await artifactKeys()).toHaveLength(1);
  });

  test('that is refused leaves no key, no job, no dataset and no file', async () => {
    const twice = { ...rows(), items: [...rows().items, ...rows().items] };
    const nowhere = { ...rows(), events: [{ ...rows().events[0], item_id: 'coffee' }] };
    for (const [body, code] of [
      [twice, 'duplicate_id'],
      [nowhere, 'unresolved_reference'],
      [{ name: 'n', source_uri: 'file:x', format: 'xml' }, 'unsupported_format'],
      [{ name: 'n', source_uri: 'file:x', format: 'jsonl' }, 'invalid_request'],
      [{ name: '' }, 'invalid_request'],
    ] as const) {
      expect((await post('key-0001', { body })).body.error.code).toBe(code);
    }
    expect(await rooms.store.idempotency.find(ALPHA, 'POST /v1/datasets', 'key-0001', nowMs)).toBeNull();
    expect([await allJobs(), await artifactKeys()]).toEqual([[], []]);
    expect((await post('key-0001')).status).toBe(202);
  });

  test('means another request on another route, in another workspace, and of another dataset’s export', async () => {
    const one = await addDataset(1);
    const two = await addDataset(2);
    const exported = (id: string, key: string) =>
      send(`/v1/datasets/${id}/exports`, { body: { format: 'jsonl' }, key });
    expect((await post('key-0001')).status).toBe(202);
    expect((await exported(one, 'key-0001')).body).toMatchObject({
      kind: 'dataset_export',
      resource: { type: 'dataset', id: one },
    });
    expect((await post('key-0001', { as: keys.other })).headers['idempotent-replayed']).toBeUndefined();
    expect((await exported(two, 'key-0001')).body.error.code).toBe('idempotency_key_reused');
    expect((await exported(two, 'key-0002')).status).toBe(202);
    expect(await allJobs()).toHaveLength(4);
  });

  test('an export is refused where the dataset is unknown, foreign, closed, or the format is', async () => {
    await addDataset(1);
    await addDataset(2, ALPHA, { access: { export: false, training: true } });
    await addDataset(3, BETA);
    for (const [id, body, status, code] of [
      ['ds_none', { format: 'jsonl' }, 404, 'dataset_not_found'],
      ['ds_0003', { format: 'jsonl' }, 404, 'dataset_not_found'],
      ['ds_0002', { format: 'jsonl' }, 403, 'access_denied'],
      ['ds_0001', { format: 'csv' }, 422, 'unsupported_format'],
      ['ds_0001', { format: 'jsonl', compression: 'zip' }, 400, 'invalid_request'],
    ] as const) {
      const answer = await send(`/v1/datasets/${id}/exports`, { body, key: 'key-0001' });
      expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    }
    expect(await allJobs()).toEqual([]);
  });
});

describe('lists', () => {
  const page = async (url: string, schema: typeof DatasetList | typeof JobList, as = keys.all) => {
    const answer = await send(url, { as });
    expect(answer.status).toBe(200);
    expect(schema.parse(answer.body)).toEqual(answer.body);
    return answer.body as { data: { id: string }[]; next_cursor: string | null; has_more: boolean };
  };
  const walk = async (url: string, schema: typeof DatasetList | typeof JobList) => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const found = await page(`${url}${cursor === '' ? '' : `&cursor=${cursor}`}`, schema);
      expect(found.has_more).toBe(found.next_cursor !== null);
      ids.push(...found.data.map(({ id }) => id));
      cursor = found.next_cursor;
    }
    return ids;
  };

  test('of datasets: newest first, whole, in pages of any size, 20 by default', async () => {
    for (let n = 1; n <= 23; n++) await addDataset(n);
    await addDataset(99, BETA);
    const newest = Array.from({ length: 23 }, (_, n) => `ds_${String(23 - n).padStart(4, '0')}`);
    for (const limit of [1, 7, 22, 23, 24, 100]) {
      expect(await walk(`/v1/datasets?limit=${limit}`, DatasetList)).toEqual(newest);
    }
    expect((await page('/v1/datasets', DatasetList)).data).toHaveLength(20);
    expect((await page('/v1/datasets', DatasetList, keys.other)).data.map(({ id }) => id)).toEqual([
      'ds_0099',
    ]);
    const read = await send('/v1/datasets/ds_0023', { as: keys.reader });
    expect(Dataset.parse(read.body)).toMatchObject({ id: 'ds_0023', version: 'v23', item_count: 23 });
  });

  test('stay the same while rows are added, and the page size changes', async () => {
    for (let n = 1; n <= 9; n++) await addDataset(n);
    const first = await page('/v1/datasets?limit=3', DatasetList);
    await addDataset(10);
    const second = await page(`/v1/datasets?limit=2&cursor=${first.next_cursor}`, DatasetList);
    await addDataset(11);
    const third = await page(`/v1/datasets?limit=100&cursor=${second.next_cursor}`, DatasetList);
    const seen = [first, second, third].flatMap(({ data }) => data.map(({ id }) => id));
    expect(seen).toEqual([
      'ds_0009',
      'ds_0008',
      'ds_0007',
      'ds_0006',
      'ds_0005',
      'ds_0004',
      'ds_0003',
      'ds_0002',
      'ds_0001',
    ]);
    expect([third.next_cursor, third.has_more]).toEqual([null, false]);
  });

  test('of jobs: by kind and state', async () => {
    await addDataset(1);
    const made: string[] = [];
    for (let n = 0; n < 5; n++) {
      made.unshift((await post(`key-000${n}`)).body.id);
      nowMs += 1;
    }
    const exported = await send('/v1/datasets/ds_0001/exports', {
      body: { format: 'jsonl' },
      key: 'key-0001',
    });
    expect((await send(`/v1/jobs/${made[0]}/cancel`, { method: 'POST' })).body.status).toBe('cancelled');
    expect(await walk('/v1/jobs?limit=2', JobList)).toEqual([exported.body.id, ...made]);
    expect(await walk('/v1/jobs?limit=2&kind=dataset_import', JobList)).toEqual(made);
    expect(await walk('/v1/jobs?limit=1&status=cancelled', JobList)).toEqual([made[0]]);
    expect(await walk('/v1/jobs?limit=2&kind=dataset_import&status=queued', JobList)).toEqual(made.slice(1));
    expect(await walk('/v1/jobs?limit=2&kind=simulation', JobList)).toEqual([]);
  });

  test('a cursor holds for its workspace, its list and its filters alone, after a restart too', async () => {
    for (let n = 1; n <= 3; n++) {
      await addDataset(n);
      await addDataset(n, BETA);
      await post(`key-000${n}`);
    }
    const { next_cursor: datasets } = await page('/v1/datasets?limit=1', DatasetList);
    const { next_cursor: jobs } = await page('/v1/jobs?limit=1', JobList);
    const { next_cursor: imports } = await page('/v1/jobs?limit=1&kind=dataset_import', JobList);
    await restart();
    expect((await send(`/v1/jobs?cursor=${imports}&kind=dataset_import`)).body.data).toHaveLength(2);
    for (const [url, as] of [
      [`/v1/datasets?cursor=${datasets}`, keys.other],
      [`/v1/jobs?cursor=${datasets}`, keys.all],
      [`/v1/datasets?cursor=${jobs}`, keys.all],
      [`/v1/jobs?cursor=${imports}`, keys.all],
      [`/v1/jobs?cursor=${jobs}&kind=dataset_import`, keys.all],
      [`/v1/jobs?cursor=${imports}&kind=dataset_export`, keys.all],
      [`/v1/jobs?cursor=${imports}&kind=dataset_import&status=queued`, keys.all],
      [`/v1/datasets?cursor=${datasets?.slice(1)}`, keys.all],
      [`/v1/datasets?cursor=${datasets}A`, keys.all],
      ['/v1/datasets?cursor=ds_0001', keys.all],
    ] as const) {
      const answer = await send(url, { as });
      expect([url, answer.status, answer.body.error?.code]).toEqual([url, 400, 'invalid_request']);
      expect(answer.body.error.details.issues[0].path).toBe('cursor');
    }
  });
});

describe('cancelling', () => {
  test('a waiting job is cancelled, its dataset dropped; again is 200; a finished one is 409', async () => {
    const { id, resource } = (await post('key-0001')).body;
    for (let n = 0; n < 2; n++) {
      const cancelled = await send(`/v1/jobs/${id}/cancel`, { body: {} });
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled']);
      expect(Job.parse(cancelled.body)).toEqual(cancelled.body);
    }
    expect(await rooms.store.datasets.find(ALPHA, resource.id)).toBeNull();
    const other = (await post('key-0002')).body.id;
    const { taken } = await rooms.store.jobs.take('w', {
      limits: { dataset_import: 1 },
      limit: 1,
      nowMs: nowMs + 1,
      leaseMs: 1000,
    });
    expect(taken.map(({ jobId }) => jobId)).toEqual([other]);
    expect((await send(`/v1/jobs/${other}/cancel`, { method: 'POST' })).body.status).toBe('running');
    await rooms.store.jobs.finish('w', [
      { jobId: other, end: { status: 'succeeded', result: {} }, changes: [], nowMs },
    ]);
    const late = await send(`/v1/jobs/${other}/cancel`, { method: 'POST' });
    expect([late.status, late.body.error.code]).toEqual([409, 'conflict']);
  });

  test('needs the scope «data», and a job of the own workspace', async () => {
    const { id } = (await post('key-0001')).body;
    const reader = await send(`/v1/jobs/${id}/cancel`, { method: 'POST', as: keys.reader });
    expect([reader.status, reader.body.error.details.required]).toEqual([403, 'data']);
    const other = await send(`/v1/jobs/${id}/cancel`, { method: 'POST', as: keys.other });
    expect([other.status, other.body.error.code]).toEqual([404, 'job_not_found']);
    const body = await send(`/v1/jobs/${id}/cancel`, { body: { force: true } });
    expect([body.status, body.body.error.message]).toEqual([400, expect.stringContaining('takes no body')]);
  });
});

describe('the body of an import', () => {
  const MIB = 1_048_576;
  const sized = (bytes: number) => {
    const body = rows();
    const text = JSON.stringify({ ...body, terms: 'x' });
    // White space counts in, and says nothing.
    return `${' '.repeat(bytes - text.length)}${text}`;
  };

  test('may have exactly 1 MiB', async () => {
    expect((await post('key-0001', { body: sized(MIB) })).status).toBe(202);
    for (const body of [sized(MIB + 1), 'x'.repeat(MIB + 1)]) {
      const larger = await post('key-0002', { body });
      expect([larger.status, larger.body.error.code]).toEqual([413, 'payload_too_large']);
      expect(larger.body.error.details).toEqual({ limit_bytes: MIB });
    }
    expect(await allJobs()).toHaveLength(1);
  });

  test('is cut off at 1 MiB also without a Content-Length', async () => {
    const { port } = new URL(await server.app.listen({ port: 0, host: '127.0.0.1' }));
    for (const [bytes, status] of [
      [MIB, 202],
      [MIB + 1, 413],
    ] as const) {
      const client = httpRequest({
        port,
        method: 'POST',
        path: '/v1/datasets',
        headers: {
          authorization: `Bearer ${keys.all}`,
          'content-type': 'application/json',
          'idempotency-key': `key-${bytes}`,
          'transfer-encoding': 'chunked',
        },
      });
      client.on('error', () => {});
      const answered = once(client, 'response');
      const text = sized(bytes);
      for (let at = 0; at < text.length; at += 65_536) client.write(text.slice(at, at + 65_536));
      client.end();
      const [answer] = await answered;
      expect(answer.statusCode).toBe(status);
      answer.resume();
      await once(answer, 'close');
    }
    expect(await allJobs()).toHaveLength(1);
  });
});
