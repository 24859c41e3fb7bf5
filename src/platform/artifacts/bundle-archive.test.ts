import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { unpackTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { type BundleFile, bundleArchive, heldFile } from './bundle-archive.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

function inChunks(name: string, body: Uint8Array, size: number): BundleFile {
  return {
    ...heldFile(name, body),
    read: async function* () {
      for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
    },
  };
}

const large = Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 2_654_435_761) >>> 24);

test('a bundle has its files as they are, with their checksums, whatever chunks they came in', async () => {
  const files = (size: number) => [heldFile('a.json', Buffer.from('{}')), inChunks('b.bin', large, size)];
  const packed = await buffer(bundleArchive(files(65_536)));
  expect(sha256(await buffer(bundleArchive(files(10_007))))).toBe(sha256(packed));
  expect(packed[9]).toBe(255);
  const entries = await unpackTar(gunzipSync(packed));
  expect(entries.map(({ header }) => header.name)).toEqual(['a.json', 'b.bin', 'SHA256SUMS']);
  expect(sha256(entries[1]!.data!)).toBe(sha256(large));
  expect(Buffer.from(entries[2]!.data!).toString()).toBe(
    `${sha256(Buffer.from('{}'))}  a.json\n${sha256(large)}  b.bin\n`,
  );
});

test('a file that is not what its checksum says ends the stream with an error', async () => {
  const damaged = { ...heldFile('a.bin', large), sha256: '00' };
  await expect(buffer(bundleArchive([damaged]))).rejects.toThrow('a.bin is damaged');
});

test('a reader that stops leaves nothing behind', async () => {
  for await (const chunk of bundleArchive([heldFile('a.bin', large)])) {
    expect(chunk.length).toBeGreaterThan(0);
    break;
  }
});
