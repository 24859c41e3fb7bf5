/**
 * Rows a second of the store's `write`, in batches of 1, 100 and 1000, with one caller and with many, for
 * both settings of what a commit waits for. Each row has fields, provenance, a context item, a 256-d vector
 * and 4 sentence vectors.
 *
 * `npm run bench -- store [--seconds 5]`
 */
import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import type { ProfileWrite } from '../src/storage/profile-row.ts';
import { openSqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import type { Store } from '../src/storage/store.ts';
import { sampleContextItem, sampleVector, sampleWrite } from '../src/storage/testing/sample-profiles.ts';
import { openBenchFolder } from './support/bench-folder.ts';

const { values: flags } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, folder: { type: 'string', default: tmpdir() } },
});
const durationMs = Number(flags.seconds) * 1000;
const profileVector = sampleVector('dating', {
  sentences: [...sampleVector('dating').sentences, ...sampleVector('dating').sentences],
});
let written = 0;
const text = 'I spend my weekends hiking, cooking for friends and restoring old radios. '.repeat(8);

const table = new Table({
  head: ['commit waits for', 'callers', 'batch', 'rows/s', 'p50 ms', 'p99 ms', 'bytes/row'],
});
for (const synchronous of ['full', 'normal'] as const) {
  for (const [callers, batch] of [
    [1, 1],
    [1, 100],
    [1, 1000],
    [64, 1],
    [256, 1],
  ] as const) {
    table.push([
      synchronous === 'full' ? 'disk' : 'system',
      callers,
      batch,
      ...(await measure(synchronous, callers, batch)),
    ]);
  }
}
console.log(table.toString());

async function measure(
  synchronous: 'full' | 'normal',
  callers: number,
  batch: number,
): Promise<readonly string[]> {
  using folder = openBenchFolder(undefined, { parent: flags.folder });
  const file = join(folder.path, 'counterpart.sqlite');
  const store = await openSqliteStore({ file, synchronous });
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
  await store.close();
  const figures = [rows / seconds, at(0.5), at(0.99), statSync(file).size / rows];
  return figures.map((figure, column) =>
    column === 0 || column === 3 ? figure.toFixed(0) : figure.toFixed(2),
  );
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
