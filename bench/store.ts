/**
 * Rows a second of the store's `write`, in batches of 1, 100 and 1000, with one caller and with many. Both
 * settings of what a commit waits for are measured. Each row has fields, provenance, a context item, a 256-d
 * vector and 4 sentence vectors.
 *
 * `--postgres` adds PostgreSQL, a server of its own from npm with default settings.
 *
 * `npm run bench -- store [--seconds 5] [--postgres]`
 */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { openPostgresStore } from '../src/platform/storage/postgres/postgres-store.ts';
import type { ProfileWrite } from '../src/platform/storage/profile-row.ts';
import { openSqliteStore } from '../src/platform/storage/sqlite/sqlite-store.ts';
import type { Store } from '../src/platform/storage/store.ts';
import { startCluster } from '../src/platform/storage/testing/postgres-cluster.ts';
import { inDatabase, withDatabase } from '../src/platform/storage/testing/postgres-under-test.ts';
import {
  sampleContextItem,
  sampleVector,
  sampleWrite,
} from '../src/platform/storage/testing/sample-profiles.ts';
import { openBenchFolder } from './support/bench-folder.ts';

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    folder: { type: 'string', default: tmpdir() },
    postgres: { type: 'boolean', default: false },
  },
});
const durationMs = Number(flags.seconds) * 1000;
const profileVector = sampleVector('dating', {
  sentences: [...sampleVector('dating').sentences, ...sampleVector('dating').sentences],
});
let written = 0;
const text = 'I spend my weekends hiking, cooking for friends and restoring old radios. '.repeat(8);

const table = new Table({
  head: ['store, commit waits for', 'callers', 'batch', 'rows/s', 'p50 ms', 'p99 ms', 'bytes/row'],
});
const cluster = flags.postgres ? await startCluster({ fsync: true }) : null;
const stores: readonly (readonly [string, () => Promise<Opened>])[] = [
  ['SQLite, disk', () => openSqlite('full')],
  ['SQLite, system', () => openSqlite('normal')],
  ...(cluster === null ? [] : [['PostgreSQL, disk', () => openPostgres(cluster.url)] as const]),
];
for (const [name, open] of stores) {
  for (const [callers, batch] of [
    [1, 1],
    [1, 100],
    [1, 1000],
    [64, 1],
    [256, 1],
  ] as const) {
    table.push([name, callers, batch, ...(await measure(open, callers, batch))]);
  }
}
await cluster?.stop();
console.log(table.toString());

interface Opened {
  readonly store: Store;
  /** Bytes of the database; null: not measured. */
  bytes(): number | null;
  close(): Promise<void>;
}

async function openSqlite(synchronous: 'full' | 'normal'): Promise<Opened> {
  const folder = openBenchFolder(undefined, { parent: flags.folder });
  const file = join(folder.path, 'counterpart.sqlite');
  const store = await openSqliteStore({ file, synchronous });
  return {
    store,
    bytes: () => statSync(file).size,
    close: async () => {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

async function openPostgres(url: string): Promise<Opened> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await inDatabase(url, (client) => client.query(`create database ${name}`));
  const settings = { connections: 10, statementTimeoutMs: 0, certificates: null };
  const store = await openPostgresStore({ ...settings, url: withDatabase(url, name) });
  return {
    store,
    bytes: () => null,
    close: async () => {
      await store.close();
      await inDatabase(url, (client) => client.query(`drop database ${name} with (force)`));
    },
  };
}

async function measure(
  open: () => Promise<Opened>,
  callers: number,
  batch: number,
): Promise<readonly string[]> {
  const { store, bytes, close } = await open();
  await store.profiles.write([write()]);
  const latencies: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, () => keepWriting(store, batch, started + durationMs, latencies)),
  );
  const seconds = (performance.now() - started) / 1000;
  const rows = latencies.length * batch;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]!;
  const size = bytes();
  await close();
  return [
    (rows / seconds).toFixed(0),
    at(0.5).toFixed(2),
    at(0.99).toFixed(2),
    size === null ? '' : (size / rows).toFixed(0),
  ];
}

async function keepWriting(store: Store, batch: number, untilMs: number, latencies: number[]): Promise<void> {
  while (performance.now() < untilMs) {
    const writes = Array.from({ length: batch }, write);
    const started = performance.now();
    await store.profiles.write(writes);
    latencies.push(performance.now() - started);
  }
}

function write(): ProfileWrite {
  const id = ++written;
  return sampleWrite(
    `user-${id}`,
    { fields: { age: 31, gender: 'woman', values_text: text } },
    {
      contextItems: [sampleContextItem(`ctx_${id}`, { content: text })],
      vectors: [profileVector],
      refreshDueAtMs: 'keep',
    },
  );
}
