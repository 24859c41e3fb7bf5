import { hash } from 'node:crypto';

/** Number of distinct rows, bit for bit. */
export function distinctVectors(vectors: Float32Array, dimension: number): number {
  const bytes = Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
  const seen = new Set<string>();
  for (let start = 0; start < bytes.length; start += dimension * 4)
    seen.add(hash('sha1', bytes.subarray(start, start + dimension * 4), 'base64'));
  return seen.size;
}
