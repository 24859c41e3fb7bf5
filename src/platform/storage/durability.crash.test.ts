/** Acknowledged writes are there, whole, after kill -9: a child writes until it is killed, several times. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';
import { durableWrite } from './testing/durable-writes.ts';
import { ALPHA } from './testing/sample-profiles.ts';

const LIVES = 4;
const CALLERS = 6;
let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-durability-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test('every answered write survives kill -9 whole', { timeout: 60_000 }, async () => {
  const file = join(folder, 'counterpart.sqlite');
  const answered: string[] = [];
  for (let life = 0; life < LIVES; life++) {
    const before = answered.length;
    answered.push(...(await writeUntilKilled(file, `life${life}`)));
    expect(answered.length).toBeGreaterThan(before);
  }
  const store = await openSqliteStore({ file });
  try {
    expect(await store.verify()).toEqual([]);
    const stored = await storedIds(store);
    expect(answered.filter((userId) => !stored.has(userId))).toEqual([]);
    for (const userId of stored) await expectWhole(store, userId);
    expect(await store.profiles.lastSequence(ALPHA, 'dating')).toBe(stored.size);
  } finally {
    await store.close();
  }
});

/** The ids that were answered; killed a random moment after the first of them. */
async function writeUntilKilled(file: string, tag: string): Promise<readonly string[]> {
  const script = fileURLToPath(new URL('./testing/durability-writer.ts', import.meta.url));
  child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, file, tag, String(CALLERS)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const chunks: Buffer[] = [];
  child.stdout!.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(child.stdout!, 'data');
  await sleep(Math.random() * 400);
  child.kill('SIGKILL');
  await once(child, 'close');
  const text = Buffer.concat(chunks).toString();
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '');
}

async function storedIds(store: Store): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for await (const page of store.profiles.scan(ALPHA, 'dating', 500)) {
    for (const { row } of page) ids.add(row.userId);
  }
  return ids;
}

async function expectWhole(store: Store, userId: string): Promise<void> {
  const expected = durableWrite(userId);
  const row = await store.profiles.get(ALPHA, 'dating', userId);
  const items = await store.profiles.contextItems(ALPHA, 'dating', userId, 9);
  const vectors = await store.profiles.vectors(ALPHA, userId);
  expect({ row, items, vectors }).toEqual({
    row: { ...expected.row, revision: 1 },
    items: expected.contextItems,
    vectors: expected.vectors,
  });
}
