import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import { ALPHA, sampleContextItem, sampleWrite } from '../testing/sample-profiles.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteStore } from './sqlite-store.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-sqlite-'));
  file = join(folder, 'data', 'counterpart.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('makes the folder and a file that only its owner can read', async () => {
  const store = await openSqliteStore({ file });
  await store.close();
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readdirSync(join(folder, 'data'))).toEqual(['counterpart.sqlite']);
});

// Windows has no such file modes.
test.skipIf(process.platform === 'win32')(
  'no other user can read the file or its log, at any moment',
  async () => {
    const umask = process.umask(0);
    try {
      const settings = { file, synchronous: 'normal', busyTimeoutMs: 1000 } as const;
      for (const role of ['reader', 'writer'] as const) {
        mkdirSync(join(folder, 'data'), { recursive: true, mode: 0o755 });
        const database = openDatabase(settings, role);
        database.exec('PRAGMA query_only = OFF; CREATE TABLE people (id TEXT)');
        const modes = readdirSync(join(folder, 'data')).map((name) => [
          name,
          statSync(join(folder, 'data', name)).mode & 0o777,
        ]);
        database.close();
        expect(modes, role).toEqual([
          ['counterpart.sqlite', 0o600],
          ['counterpart.sqlite-shm', 0o600],
          ['counterpart.sqlite-wal', 0o600],
        ]);
        rmSync(join(folder, 'data'), { recursive: true });
      }
    } finally {
      process.umask(umask);
    }
  },
);

test('processes that open a new database at once all get it', async () => {
  const openers = [1, 2, 3].map(() => {
    const script = `import(process.argv[1]).then(async ({ openSqliteStore }) => {
      const store = await openSqliteStore({ file: process.argv[2] });
      if (!(await store.ping())) process.exitCode = 1;
      await store.close();
    })`;
    const store = new URL('./sqlite-store.ts', import.meta.url).href;
    return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', script, store, file], {
      stdio: 'inherit',
    });
  });
  const codes = await Promise.all(openers.map(async (opener) => (await once(opener, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
});

test('says what to do about a file that is not a database', async () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(file, 'this is a text that was put here by mistake '.repeat(100));
  await expect(openSqliteStore({ file })).rejects.toThrow(/counterpart\.sqlite is damaged.*backup/);
});

test('says what to do about a damaged file', async () => {
  const store = await openSqliteStore({ file });
  await store.profiles.write(Array.from({ length: 200 }, (_, n) => sampleWrite(`user ${n}`)));
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0xa5, 100, 4096);
  writeFileSync(file, bytes);
  await expect(openSqliteStore({ file })).rejects.toThrow(/is damaged/);
});

test('verify finds damage that opening does not meet', async () => {
  const store = await openSqliteStore({ file });
  await store.profiles.write(Array.from({ length: 500 }, (_, n) => sampleWrite(`user ${n}`)));
  await store.close();
  const bytes = readFileSync(file);
  bytes.fill(0x5a, bytes.length - 60_000, bytes.length - 40_000);
  writeFileSync(file, bytes);
  const damaged = await openSqliteStore({ file });
  expect((await damaged.verify()).length).toBeGreaterThan(0);
  await damaged.close();
});

test('refuses the database of a newer version', async () => {
  await (await openSqliteStore({ file })).close();
  const side = new DatabaseSync(file);
  side.exec(`insert into kysely_migration (name, timestamp) values ('0099-from-the-future', '2030-01-01')`);
  side.close();
  await expect(openSqliteStore({ file })).rejects.toThrow(/newer version.*0099-from-the-future/);
});

test('waits for another process that writes, and answers 503 when that takes too long', async () => {
  const store = await openSqliteStore({ file, busyTimeoutMs: 300 });
  const holder = spawn(process.execPath, ['-e', HOLD_THE_LOCK, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    await once(holder.stdout, 'data');
    const refused = await store.profiles.write([sampleWrite('ana')]).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect((refused as ApiError).code).toBe('dependency_unavailable');
    expect(await store.profiles.get(ALPHA, 'dating', 'ana')).toBeNull();
    holder.stdin.end();
    await once(holder, 'exit');
    expect(await store.profiles.write([sampleWrite('ana')])).toEqual(['written']);
  } finally {
    holder.kill('SIGKILL');
    await store.close();
  }
});

test('erased data cannot be found in the file', async () => {
  const store = await openSqliteStore({ file });
  const secret = 'a sentence that nobody else would write';
  await store.profiles.write(
    ['ana', 'ben', 'cem'].map((userId) =>
      sampleWrite(
        userId,
        { fields: { values_text: `${userId}: ${secret}` } },
        {
          contextItems: [sampleContextItem(`ctx_${userId}`, { content: `${userId}: ${secret}`.repeat(500) })],
        },
      ),
    ),
  );
  await store.profiles.erase(ALPHA, 'ana', null);
  await store.profiles.erase(ALPHA, 'cem', 'dating');
  await store.close();
  const bytes = readFileSync(file);
  expect(bytes.includes(`ben: ${secret}`)).toBe(true);
  expect(bytes.includes(`ana: ${secret}`)).toBe(false);
  expect(bytes.includes(`cem: ${secret}`)).toBe(false);
});

test('a closed store refuses changes, and closing waits for those under way', async () => {
  const store = await openSqliteStore({ file });
  const writing = Array.from({ length: 50 }, (_, n) => store.profiles.write([sampleWrite(`user ${n}`)]));
  await store.close();
  expect((await Promise.all(writing)).flat()).toEqual(Array(50).fill('written'));
  await expect(store.profiles.write([sampleWrite('late')])).rejects.toThrow(/closed/);
});

const HOLD_THE_LOCK = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1]);
  database.exec('BEGIN IMMEDIATE');
  console.log('held');
  process.stdin.resume().on('end', () => { database.exec('ROLLBACK'); process.exit(0); });
`;
