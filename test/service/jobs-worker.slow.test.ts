/** A real server with its worker, and `counterpart work` without one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/platform/storage/sqlite/sqlite-store.ts';
import type { Store } from '../../src/platform/storage/store.ts';
import { type RunningService, startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const folder = temporaryFolder();
let key: string;
let store: Store;
let service: RunningService | undefined;

beforeAll(async () => {
  key = await tenantWithKey(folder.path, 'main', 'dating');
  store = await openSqliteStore({ file: join(folder.path, 'counterpart.sqlite') });
}, 60_000);
afterEach(() => service?.stop('SIGKILL'));
afterAll(async () => {
  await store.close();
  folder.remove();
});

test('an import is done, shows in /metrics, and the server stops with 0', { timeout: 120_000 }, async () => {
  service = await startService(folder.path);
  const { id } = await importDataset(service.url, 'first');
  await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('succeeded');
  const metric = async () => (await fetch(`${service!.url}/metrics`)).text();
  await expect
    .poll(metric, { timeout: 10_000 })
    .toContain('counterpart_job_duration_seconds_count{kind="dataset_import",outcome="succeeded"} 1');
  expect(await metric()).toContain('counterpart_jobs{kind="housekeeping",status="queued"} 1');
  expect(await metric()).toMatch(/counterpart_job_oldest_due_seconds\{kind="housekeeping"\} 0/);
  expect(service.output()).toMatch(/"process":"worker".*"job_id":"job_[^"]+".*"outcome":"succeeded"/);
  expect(await service.stop('SIGTERM')).toBe(0);
  const left = await store.jobs.list(null, { statuses: ['running'], before: null, limit: 9 });
  expect(left).toEqual([]);
});

test('a server without a worker leaves its jobs to «counterpart work»', { timeout: 120_000 }, async () => {
  service = await startService(folder.path, ['--job-workers', '0']);
  const { id } = await importDataset(service.url, 'second');
  expect(await statusOf(id)).toBe('queued');
  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
  const worker = spawn(process.execPath, [main, 'work', '--data', folder.path], { stdio: 'ignore' });
  const ended = once(worker, 'exit');
  await expect.poll(() => statusOf(id), { timeout: 60_000 }).toBe('succeeded');
  worker.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

async function importDataset(url: string, name: string): Promise<{ readonly id: string }> {
  const response = await fetch(`${url}/v1/datasets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': `the key of ${name}`,
    },
    body: JSON.stringify({ name, items: [{ item_id: 'a', text: 'A thing' }], events: [] }),
  });
  expect(response.status).toBe(202);
  return (await response.json()) as { readonly id: string };
}

async function statusOf(id: string): Promise<string | undefined> {
  return (await store.jobs.find(id))?.status;
}
