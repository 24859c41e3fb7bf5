/**
 * A data folder of an early version (commit d2c3a40, November 2026) opens in this one: its key, its people,
 * their decisions and its dataset. The data folder of a later version is refused.
 */
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../src/platform/testing/until.ts';
import { type RunningService, startService, temporaryFolder } from './running-service.ts';
import { jsonOf, runHere } from './service/testing/run-cli.ts';

const fixture = join(import.meta.dirname, 'fixtures', 'data-folder-d2c3a40.tar.gz');
/** A key of this folder alone. */
const key = 'cp_live_BaZYi3wlze6R8nFCftaLXC5C64I9dTfc';
const folder = temporaryFolder();
const [data, untouched] = ['data', 'untouched'].map((name) => join(folder.path, name)) as [string, string];
let service: RunningService;

beforeAll(async () => {
  execFileSync('tar', ['xzf', fixture, '-C', folder.path, '--one-top-level=data']);
  cpSync(data, untouched, { recursive: true });
});
afterAll(() => folder.remove());

test('migrate --dry-run lists the steps and changes nothing', async () => {
  const list = () => jsonOf<{ steps: string[] }>(runHere(data, 'migrate', '--dry-run', '--json'));
  const { steps } = await list();
  expect(steps.length).toBeGreaterThan(5);
  expect(await list()).toEqual({ steps, applied: false });
  expect(await jsonOf(runHere(data, 'migrate', '--json'))).toEqual({ steps, applied: true });
  expect(await list()).toEqual({ steps: [], applied: false });
});

test('an early data folder opens, with everything that is in it', { timeout: 60_000 }, async () => {
  service = await startService(data, ['--job-workers', '0']);
  const call = async (path: string, body?: object) => {
    const answer = await fetch(`${service.url}/v1/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
    return { status: answer.status, body: (await answer.json()) as any };
  };
  const stored = await call('users/p3?domain=dating');
  expect([stored.status, stored.body.fields.age]).toEqual([200, 28]);
  await until(async () => (await call('match', { user_id: 'p0', domain: 'dating' })).status).toBe(200);
  const match = await call('match', { user_id: 'p0', domain: 'dating', limit: 20 });
  expect(match.body.pipeline_stats.total).toBe(19);
  const exported = await call('users/p0/export');
  expect(JSON.stringify(exported.body)).toContain('accepted');
  const datasets = await call('datasets');
  expect(datasets.body.data.map(({ name }: { name: string }) => name)).toEqual(['shop']);
  expect((await call('users', { user_id: 'new', domain: 'dating', fields: { age: 30 } })).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test('a folder of a later version is refused, and stays as it is', async () => {
  const database = new DatabaseSync(join(untouched, 'counterpart.sqlite'));
  database.exec("insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030-01-01')");
  database.close();
  for (const command of [['doctor'], ['tenants', 'list'], ['migrate']]) {
    const { code, stdout, stderr } = await runHere(untouched, ...command);
    expect([code === 0, stdout + stderr]).toEqual([
      false,
      expect.stringContaining(
        'written by a newer version of Counterpart (it has the steps 9999-of-the-future',
      ),
    ]);
  }
});
