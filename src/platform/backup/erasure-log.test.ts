/** The contract of erasure logs, for each of them (a folder, a bucket) and for servers that share one. */
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { bucketsUnderTest } from '../outbound/testing/buckets-under-test.ts';
import { openBucketErasureLog } from './bucket-erasure-log.ts';
import { type ErasureLog, erasuresAfter, type NotedErasure } from './erasures.ts';
import { openFolderErasureLog } from './folder-erasure-log.ts';
import { openS3Target } from './s3-target.ts';

const november = Date.parse('2026-11-30T23:59:59.500Z');
const markOf = (userId: string) => createHash('sha256').update(userId).digest('hex');
const erasure = (userId: string, atMs = november, domain: string | null = null): NotedErasure => ({
  atMs,
  tenant: tenantId('ten_a'),
  domain,
  mark: markOf(userId),
  key: '0123456789abcdef',
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-erasures-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const kinds = [
  {
    name: 'folder',
    open: async () => {
      const place = join(folder, 'log');
      const log = (machine: string) => openFolderErasureLog(place, machine);
      return { logs: [log('one'), log('two')], dispose: async () => undefined };
    },
  },
  ...bucketsUnderTest.map(({ name, open }) => ({
    name: `bucket of ${name}`,
    open: async () => {
      const { bucket, prefix, dispose } = await open();
      const log = () => openBucketErasureLog(openS3Target(bucket, `${prefix}/log`));
      return { logs: [log(), log()], dispose };
    },
  })),
];

describe.each(kinds)('a $name', ({ open }) => {
  let logs: readonly ErasureLog[];
  let dispose: () => Promise<void>;
  beforeEach(async () => {
    ({ logs, dispose } = await open());
  });
  afterEach(() => dispose());

  const all = async (log: ErasureLog, afterMs = 0) => erasuresAfter((await log.files()).values(), afterMs);

  test('has nothing before the first erasure', async () => {
    expect(await all(logs[0]!)).toEqual([]);
  });

  test('gives every erasure of every server back, oldest first', async () => {
    const noted = [
      erasure('ana', november),
      erasure('ben', november + 1, '"\n\\{}'),
      { ...erasure('cem', november + 60_000), block: true },
    ];
    for (const [n, each] of noted.toReversed().entries()) await logs[n % 2]!.note(each);
    expect(await all(logs[0]!)).toEqual(noted);
    expect(await all(logs[1]!, november + 1)).toEqual(noted.slice(1));
    expect((await logs[0]!.files()).size).toBeGreaterThan(1);
  });

  test('loses none of many at once', async () => {
    const noted = Array.from({ length: 60 }, (_, n) => erasure(`p${n}`, november + n));
    await Promise.all(noted.map((each, n) => logs[n % 2]!.note(each)));
    expect(await all(logs[1]!)).toEqual(noted);
  });
});

test('a folder has a file for each machine, for its owner alone; a torn line costs itself alone', async () => {
  const log = openFolderErasureLog(join(folder, 'log'), 'a host/1');
  await log.note(erasure('ana'));
  const [name] = readdirSync(join(folder, 'log'));
  expect(name).toBe('2026-11.a_host_1.jsonl');
  const path = join(folder, 'log', name!);
  expect(statSync(path).mode & 0o077).toBe(0);
  appendFileSync(path, readFileSync(path, 'utf8').slice(0, 30));
  await log.note(erasure('bea'));
  const found = erasuresAfter((await log.files()).values(), 0);
  expect(found).toEqual([erasure('ana'), erasure('bea')]);
});

test('lines of earlier versions have the id', () => {
  const line = {
    at: new Date(november).toISOString(),
    tenant: 'ten_a',
    domain: null,
    user_id: 'ana',
    block: true,
  };
  const { mark: _, key: __, ...person } = erasure('ana');
  expect(erasuresAfter([Buffer.from(`${JSON.stringify(line)}\n`)], 0)).toEqual([
    { ...person, userId: 'ana', block: true },
  ]);
});

test('a line of a form that is not known stops the restore', () => {
  const line = { at: new Date(november).toISOString(), tenant: 'ten_a', domain: null, people: 'all' };
  expect(() => erasuresAfter([Buffer.from(`${JSON.stringify(line)}\n`)], 0)).toThrow('restore with that one');
});
