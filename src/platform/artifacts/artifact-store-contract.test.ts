import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { artifactKey } from './artifact-key.ts';
import type { ArtifactStore } from './artifact-store.ts';
import {
  type ArtifactStoreUnderTest,
  artifactStoresUnderTest,
} from './testing/artifact-stores-under-test.ts';

const TENANT = tenantId('ten_a');
const KEY = 'ten_a/datasets/ds_1/items-1.parquet';
const HOUR_MS = 3_600_000;

describe.each(artifactStoresUnderTest)('the $name artifact store', ({ open, datesUploads }) => {
  let under: ArtifactStoreUnderTest;
  let artifacts: ArtifactStore;
  beforeEach(async () => {
    under = await open();
    ({ artifacts } = under);
  });
  afterEach(() => under.dispose());

  const put = async (key: string, ...chunks: readonly string[]) => {
    const writer = await artifacts.create(key);
    for (const chunk of chunks) await writer.write(Buffer.from(chunk));
    return writer.commit();
  };
  const textOf = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(artifacts.read(key, range))).toString();
  const keysIn = async (room: 'datasets' | 'exports') => {
    const keys: string[] = [];
    for await (const { key } of artifacts.list(room)) keys.push(key);
    return keys.sort();
  };

  test('reads the bytes that were written, with their size and checksum', async () => {
    const stored = await put(KEY, 'one ', 'two');
    const sha256 = createHash('sha256').update('one two').digest('hex');
    expect(stored).toEqual({ key: KEY, bytes: 7, sha256 });
    expect(await artifacts.stat(KEY)).toEqual({ bytes: 7, modifiedMs: expect.any(Number) });
    expect(await textOf(KEY)).toBe('one two');
    expect(await textOf(KEY, { start: 4, end: 7 })).toBe('two');
    expect(await textOf(KEY, { start: 3, end: 3 })).toBe('');
    const opened = await artifacts.open(KEY);
    expect(opened.bytes).toBe(7);
    expect(Buffer.from(await opened.slice(1, 5)).toString()).toBe('ne t');
    await opened.close();
  });

  test('a file of several parts is one, with the checksum of the whole', async () => {
    const content = randomBytes(11_000_000);
    const writer = await artifacts.create(KEY);
    for (let from = 0; from < content.length; from += 700_001)
      await writer.write(content.subarray(from, from + 700_001));
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(await writer.commit()).toEqual({ key: KEY, bytes: content.length, sha256 });
    expect((await buffer(artifacts.read(KEY))).equals(content)).toBe(true);
    const range = { start: 5_242_870, end: 5_242_890 };
    expect((await buffer(artifacts.read(KEY, range))).equals(content.subarray(range.start, range.end))).toBe(
      true,
    );
  });

  test('an address leads to the file without credentials, as a download of the wanted name', async () => {
    await put(KEY, 'one two');
    const address = await artifacts.addressOf?.(KEY, { filename: 'it’s.csv', contentType: 'text/csv' });
    if (address === undefined) return expect(artifacts.addressOf).toBeNull();
    const answer = await fetch(address, { headers: { range: 'bytes=4-' } });
    expect([answer.status, await answer.text()]).toEqual([206, 'two']);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''it%E2%80%99s.csv");
    expect(new URL(address).searchParams.get('X-Amz-Expires')).toBe('300');
  });

  test('a file is invisible before it is committed', async () => {
    const writer = await artifacts.create(KEY);
    await writer.write(Buffer.from('half'));
    expect(await artifacts.stat(KEY)).toBeNull();
    expect(await keysIn('datasets')).toEqual([]);
    await writer.commit();
    expect(await keysIn('datasets')).toEqual([KEY]);
  });

  test('an aborted file leaves nothing', async () => {
    const writer = await artifacts.create(KEY);
    await writer.write(Buffer.from('half'));
    await writer.abort();
    expect(await artifacts.stat(KEY)).toBeNull();
    expect(await artifacts.removePartials(Date.now() + HOUR_MS)).toBe(0);
  });

  test('a key is written once; the second writer fails', async () => {
    const [first, second] = await Promise.all([artifacts.create(KEY), artifacts.create(KEY)]);
    await first.write(Buffer.from('first'));
    await second.write(Buffer.from('second'));
    await first.commit();
    await expect(second.commit()).rejects.toThrow();
    await second.abort();
    await expect(artifacts.create(KEY)).rejects.toThrow(/exists/);
    expect(await textOf(KEY)).toBe('first');
  });

  test('old unfinished files of dead writers are removed', async () => {
    const writer = await artifacts.create(KEY);
    await writer.write(Buffer.from('left'));
    if (datesUploads) expect(await artifacts.removePartials(Date.now() - HOUR_MS)).toBe(0);
    expect(await artifacts.removePartials(Date.now() + HOUR_MS)).toBe(1);
    expect(await artifacts.removePartials(Date.now() + HOUR_MS)).toBe(0);
    await writer.abort();
  });

  test('removes a key, or all keys of a resource but none of its neighbours', async () => {
    const others = ['ten_a/datasets/ds_2/a', 'ten_b/datasets/ds_1/a', 'ten_a/exports/ds_1/a'];
    for (const key of [KEY, 'ten_a/datasets/ds_1/b:c', ...others]) await put(key, 'x');
    expect(await keysIn('datasets')).toEqual([
      'ten_a/datasets/ds_1/b:c',
      KEY,
      'ten_a/datasets/ds_2/a',
      'ten_b/datasets/ds_1/a',
    ]);
    await artifacts.removeAll(TENANT, 'datasets', 'ds_1');
    expect(await keysIn('datasets')).toEqual(['ten_a/datasets/ds_2/a', 'ten_b/datasets/ds_1/a']);
    await artifacts.remove('ten_a/datasets/ds_2/a');
    await artifacts.remove('ten_a/datasets/ds_2/a');
    expect(await artifacts.stat('ten_a/datasets/ds_2/a')).toBeNull();
    expect(await keysIn('exports')).toEqual(['ten_a/exports/ds_1/a']);
  });

  test.each([
    '',
    'ten_a/datasets/ds_1',
    'ten_a/datasets/ds_1/a/b',
    'ten_a/datasets/../a',
    'ten_a/datasets/ds_1/..',
    'ten_a/datasets/ds_1/a..b',
    '../datasets/ds_1/a',
    'ten_a/etc/ds_1/a',
    'ten_a/datasets/ds_1/.partial-1',
    'ten_a/datasets/ds_1/a\\b',
    'ten_a/datasets/ds_1/a\0',
    'ten_a/datasets//a',
    `ten_a/datasets/ds_1/${'a'.repeat(300)}`,
  ])('refuses the key «%s»', async (key) => {
    await expect(artifacts.create(key)).rejects.toThrow(/no artifact key/);
    await expect((async () => artifacts.stat(key))()).rejects.toThrow(/no artifact key/);
    expect(() => artifacts.read(key)).toThrow(/no artifact key/);
  });
});

test('the parts of a key cannot leave their folder', () => {
  expect(artifactKey(TENANT, 'models', 'model_1', 'card.json')).toBe('ten_a/models/model_1/card.json');
  expect(() => artifactKey(TENANT, 'models', '../x', 'card.json')).toThrow();
});
