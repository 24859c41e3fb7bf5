/** The contract of backup targets, for each of them: a folder, a bucket. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bucketsUnderTest } from '../outbound/testing/buckets-under-test.ts';
import type { BackupTarget } from './backup-target.ts';
import { readStored, storeFile } from './blocks.ts';
import { openFolderTarget } from './folder-target.ts';
import { BLOCKS } from './manifest.ts';
import { openS3Target } from './s3-target.ts';

const kinds = [
  {
    name: 'folder',
    open: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'counterpart-target-'));
      return {
        target: openFolderTarget(join(folder, 'new')),
        dispose: async () => rmSync(folder, { recursive: true, force: true }),
      };
    },
  },
  ...bucketsUnderTest.map(({ name, open }) => ({
    name: `bucket of ${name}`,
    open: async () => {
      const { bucket, prefix, dispose } = await open();
      return { target: openS3Target(bucket, `${prefix}/backups`), dispose };
    },
  })),
];

async function* pieces(text: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < text.length; from += size) yield text.subarray(from, from + size);
}
const lines = (count: number, salt = '') =>
  Buffer.from(Array.from({ length: count }, (_, n) => `${n} ${salt}${'x'.repeat(n % 90)}\n`).join(''));

describe.each(kinds)('a $name', ({ open }) => {
  let target: BackupTarget;
  let dispose: () => Promise<void>;

  beforeEach(async () => {
    ({ target, dispose } = await open());
  });
  afterEach(() => dispose());

  test('keeps, replaces, lists and removes files', async () => {
    expect([await target.get('a/b'), await target.has('a/b'), await target.list('a/')]).toEqual([
      null,
      false,
      [],
    ]);
    for (const name of ['a/b', 'a/c', 'b/a', 'a/d/e']) await target.put(name, Buffer.from(name));
    await target.put('a/b', Buffer.from('again'));
    expect(Buffer.from((await target.get('a/b'))!).toString()).toBe('again');
    expect(await target.has('a/b')).toBe(true);
    expect(await target.list('a/')).toEqual(['a/b', 'a/c', 'a/d/e']);
    await target.remove('a/c');
    await target.remove('a/c');
    expect(await target.list('a/')).toEqual(['a/b', 'a/d/e']);
  });

  test.each(['pages', 'lines'] as const)('stores a file of %s once, and gives it back', async (form) => {
    const content = lines(200_000);
    const first = await storeFile(target, pieces(content, 70_001), form);
    expect([first.bytes, first.newBytes, first.blocks.length > 1]).toEqual([
      content.length,
      content.length,
      true,
    ]);
    const again = await storeFile(target, pieces(content, 33), form);
    expect([again.blocks, again.newBytes]).toEqual([first.blocks, 0]);
    const read: Uint8Array[] = [];
    for await (const block of readStored(target, { name: 'file', ...first })) read.push(block);
    expect(Buffer.concat(read).equals(content)).toBe(true);
    const [block] = await target.list(BLOCKS);
    await target.put(block!, Buffer.from('damaged'));
    const reading = async () => {
      for await (const _ of readStored(target, { name: 'file', ...first }));
    };
    await expect(reading()).rejects.toThrow('is damaged');
  });

  test('a line among many costs one block', async () => {
    const content = lines(200_000);
    const first = await storeFile(target, pieces(content, 65_536), 'lines');
    const more = Buffer.concat([Buffer.from('a line of its own\n'), content]);
    const second = await storeFile(target, pieces(more, 65_536), 'lines');
    expect(second.blocks.filter((block) => !first.blocks.includes(block)).length).toBeLessThanOrEqual(2);
    expect(second.newBytes).toBeLessThan(content.length / 4);
  });

  test('an empty file has no block', async () => {
    expect(await storeFile(target, pieces(Buffer.alloc(0), 1), 'lines')).toMatchObject({
      bytes: 0,
      blocks: [],
    });
  });
});

test('what a folder has of an interrupted write is not listed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterpart-target-'));
  const target = openFolderTarget(folder);
  await target.put('blocks/a', Buffer.from('a'));
  writeFileSync(join(folder, 'blocks', 'b.123.partial'), 'half');
  expect(await target.list('blocks/')).toEqual(['blocks/a']);
  expect(readdirSync(folder)).toEqual(['blocks']);
  rmSync(folder, { recursive: true });
});
