/**
 * Failures of a part that servers share, as users see them: PostgreSQL, a worker, the network between
 * servers.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inDatabase, withDatabase } from '../../src/platform/storage/testing/postgres-under-test.ts';
import { until } from '../../src/platform/testing/until.ts';
import { ownEnvironment, temporaryFolder } from '../running-service.ts';
import { freePort } from '../support/free-port.ts';
import { startBreakableProxy } from './testing/breakable-proxy.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const cluster = process.env.COUNTERPART_TEST_POSTGRES_URL!;
const name = `failures_${randomUUID().replaceAll('-', '')}`;
const database = withDatabase(cluster, name);

beforeEach(() => inDatabase(cluster, (client) => client.query(`create database ${name}`)));
afterEach(() => inDatabase(cluster, (client) => client.query(`drop database ${name} with (force)`)));

const person = (user_id: string) => ({
  user_id,
  domain: 'dating',
  fields: { age: 30, gender: 'woman', location: 'Lisbon, Portugal', relationship_goal: 'long_term' },
});
const matchOf = (user_id: string) => ({ user_id, domain: 'dating', limit: 50 });
const codeOf = ({ status, body }: Awaited<ReturnType<ComposedService['send']>>) => [
  status,
  body?.error?.code,
];
const unavailable = [503, 'dependency_unavailable'];

test('while PostgreSQL is gone requests are refused with 503; afterwards everything goes on', async () => {
  const address = new URL(database);
  const proxy = await startBreakableProxy(Number(address.port));
  address.port = String(proxy.port);
  const service = await composed({
    '--database-url': address.href,
    '--replica-url': `http://127.0.0.1:${await freePort()}`,
  });
  try {
    for (let n = 0; n < 8; n++) expect((await service.send('users', person(`p${n}`))).status).toBe(200);
    expect((await service.send('match', matchOf('p0'))).body.pipeline_stats.total).toBe(7);
    // Connections that break while nothing uses them are replaced unseen.
    proxy.cut();
    proxy.mend();
    await sleep(200);
    expect((await service.send('users', person('p8'))).status).toBe(200);

    proxy.cut();
    expect(codeOf(await service.send('users', person('p9')))).toEqual(unavailable);
    const refused = await service.send('match', matchOf('p0'));
    expect(codeOf(refused)).toEqual(unavailable);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(codeOf(await service.send('users/p0?domain=dating'))).toEqual(unavailable);
    expect((await service.send('/readyz')).status).toBe(503);
    expect((await service.send('/healthz')).status).toBe(200);

    proxy.mend();
    await until(async () => (await service.send('/readyz')).status).toBe(200);
    expect((await service.send('users', person('p10'))).status).toBe(200);
    // Nine that were acknowledged before, and one after.
    expect((await service.send('match', matchOf('p0'))).body.pipeline_stats.total).toBe(9);
  } finally {
    await service.stop();
    await proxy.close();
  }
}, 60_000);

test('matches are answered where they arrive while the owner of their index cannot be reached', async () => {
  const service = await composed({
    '--database-url': database,
    '--replica-url': `http://127.0.0.1:${await freePort()}`,
    '--index-owners': '1',
    '--small-index-rows': '0',
  });
  // Twenty servers that live and cannot be reached: the indexes of hardly four workspaces are all this one's.
  const urls = Array.from({ length: 20 }, (_, n) => `http://127.0.0.1:1/${n}`);
  const live = () =>
    Promise.all(urls.map((url) => service.store.replicas!.beat({ url, state: 'ready' }, 5000)));
  await live();
  const beating = setInterval(() => void live().catch(() => undefined), 1000);
  try {
    const metrics = async () => (await service.send('/metrics')).text;
    await until(async () => /counterpart_replicas\{state="ready"\} 21/.test(await metrics())).toBe(true);
    for (const name of ['a', 'b', 'c', 'd']) {
      const key = await keyOfNewTenant(service, name);
      for (let n = 0; n < 5; n++) await service.send('users', person(`p${n}`), undefined, key);
      const answer = await service.send('match', matchOf('p0'), undefined, key);
      expect([answer.status, answer.body.pipeline_stats.total]).toEqual([200, 4]);
      expect(answer.body.degraded ?? []).toEqual([]);
    }
    expect(await metrics()).toMatch(/counterpart_forwarded_matches_total\{outcome="unreachable"\} [1-9]/);
  } finally {
    clearInterval(beating);
    await service.stop();
  }
}, 60_000);

async function keyOfNewTenant({ accounts }: ComposedService, name: string): Promise<string> {
  const { tenantId } = await accounts.createTenant({ name, domains: ['dating'], email: 'ops@example.com' });
  return (await accounts.createKey(tenantId, {})).key;
}

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const ROWS = 150_000;

test('a worker that dies leaves its job to another one, which ends it once', async () => {
  const service = await composed({ '--database-url': database, '--job-workers': '0' });
  const folder = temporaryFolder();
  const workers = ['one', 'two'].map((each) => startWorker(join(folder.path, each), service.folder));
  try {
    const started = await service.send(
      'datasets',
      { name: 'large', source_uri: 'file:items.jsonl', format: 'jsonl' },
      'the-import-of-the-test',
    );
    expect([started.status, started.body.error]).toEqual([202, null]);
    const job = () => service.store.jobs.find(started.body.id);
    const taken = await untilTaken(job);
    const victim = workers.find(({ pid }) => taken.includes(`:${pid}:`))!;
    victim.kill('SIGKILL');
    await once(victim, 'exit');
    expect((await job())?.status).toBe('running');
    await until(async () => (await job())?.status, 60_000).toBe('succeeded');
    const ended = (await job())!;
    expect([ended.takes, ended.leaseOwner?.includes(`:${victim.pid}:`) ?? false]).toEqual([2, false]);
    const { body } = await service.send('datasets');
    expect(body.data.map((each: { item_count: number }) => each.item_count)).toEqual([ROWS]);
  } finally {
    for (const worker of workers) await end(worker);
    await service.stop();
    folder.remove();
  }
}, 120_000);

/** With a folder of its own, but for the large files, which all have in common. */
function startWorker(data: string, server: string): ChildProcess {
  const source = join(server, 'imports', 'items.jsonl');
  const shared = join(server, 'artifacts');
  for (const each of [join(server, 'imports'), shared, join(data, 'imports')])
    mkdirSync(each, { recursive: true });
  const lines = Array.from(
    { length: ROWS },
    (_, n) => `{"type":"item","item_id":"i${n}","text":"Item ${n}"}`,
  );
  writeFileSync(source, lines.join('\n'));
  linkSync(source, join(data, 'imports', 'items.jsonl'));
  symlinkSync(shared, join(data, 'artifacts'));
  return spawn(process.execPath, [main, 'work', '--data', data, '--database-url', database], {
    stdio: 'ignore',
    env: ownEnvironment,
  });
}

async function untilTaken(
  job: () => Promise<{ readonly leaseOwner: string | null } | null>,
): Promise<string> {
  for (;;) {
    const owner = (await job())?.leaseOwner ?? null;
    if (owner !== null) return owner;
    await sleep(10);
  }
}

async function end(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}
