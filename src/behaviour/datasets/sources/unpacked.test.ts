import { PassThrough } from 'node:stream';
import { createGzip, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MIB } from '../../../contract/common.ts';
import { maxUnpackedBytes } from '../../../platform/intake/sources/unpack-bounds.ts';
import { type DatasetWorld, openDatasetWorld } from '../testing/dataset-world.ts';
import { unpacked } from './unpacked.ts';

const zeros = Buffer.alloc(MIB);

/** `mib` MiB of one repeated byte, which gzip compresses 1,000 to 1. */
async function bomb(mib: number, fill = '\n'): Promise<Buffer> {
  const piece = Buffer.alloc(MIB, fill);
  const gzip = createGzip();
  const packed: Buffer[] = [];
  gzip.on('data', (chunk) => packed.push(chunk));
  for (let at = 0; at < mib; at++)
    if (!gzip.write(piece)) await new Promise((done) => gzip.once('drain', done));
  await new Promise((done) => gzip.end(() => gzip.once('end', done)));
  return Buffer.concat(packed);
}

async function* inPieces(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(packed: AsyncIterable<Uint8Array>, most = 1024 * MIB) {
  let bytes = 0;
  try {
    for await (const piece of unpacked(packed, 'a.gz', { most })) bytes += piece.length;
    return { bytes };
  } catch (error) {
    return { bytes, error: error as Error };
  }
}

test('a decompression bomb is rejected early in the stream', async () => {
  const packed = await bomb(300);
  expect(packed.length).toBeLessThan(MIB);
  const { bytes, error } = await read(inPieces(packed));
  expect(error).toMatchObject({
    code: 'invalid_request',
    message: expect.stringMatching(/a\.gz unpacks to more than 250 times its size/),
  });
  expect(bytes).toBeLessThanOrEqual(maxUnpackedBytes(packed.length, { most: 1024 * MIB }));
});

test('a stream over the maximum size is rejected at any ratio', async () => {
  const { bytes, error } = await read(inPieces(gzipSync(Buffer.alloc(3 * MIB))), 2 * MIB);
  expect(error?.message).toMatch(
    /more than the 2 MiB that a packed file may have.*COUNTERPART_UNPACKED_LIMIT/,
  );
  expect(bytes).toBeLessThanOrEqual(2 * MIB);
});

test('a stream of exactly the maximum size is read', async () => {
  expect(await read(inPieces(gzipSync(zeros)), MIB)).toEqual({ bytes: MIB });
  expect(await read(inPieces(Buffer.concat([gzipSync('a'), gzipSync('bc')])))).toEqual({ bytes: 3 });
});

test('an endless source is closed', async () => {
  const endless = new PassThrough();
  const reading = read(endless, MIB);
  endless.write(gzipSync(Buffer.alloc(2 * MIB)));
  expect((await reading).error).toMatchObject({ code: 'invalid_request' });
});

test('the import of a decompression bomb fails with the bound in its message', async () => {
  const world: DatasetWorld = await openDatasetWorld();
  try {
    world.putSource('bomb.jsonl.gz', await bomb(200));
    const { status, error } = await world.import({
      name: 'bomb',
      source_uri: 'file:bomb.jsonl.gz',
      format: 'jsonl',
    });
    expect([status, error?.code]).toEqual(['failed', 'invalid_request']);
    expect(error?.message).toMatch(/^bomb\.jsonl\.gz unpacks to more than 250 times its size/);
  } finally {
    await world.dispose();
  }
});
