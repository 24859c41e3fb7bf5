import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/platform/storage/store.ts';
import { openNewStore } from '../../src/platform/storage/testing/migrated-database.ts';
import { sampleJob } from '../../src/platform/storage/testing/sample-jobs.ts';
import { jsonOf, runHere } from './testing/run-cli.ts';

interface JobShown {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly cancel_requested: boolean;
}

let data: string;
let store: Store;

beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'counterpart-cli-jobs-'));
  store = await openNewStore(join(data, 'counterpart.sqlite'));
  const create = ['tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example'];
  const { id } = await jsonOf<{ id: string }>(runHere(data, ...create, '--json'));
  const simulation = { kind: 'simulation', resource: { type: 'simulation', id: 'sim_1' } } as const;
  await store.jobs.create(sampleJob('job_1', simulation));
  await store.jobs.create(sampleJob('job_2', { ...simulation, input: 'private to its task' }));
  await store.jobs.create(sampleJob('job_3', { kind: 'noop', tenantId: id as never }));
  await store.jobs.take('w1', { limits: { simulation: 1 }, limit: 1, nowMs: Date.now(), leaseMs: 60_000 });
});
afterAll(async () => {
  await store.close();
  rmSync(data, { recursive: true, force: true });
});

const jobs = (...args: readonly string[]) => runHere(data, 'jobs', ...args);
const listed = async (...args: readonly string[]) =>
  (await jsonOf<readonly JobShown[]>(jobs('list', '--json', ...args))).map(({ id }) => id);

test('lists by kind, status and tenant, newest first', async () => {
  expect(await listed()).toEqual(['job_3', 'job_2', 'job_1']);
  expect(await listed('--kind', 'simulation')).toEqual(['job_2', 'job_1']);
  expect(await listed('--status', 'running')).toEqual(['job_1']);
  expect(await listed('--tenant', 'acme')).toEqual(['job_3']);
  expect(await listed('--limit', '1')).toEqual(['job_3']);
  const { stdout } = await jobs('list');
  expect(stdout).toMatch(/^job_3 +noop +queued +0 % +acme /m);
  expect(await jobs('list', '--status', 'done')).toMatchObject({ code: 2 });
});

test('shows one, without what its task was handed', async () => {
  expect(await jsonOf(jobs('show', 'job_1', '--json'))).toMatchObject({
    id: 'job_1',
    status: 'running',
    takes: 1,
  });
  const { stdout } = await jobs('show', 'job_2');
  expect(stdout).toContain('status: queued');
  expect(stdout).not.toContain('private');
  expect(await jobs('show', 'job_9')).toMatchObject({ code: 1, stderr: expect.stringContaining('job_9') });
});

test('cancels a waiting job, requests the end of a running one, refuses one that has ended', async () => {
  expect(await jsonOf(jobs('cancel', 'job_2', '--json'))).toMatchObject({ status: 'cancelled' });
  expect(await jsonOf(jobs('cancel', 'job_1', '--json'))).toMatchObject({
    status: 'running',
    cancel_requested: true,
  });
  const end = { status: 'succeeded', result: {} } as const;
  await store.jobs.finish('w1', [{ jobId: 'job_1', end, changes: [], nowMs: Date.now() }]);
  expect(await jobs('cancel', 'job_1')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('already succeeded'),
  });
});
