import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReplicas } from '../../../src/composition/open-replicas.ts';
import { openStoreAndAccounts, postgresSettings } from '../../../src/composition/open-store.ts';
import { startWarming } from '../../../src/composition/open-warming.ts';
import { tenantId } from '../../../src/contract/brands.ts';
import type { DomainDefinition } from '../../../src/domains/definition.ts';
import type { IndexRegistry } from '../../../src/matching/index/candidate-index.ts';
import { createLogger } from '../../../src/outside/http/logs/create-logger.ts';
import { createMetrics } from '../../../src/outside/http/metrics/metrics.ts';
import { sharedNotes } from '../../../src/outside/replicas/testing/shared-notes.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import { serviceSettings } from '../../../src/platform/config/settings/service-settings.ts';
import { openPool } from '../../../src/platform/storage/postgres/open-pool.ts';
import type { Store } from '../../../src/platform/storage/store.ts';
import { until } from '../../../src/platform/testing/until.ts';
import { temporaryFolder } from '../../running-service.ts';
import { type ComposedService, composed } from '../testing/composed-service.ts';
import { demonstrate } from './demonstrate.ts';
import { halfSent } from './half-sent.ts';
import { addPeople } from './people.ts';

const silent = createLogger('silent');
const elsewhere = temporaryFolder();
let changed: ComposedService;
let plain: ComposedService;

beforeAll(async () => {
  changed = await composed({
    '--public-url': 'https://match.example.com',
    '--console': 'off',
    '--erasure-log': elsewhere.path,
    '--stop-delay': '1',
  });
  plain = await composed();
  await addPeople(changed);
});

afterAll(async () => {
  for (const service of [changed, plain]) await service?.stop();
  elsewhere.remove();
});

/** A server beside another one, which shares a domain of 100 people with it. */
async function replicaOf(given: Readonly<Record<string, string>>) {
  const url = 'http://127.0.0.1:18090';
  const settings = readSettings(
    { COUNTERPART_REPLICA_URL: url, COUNTERPART_INDEX_OWNERS: '2', ...given },
    [],
  );
  const notes = sharedNotes();
  notes.notes.set('http://other:1', {
    url: 'http://other:1',
    state: 'ready',
    seenMs: Number.POSITIVE_INFINITY,
  });
  const built = { domains: [] as string[], looked: false };
  const store = {
    replicas: notes,
    secrets: { secret: async () => new Uint8Array(32) },
    statistics: { people: async () => 100 },
    profiles: {
      lastSequences: async () => {
        setImmediate(() => {
          built.looked = true;
        });
        return new Map([['ten_1 dating', 1]]);
      },
    },
  } as unknown as Store;
  const replicas = await openReplicas({
    settings,
    store,
    metrics: createMetrics(),
    logger: silent,
    clock: Date.now,
  });
  const indexes = {
    rowsOf: () => null,
    prepare: async (_: unknown, { domain }: { domain: string }) => {
      built.domains.push(domain);
    },
    releaseIdle: async () => {},
  } as unknown as IndexRegistry;
  const unused = { match: async () => Promise.reject(new Error('not asked')) };
  await replicas.start(
    unused,
    indexes,
    async (_, domain) => ({ domain }) as DomainDefinition,
    Promise.resolve(),
  );
  return { url, replicas, built };
}

const repository = join(import.meta.dirname, '../../..');

function serve(...argv: readonly string[]): { readonly process: ChildProcess; output(): string } {
  const child = spawn(process.execPath, ['src/main.ts', 'serve', '--job-workers', '0', ...argv], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text;
    });
  }
  return { process: child, output: () => output };
}

let served:
  | Promise<{ readonly port: number; readonly output: string; readonly code: number | null }>
  | undefined;
/** A server that gets SIGTERM while it receives a body; started once for all demonstrations. */
function servedAndStopped() {
  served ??= (async () => {
    const folder = temporaryFolder();
    const port = await freePort();
    const child = serve(
      '--data',
      folder.path,
      '--port',
      String(port),
      '--log-level',
      'error',
      '--stop-timeout',
      '1',
    );
    try {
      await until(
        () =>
          fetch(`http://127.0.0.1:${port}/readyz`).then(
            ({ status }) => status,
            () => 0,
          ),
        55_000,
      ).toBe(200);
      const opened = await openStoreAndAccounts({ data: folder.path });
      const { tenantId } = await opened.accounts.createTenant({
        name: 'a',
        domains: 'all',
        email: 'a@example.com',
      });
      const { key } = await opened.accounts.createKey(tenantId, {});
      await opened.close();
      const { socket } = await halfSent(port, key);
      await until(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain(
        'counterpart_http_open_bodies 1',
      );
      child.process.kill('SIGTERM');
      const [code] = await once(child.process, 'exit');
      socket.destroy();
      return { port, output: child.output(), code };
    } finally {
      child.process.kill('SIGKILL');
      folder.remove();
    }
  })();
  return served;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Options of the connections to PostgreSQL, which are opened when they are used. */
async function poolOptions(variable: string, value: string): Promise<object> {
  const settings = readSettings({ DATABASE_URL: 'postgres://me@127.0.0.1:1/db', [variable]: value }, []);
  const pool = openPool(postgresSettings(settings)!);
  await pool.end();
  return pool.options;
}

/** A server with an index that takes for ever to open. */
function whileIndexesOpen(readyWaitsSeconds: number) {
  return startWarming({
    indexes: { warm: () => new Promise<void>(() => {}) } as Partial<IndexRegistry> as IndexRegistry,
    store: plain.store,
    settings: { readyWaitsSeconds },
    definitionOf: async () => null,
    owns: () => true,
    warmUp: async () => {},
    logger: silent,
    clock: Date.now,
  });
}

demonstrate(serviceSettings, {
  data: async () => {
    for (const { folder } of [changed, plain])
      expect(existsSync(join(folder, 'counterpart.sqlite'))).toBe(true);
    expect(changed.folder).not.toBe(plain.folder);
  },
  host: async () => {
    // An address for documentation (RFC 5737): no machine has it.
    const folder = temporaryFolder();
    const child = serve('--data', folder.path, '--port', '0', '--host', '192.0.2.1');
    const [code] = await once(child.process, 'exit');
    folder.remove();
    expect([code === 0, child.output()]).toEqual([false, expect.stringContaining('192.0.2.1')]);
  },
  port: async () => {
    // It was ready on the port that it was given.
    expect((await servedAndStopped()).port).toBeGreaterThan(0);
  },
  logLevel: async () => {
    const { output } = await servedAndStopped();
    expect(output).not.toContain('listening');
    expect(output).toContain('stopping took too long');
  },
  stopTimeoutSeconds: async () => expect((await servedAndStopped()).code).toBe(1),
  publicUrl: async () => {
    const [server] = (await changed.send('/v1/openapi.json')).body.servers;
    expect(server.url).toBe('https://match.example.com');
    expect((await plain.send('/v1/openapi.json')).body.servers[0].url).toBe('/');
  },
  console: async () => {
    expect((await plain.send('/console/api/session')).status).toBe(401);
    for (const path of ['/console/', '/console/api/session', '/console/api/v1/users/me'])
      expect((await changed.send(path)).status).toBe(404);
  },
  databaseUrl: async () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/db' }, []);
    const opening = openStoreAndAccounts(settings);
    await expect(opening).rejects.toThrow('The database 127.0.0.1:1/db cannot be reached.');
    await expect(opening).rejects.not.toThrow('hidden');
  },
  databaseConnections: async () =>
    expect(await poolOptions('COUNTERPART_DATABASE_CONNECTIONS', '7')).toMatchObject({ max: 7 }),
  databaseTimeoutMs: async () =>
    expect(await poolOptions('COUNTERPART_DATABASE_TIMEOUT_MS', '1234')).toMatchObject({
      statement_timeout: 1234,
    }),
  databaseCertificates: async () => {
    const file = join(plain.folder, 'ca.pem');
    writeFileSync(file, 'certificates');
    expect(await poolOptions('COUNTERPART_DATABASE_CA', file)).toMatchObject({
      ssl: { ca: 'certificates', rejectUnauthorized: true },
    });
  },
  erasureLog: async () => {
    await changed.server.inject({
      method: 'DELETE',
      url: '/v1/users/me',
      headers: { authorization: `Bearer ${changed.key}` },
    });
    const [name] = readdirSync(elsewhere.path);
    const noted = JSON.parse(readFileSync(join(elsewhere.path, name!), 'utf8'));
    expect(noted).toMatchObject({ domain: null, person: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(existsSync(join(changed.folder, 'erasures'))).toBe(false);
    expect(() => readSettings({ COUNTERPART_ERASURE_LOG: 's3://' }, [])).toThrow('a folder, or s3://');
  },
  replicaUrl: async () => {
    const { url, replicas } = await replicaOf({});
    expect((await fetch(url)).status).toBe(403);
    await replicas.close();
    await expect(fetch(url)).rejects.toThrow();
    expect(() => readSettings({ COUNTERPART_REPLICA_URL: 'http://host' }, [])).toThrow('with a port');
  },
  indexOwners: async () => {
    const owned = async (owners: string) => {
      const { replicas } = await replicaOf({ COUNTERPART_INDEX_OWNERS: owners });
      const domains = Array.from({ length: 40 }, (_, n) => `domain_${n}`);
      const count = domains.filter((domain) => replicas.owns(tenantId('ten_1'), domain)).length;
      await replicas.close();
      return count;
    };
    expect(await owned('1')).toBeLessThan(40);
    expect(await owned('2')).toBe(40);
  },
  smallIndexRows: async () => {
    const prepared = async (rows: string) => {
      const { replicas, built } = await replicaOf({ COUNTERPART_SMALL_INDEX_ROWS: rows });
      await until(() => built.looked).toBe(true);
      await replicas.close();
      return built.domains;
    };
    expect(await prepared('99')).toEqual(['dating']);
    expect(await prepared('100')).toEqual([]);
  },
  readyWaitsSeconds: async () => {
    expect(whileIndexesOpen(0).isDone()).toBe(true);
    const short = whileIndexesOpen(1);
    expect([short.isDone(), whileIndexesOpen(3600).isDone()]).toEqual([false, false]);
    await until(() => short.isDone()).toBe(true);
  },
  // The last one: the service is ready no more.
  stopDelaySeconds: async () => {
    const begun = Date.now();
    const draining = changed.drain();
    expect((await changed.send('/readyz')).status).toBe(503);
    expect((await changed.send('/healthz')).status).toBe(200);
    await draining;
    expect(Date.now() - begun).toBeGreaterThan(900);
  },
});

test('every table of settings has such tests', () => {
  const tables = readdirSync(join(repository, 'src/platform/config/settings'));
  const tests = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'));
  expect(tests.map((name) => name.replace('.test.ts', '.ts')).sort()).toEqual(tables.sort());
});
