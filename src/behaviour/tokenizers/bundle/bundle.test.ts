import { gunzipSync, gzipSync } from 'node:zlib';
import { packTar, unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { codebookLayout } from '../../semantic-ids/codebook-layout.ts';
import type { TokenizerBundle } from './bundle.ts';
import { readBundle } from './read-bundle.ts';
import { writeBundle } from './write-bundle.ts';

const identity = { name: 'words', version: '1', dimension: 2, weightsHash: 'a'.repeat(64) };

const sample: TokenizerBundle = {
  tokenizerId: 'tok_1',
  name: 'shop 😀',
  datasetId: 'ds_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  text: { identity, imputed: Float32Array.of(0.1, -0.2) },
  image: null,
  layout: codebookLayout(2, 'multi', 8),
  quantizer: {
    kind: 'residual-kmeans',
    layout: codebookLayout(2, 'multi', 8),
    dimension: 2,
    tensors: { 'codebook.0': { shape: [2, 2], values: Float32Array.of(1 / 3, -0, 1e-40, 3) } },
    settings: { seed: 0, normalize_residuals: true },
  },
  progressiveMasking: true,
  itemIds: ['a', 'b "\n', 'ß😀'],
  codes: Uint16Array.of(7, 3, 0, 0, 7, 3),
  suffixes: Uint32Array.of(0, 0, 1),
  contents: ['x', 'y', 'x'],
  utilization: [0.25, 0.5],
  collisionRate: 1 / 3,
  diagnostics: { summary: 'Fine.' },
};

async function changed(bytes: Buffer, change: (files: Map<string, Buffer>) => void): Promise<Buffer> {
  const entries = await unpackTar(gunzipSync(bytes));
  const files = new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data!)]));
  change(files);
  return gzipSync(
    await packTar([...files].map(([name, body]) => ({ header: { name, size: body.length }, body }))),
  );
}

describe('a bundle', () => {
  test('is read as it was written, bit by bit', async () => {
    expect(await readBundle(await writeBundle(sample))).toEqual(sample);
  });

  test('can be without codebooks', async () => {
    const codesOnly = { ...sample, quantizer: null, text: null, contents: null };
    expect(await readBundle(await writeBundle(codesOnly))).toEqual(codesOnly);
  });

  test('is written deterministically', async () => {
    expect((await writeBundle(sample)).equals(await writeBundle({ ...sample }))).toBe(true);
  });

  test('lists every file with its hash', async () => {
    const entries = await unpackTar(gunzipSync(await writeBundle(sample)));
    expect(entries.map(({ header }) => header.name)).toEqual([
      'manifest.json',
      'encoder.json',
      'codebooks.json',
      'items.jsonl',
      'tokens.json',
      'contents.json',
      'SHA256SUMS',
    ]);
    const sums = Buffer.from(entries.at(-1)!.data!).toString();
    expect(sums.trim().split('\n')).toHaveLength(6);
    expect(Buffer.from(entries[3]!.data!).toString().split('\n')[2]).toBe(
      '{"item_id":"ß😀","codes":[7,3],"collision_suffix":1}',
    );
  });

  test.each<readonly [string, (files: Map<string, Buffer>) => void, RegExp]>([
    ['a changed file', (files) => files.set('items.jsonl', Buffer.from('{}\n')), /items\.jsonl is not what/],
    ['a file that is not listed', (files) => files.set('more.txt', Buffer.from('x')), /more\.txt/],
    ['a missing file', (files) => files.delete('manifest.json'), /no manifest\.json/],
    ['no sums', (files) => files.delete('SHA256SUMS'), /no SHA256SUMS/],
  ])('with %s is refused', async (_, change, words) => {
    await expect(readBundle(await changed(await writeBundle(sample), change))).rejects.toThrow(words);
  });

  test('of another format is refused with a message', async () => {
    await expect(readBundle(gzipSync(Buffer.alloc(80 * 2 ** 20)))).rejects.toThrow(
      /unpacks to more than 250 times its size/,
    );
    await expect(readBundle(Buffer.from('hello'))).rejects.toThrow(/no sound tar\.gz/);
    const cut = (await writeBundle(sample)).subarray(0, 300);
    await expect(readBundle(cut)).rejects.toThrow(/no sound tar\.gz/);
  });
});
