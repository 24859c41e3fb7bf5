/**
 * A worker that is killed (SIGKILL) while it builds an index, and while that follows: another one goes on,
 * and all are found.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TenantId } from '../../src/contract/brands.ts';
import {
  openOpenSearch,
  openSearchDefaults,
} from '../../src/matching/search-engine/opensearch/open-opensearch.ts';
import { engineUrls } from '../../src/matching/search-engine/opensearch/testing/test-engine.ts';
import { sampleWrite } from '../../src/platform/storage/testing/sample-profiles.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const PEOPLE = 9000;
const prefix = `test-${randomBytes(6).toString('hex')}`;
const engine = openOpenSearch({ ...openSearchDefaults, urls: engineUrls(), prefix, replicas: 0 });
const outside = {
  ...{
    '--opensearch-url': engineUrls().join(','),
    '--opensearch-prefix': prefix,
    '--opensearch-replicas': '0',
  },
};
let service: ComposedService;
let tenant: TenantId;
let worker: ChildProcess | undefined;

beforeAll(async () => {
  service = await composed({ '--job-workers': '0', ...outside });
  tenant = (await service.accounts.findTenant('main')).tenantId;
  for (let from = 0; from < PEOPLE; from += 500) {
    const writes = Array.from({ length: 500 }, (_, n) => personWrite(`p${from + n}`));
    expect(new Set(await service.store.profiles.write(writes))).toEqual(new Set(['written']));
  }
}, 120_000);
afterAll(async () => {
  await kill();
  await service?.stop();
  for (const { name } of await engine.indexes.list()) await engine.indexes.drop(name);
  await engine.close();
});

const personWrite = (userId: string) => sampleWrite(userId, { tenantId: tenant, complete: true });

function startWorker(): void {
  const argv = Object.entries({ '--data': service.folder, ...outside }).flat();
  worker = spawn(process.execPath, ['src/main.ts', 'work', ...argv], {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'ignore',
  });
}

async function kill(): Promise<void> {
  if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
  worker.kill('SIGKILL');
  await once(worker, 'exit');
}

const rows = () => service.store.searchIndexes.ofDomain(tenant, 'dating');
const last = () => service.store.profiles.lastSequence(tenant, 'dating');

test('another worker goes on where one was killed', async () => {
  await service.accounts.setEngine(tenant, 'dating', 'opensearch');
  startWorker();
  await until(async () => (await rows()).some(({ writtenTo }) => writtenTo !== null), 60_000).toBe(true);
  await kill();
  const [half] = await rows();
  expect(half!.state).toBe('building');
  await service.store.profiles.erase(tenant, 'p1', null);
  await service.store.profiles.write([personWrite('later')]);
  startWorker();
  await until(async () => (await rows())[0]?.state, 60_000).toBe('serving');
  expect((await rows())[0]!.name).toBe(half!.name);
  const writes = Array.from({ length: 400 }, (_, n) => personWrite(`new${n}`));
  await Promise.all([service.store.profiles.write(writes), kill()]);
  for (const userId of ['p2', 'p3', 'new7']) await service.store.profiles.erase(tenant, userId, null);
  startWorker();
  await until(async () => (await rows())[0]!.watermark === (await last()), 60_000).toBe(true);
  await kill();
  const stored: string[] = [];
  for await (const page of service.store.profiles.scanIndexed(tenant, 'dating', 1000, ''))
    stored.push(...page.map(({ row }) => row.userId));
  const { definition } = await service.accounts.domainFor(tenant, 'dating');
  const { userIds } = await engine.search.best({
    ...{
      tenant,
      definition,
      index: half!.name,
      steps: [],
      masked: [],
      scoring: null,
      topK: 10_000,
      counts: false,
    },
  });
  expect(userIds.toSorted()).toEqual(stored.toSorted());
}, 240_000);
