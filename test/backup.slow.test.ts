/**
 * Backups under load: a process writes people as fast as it can while a backup is made. The restored database
 * is whole, has everything that was acknowledged before the backup began, and counts what it has.
 */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../src/platform/testing/until.ts';
import { startService, temporaryFolder, tenantWithKey } from './running-service.ts';
import { runHere } from './service/testing/run-cli.ts';

const BATCH = 500;

test('a backup under a load of writes restores to a consistent state', { timeout: 180_000 }, async () => {
  const folder = temporaryFolder();
  const [data, target, restored] = ['data', 'backups', 'restored'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  const key = await tenantWithKey(data, 'busy');
  const service = await startService(data, ['--job-workers', '0']);
  let acknowledged = 0;
  let isOver = false;
  const writing = (async () => {
    for (let from = 0; !isOver; from += BATCH) {
      const lines = Array.from({ length: BATCH }, (_, n) => `${JSON.stringify(person(from + n))}\n`);
      const answer = await fetch(`${service.url}/v1/users/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: lines.join(''),
      });
      expect((await answer.text()).includes('"error"')).toBe(false);
      acknowledged += BATCH;
    }
  })();
  const beganMs = Date.now();
  const before: number[] = [];
  // The first batch loads the rules that read texts.
  await until(async () => acknowledged).toBeGreaterThan(0);
  for (let round = 0; round < 3; round++) {
    const atLeast = acknowledged + 2 * BATCH;
    await until(async () => acknowledged).toBeGreaterThanOrEqual(atLeast);
    before.push(acknowledged);
    expect(await runHere(data, 'backup', target)).toMatchObject({ code: 0 });
  }
  isOver = true;
  await writing;
  console.log(
    `${Math.round(acknowledged / ((Date.now() - beganMs) / 1000))} writes a second beside three backups`,
  );
  expect(await service.stop()).toBe(0);
  expect(await runHere(target, 'verify', target)).toMatchObject({ code: 0 });
  expect(await runHere(restored, 'restore', target)).toMatchObject({ code: 0 });
  const again = await startService(restored, ['--job-workers', '0']);
  const get = async (path: string) => {
    const answer = await fetch(`${again.url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } });
    return answer.status;
  };
  // All writes acknowledged before the last backup began are there, but not all of the rest of the load.
  expect(before[2]).toBeGreaterThan(before[0]!);
  for (const n of [0, before[0]! - 1, before[2]! - 1])
    expect(await get(`users/p${n}?domain=dating`)).toBe(200);
  const match = async () => {
    const answer = await fetch(`${again.url}/v1/match`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ user_id: 'p0', domain: 'dating', limit: 1 }),
    });
    return { status: answer.status, body: (await answer.json()) as { pipeline_stats: { total: number } } };
  };
  await until(async () => (await match()).status).toBe(200);
  const { pipeline_stats } = (await match()).body;
  const kept = pipeline_stats.total + 1;
  expect(kept).toBeGreaterThanOrEqual(before[2]!);
  expect(kept).toBeLessThanOrEqual(acknowledged);
  const overview = await fetch(`${again.url}/v1/statistics/outcomes?domain=dating`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(overview.status).toBe(200);
  expect(await again.stop()).toBe(0);
  const { code, stdout } = await runHere(restored, 'doctor');
  expect(code, stdout).toBe(0);
  folder.remove();
});

function person(n: number) {
  const fields = {
    age: 20 + (n % 50),
    gender: n % 2 === 0 ? 'woman' : 'man',
    location: 'Lisbon, Portugal',
    relationship_goal: 'long_term',
  };
  return { user_id: `p${n}`, domain: 'dating', fields };
}
