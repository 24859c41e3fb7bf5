/** POST /match/batch over HTTP with all real parts; the job runs in the server. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { zstdDecompressor } from '../../src/behaviour/datasets/snapshot/snapshot-schema.ts';
import type { Job } from '../../src/contract/job.ts';
import type { MatchResult } from '../../src/contract/match.ts';
import { keepMatchBatchesKind } from '../../src/matching/match/batches/keep-match-batches-kind.ts';
import { ensureSchedules } from '../../src/platform/jobs/schedule.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const PEOPLE = 30;
const names = Array.from({ length: PEOPLE }, (_, n) => `p${String(n).padStart(2, '0')}`);
/** A moment in the middle of an hour. */
const NOON = Date.UTC(2026, 2, 1, 12, 30);
let service: ComposedService;
let otherKey: string;
let nowMs = NOON;

async function populate(send: ComposedService['send']): Promise<void> {
  for (const [n, user_id] of names.entries())
    await send('users', {
      user_id,
      domain: 'dating',
      fields: { age: 25 + n, gender: n % 2 ? 'man' : 'woman', location: 'Lisbon, Portugal' },
      context: `I like ${['running', 'reading', 'cooking'][n % 3]} and the sea.`,
    });
  for (const [user_id, role] of [
    ['anna', 'candidate'],
    ['firm', 'job'],
  ])
    await send('users', { user_id, domain: 'hiring', fields: { role } });
}

beforeAll(async () => {
  service = await composed({}, { jobWorkers: 0 }, { clock: () => nowMs });
  const { accounts } = service;
  const { tenantId } = await accounts.findTenant('main');
  await accounts.enableDomain(tenantId, 'hiring');
  const other = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@example.com' });
  otherKey = (await accounts.createKey(other.tenantId, {})).key;
  await populate(service.send);
  service.worker.start();
}, 60_000);
afterEach(() => {
  nowMs = NOON;
});
afterAll(() => service?.stop());

let keys = 0;
const start = (body: object, key = `batch-key-${++keys}`) => service.send('match/batch', body, key);

async function ended(id: string): Promise<Job> {
  for (;;) {
    const { body } = await service.send(`jobs/${id}`);
    if (!['queued', 'running'].includes(body.status)) return body;
    await sleep(10);
  }
}

async function batch(body: object): Promise<{ readonly job: Job; readonly file: Buffer }> {
  const started = await start({ domain: 'dating', ...body });
  expect(started.status, started.text).toBe(202);
  const job = await ended(started.body.id);
  expect(job).toMatchObject({ kind: 'match_batch', status: 'succeeded', progress: 1 });
  const { pathname } = new URL(job.result!.download_url as string);
  const file = await service.server.inject({ url: pathname });
  expect(file.statusCode).toBe(200);
  return { job, file: file.rawPayload };
}

interface Line extends Partial<MatchResult> {
  readonly row?: number;
  readonly user_id?: string;
  readonly error?: { readonly code: string; readonly message: string };
}
const linesOf = (file: Buffer): Line[] =>
  file
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('seekers', () => {
  test('all users of the domain get the answers of POST /match', async () => {
    const { job, file } = await batch({ limit: 5, filters: { age: { lte: 45 } } });
    expect(job.resource).toEqual({ type: 'domain', id: 'dating' });
    expect(job.result).toMatchObject({ people: PEOPLE, failed: 0, bytes: file.length });
    expect(job.detail).toEqual({ people: PEOPLE, failed: 0 });
    const lines = linesOf(file);
    expect(lines.map(({ user_id }) => user_id)).toEqual(names);
    nowMs += 20 * 60_000;
    for (const { user_id, ...line } of lines) {
      const asked = { user_id, domain: 'dating', limit: 5, filters: { age: { lte: 45 } }, record: false };
      const { matches } = (await service.send('match', asked)).body;
      expect(line).toEqual({ matches });
    }
    expect(lines.some(({ matches }) => matches!.length === 5)).toBe(true);
  });

  test('given users are numbered, and one that is unknown is a line with an error', async () => {
    const { job, file } = await batch({ user_ids: ['p03', 'stranger', 'p01'], limit: 1 });
    expect(job.result).toMatchObject({ people: 3, failed: 1 });
    expect(linesOf(file)).toEqual([
      { row: 1, user_id: 'p03', matches: [expect.objectContaining({ user_id: expect.any(String) })] },
      {
        row: 2,
        user_id: 'stranger',
        error: { code: 'user_not_found', message: expect.stringContaining('stranger') },
      },
      { row: 3, user_id: 'p01', matches: [expect.anything()] },
    ]);
  });

  test('a file of them, with a row that is none', async () => {
    mkdirSync(join(service.folder, 'imports'), { recursive: true });
    writeFileSync(
      join(service.folder, 'imports', 'seekers.jsonl'),
      '{"user_id":"p02"}\n{"id":"p03"}\n{}\n{"user_id":"p04"}\n',
    );
    const { job, file } = await batch({ source_uri: 'file:seekers.jsonl', limit: 1 });
    expect(job.result).toMatchObject({ people: 4, failed: 2 });
    expect(linesOf(file)).toEqual([
      { row: 1, user_id: 'p02', matches: [expect.anything()] },
      { row: 2, error: { code: 'invalid_request', message: expect.stringContaining('id') } },
      { row: 3, error: { code: 'invalid_request', message: 'must have user_id' } },
      { row: 4, user_id: 'p04', matches: [expect.anything()] },
    ]);
  });

  test('those of a filter', async () => {
    const seekers = {
      filters: {
        age: { gte: 50 },
        gender: 'woman',
        exclude_user_ids: ['p28'],
        location_within_km: 5,
        location_from: 'Lisbon',
      },
    };
    const { file } = await batch({ seekers, limit: 1 });
    expect(linesOf(file).map(({ user_id }) => user_id)).toEqual(['p26']);
  });

  test('those of a side', async () => {
    const { file } = await batch({ domain: 'hiring', seekers: { side: 'candidate' } });
    expect(linesOf(file).map(({ user_id }) => user_id)).toEqual(['anna']);
  });

  test('none: the file is empty', async () => {
    const { job, file } = await batch({ seekers: { filters: { age: { gte: 99 } } } });
    expect(job.result).toMatchObject({ people: 0, failed: 0, bytes: 0 });
    expect(file).toHaveLength(0);
  });
});

describe('the result', () => {
  test('as Parquet has a row a match', async () => {
    const asked = { user_ids: ['p03', 'stranger'], limit: 2 };
    const [{ file }, { file: lines }] = [
      await batch({ ...asked, output_format: 'parquet' }),
      await batch(asked),
    ];
    const rows = await parquetReadObjects({
      file: new Uint8Array(file).buffer,
      compressors: zstdDecompressor,
    });
    const [{ matches }] = linesOf(lines) as [Line];
    const none = { match_id: null, error: null };
    expect(rows).toEqual([
      ...matches!.map(({ user_id, score, mutual }, at) => ({
        ...{ row: 1, user_id: 'p03', rank: at + 1, candidate_id: user_id, score, ...mutual, ...none },
      })),
      {
        ...{ row: 2, user_id: 'stranger', match_id: null, rank: null, candidate_id: null, score: null },
        ...{ seeker_to_candidate: null, candidate_to_seeker: null, error: 'user_not_found' },
      },
    ]);
  });

  test('explained has reasons and a trace without other people', async () => {
    const { file } = await batch({ user_ids: ['p03'], explain: true, filters: { age: { lte: 30 } } });
    const [line] = linesOf(file);
    expect(Object.keys(line!)).toEqual([
      'row',
      'user_id',
      'matches',
      'pipeline_stats',
      'models_used',
      'trace',
    ]);
    expect(line!.matches![0]).toMatchObject({ reasons: expect.any(Array), terms: expect.any(Array) });
    expect(JSON.stringify(line!.trace)).not.toMatch(/"p\d\d"/);
  });

  test('is not recorded as shown, unless `record` is true', async () => {
    const { file } = await batch({ user_ids: ['p05'], limit: 2 });
    expect(linesOf(file)[0]).not.toHaveProperty('match_id');
    const recorded = linesOf((await batch({ user_ids: ['p05'], limit: 2, record: true })).file)[0]!;
    const { status, body } = await service.send(`matches/${recorded.match_id}`);
    expect(status).toBe(200);
    expect(body.matches.map(({ user_id }: { user_id: string }) => user_id)).toEqual(
      recorded.matches!.map(({ user_id }) => user_id),
    );
    const feedback = await service.send('feedback', {
      domain: 'dating',
      items: [
        {
          ...{ seeker_id: 'p05', candidate_id: recorded.matches![0]!.user_id, outcome: 'accepted' },
          match_id: recorded.match_id,
        },
      ],
    });
    expect(feedback.body).toMatchObject({ accepted: 1 });
  });
});

describe('a job', () => {
  test('is made once a key, and shown to its workspace alone', async () => {
    const asked = { domain: 'dating', user_ids: ['p01'] };
    const [first, again] = [await start(asked, 'the-same-key'), await start(asked, 'the-same-key')];
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await start({ ...asked, limit: 3 }, 'the-same-key')).body.error.code).toBe(
      'idempotency_key_reused',
    );
    await ended(first.body.id);
    const theirs = await service.server.inject({
      url: `/v1/jobs/${first.body.id}`,
      headers: { authorization: `Bearer ${otherKey}` },
    });
    expect(theirs.statusCode).toBe(404);
  });

  test('finds no one of another workspace', async () => {
    const answer = await service.server.inject({
      ...{ method: 'POST', url: '/v1/match/batch', payload: { domain: 'dating', user_ids: ['p01'] } },
      headers: { authorization: `Bearer ${otherKey}`, 'idempotency-key': 'their-key-1' },
    });
    const url = `/v1/jobs/${answer.json().id}`;
    for (;;) {
      const job = (
        await service.server.inject({ url, headers: { authorization: `Bearer ${otherKey}` } })
      ).json();
      if (job.status === 'succeeded') {
        expect(job.result).toMatchObject({ people: 1, failed: 1 });
        return;
      }
      await sleep(10);
    }
  });

  test('of a key without `export` shows no address of the file', async () => {
    const { tenantId } = await service.accounts.findTenant('main');
    const { key } = await service.accounts.createKey(tenantId, { scopes: ['match', 'read'] });
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'no-export-1' };
    const payload = { domain: 'dating', user_ids: ['p01'] };
    const { id } = (
      await service.server.inject({ method: 'POST', url: '/v1/match/batch', headers, payload })
    ).json();
    await ended(id);
    const job = (await service.server.inject({ url: `/v1/jobs/${id}`, headers })).json();
    expect(job.result).toMatchObject({ download_url: null, people: 1 });
  });

  test('can be cancelled, and leaves no file', async () => {
    // Many people, so that the batch outlasts the way of the request for its cancellation.
    const user_ids = Array.from({ length: 10_000 }, (_, n) => names[n % PEOPLE]!);
    const { body } = await start({ domain: 'dating', user_ids, limit: 100 });
    const cancelled = await service.server.inject({
      ...{ method: 'POST', url: `/v1/jobs/${body.id}/cancel` },
      headers: { authorization: `Bearer ${service.key}` },
    });
    expect(cancelled.statusCode).toBe(200);
    expect(await ended(body.id)).toMatchObject({ status: 'cancelled', result: null });
    const { tenantId } = await service.accounts.findTenant('main');
    expect(() => readFileSync(join(service.folder, tenantId, 'exports', body.id))).toThrow();
  });
});

describe('an erasure', () => {
  const erase = (userId: string) =>
    service.server.inject({
      ...{ method: 'DELETE', url: `/v1/users/${userId}?domain=dating` },
      headers: { authorization: `Bearer ${service.key}` },
    });
  const fileOf = async (job: Job) => {
    const { pathname } = new URL(job.result!.download_url as string);
    return (await service.server.inject({ url: pathname })).statusCode;
  };

  // The schedule goes by the clock of the system.
  beforeEach(() => {
    nowMs = Date.now();
  });

  test('removes a finished file that names the person, and leaves others', async () => {
    const [named, unnamed, columns] = [
      await batch({ user_ids: ['p10'], limit: 1 }),
      await batch({ user_ids: ['p12'], limit: 1, candidate_user_ids: ['p13'] }),
      await batch({ user_ids: ['p10'], limit: 1, output_format: 'parquet' }),
    ];
    expect((await erase('p10')).statusCode).toBe(200);
    await ensureSchedules(service.store.jobs, [keepMatchBatchesKind.kind], 0);
    await service.working(
      async () => (await fileOf(named.job)) === 403 && (await fileOf(columns.job)) === 403,
    );
    expect(await fileOf(unnamed.job)).toBe(200);
  }, 60_000);
});
