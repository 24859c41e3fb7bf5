/**
 * Random access to an object. Readers of column files ask for many small slices that lie side by side, and a
 * request takes tens of milliseconds. So small slices are cut from blocks, the last of which are kept.
 */
import { LRUCache } from 'lru-cache';
import type { S3Bucket } from '../../outbound/s3/s3-bucket.ts';

const BLOCK_BYTES = 1 << 20;
const KEPT_BLOCKS = 16;

export function openObject(bucket: S3Bucket, name: string, bytes: number) {
  const blocks = new LRUCache<number, Promise<Uint8Array>>({ max: KEPT_BLOCKS });
  const blockAt = (start: number) => {
    const known = blocks.get(start);
    if (known !== undefined) return known;
    const block = readSlice(bucket, name, start, Math.min(bytes, start + BLOCK_BYTES));
    blocks.set(start, block);
    block.catch(() => blocks.delete(start));
    return block;
  };
  return {
    bytes,
    slice: async (start: number, end: number): Promise<ArrayBuffer> => {
      const last = Math.min(end, bytes);
      if (start >= last) return new ArrayBuffer(0);
      if (last - start >= BLOCK_BYTES) return (await readSlice(bucket, name, start, last)).buffer;
      const first = start - (start % BLOCK_BYTES);
      const second = first + BLOCK_BYTES;
      const cut = (await blockAt(first)).slice(start - first, last - first);
      if (last <= second) return cut.buffer;
      return Buffer.concat([cut, (await blockAt(second)).subarray(0, last - second)]).buffer;
    },
    close: async () => blocks.clear(),
  };
}

async function readSlice(
  bucket: S3Bucket,
  name: string,
  start: number,
  end: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const slice = new Uint8Array(end - start);
  let at = 0;
  for await (const chunk of bucket.readBytes(name, start, end)) {
    slice.set(chunk, at);
    at += chunk.length;
  }
  if (at !== slice.length)
    throw new Error(`s3://${bucket.name}/${name} ended at byte ${start + at} of ${end}`);
  return slice;
}
