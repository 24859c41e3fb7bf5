/**
 * Decompresses a gzip stream. A truncated file, a file that is not gzip, and a file over the bounds are
 * errors of the source.
 */
import { once } from 'node:events';
import { createGunzip, type Gunzip } from 'node:zlib';
import { apiError } from '../../../contract/errors.ts';
import { describeUnpackBound, maxUnpackedBytes, type UnpackBounds } from './unpack-bounds.ts';

export async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  name: string,
  bounds: UnpackBounds,
): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let fed = 0;
  const feeding = feed(packed, gunzip, (bytes) => {
    fed += bytes;
  });
  feeding.catch((error) => gunzip.destroy(error));
  try {
    let made = 0;
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      made += piece.length;
      if (made > maxUnpackedBytes(fed, bounds)) throw unpacksToTooMuch(name, fed, bounds);
      yield piece;
    }
    await feeding;
  } catch (error) {
    throw isGzipFault(error) ? notGzip(name) : error;
  } finally {
    gunzip.destroy();
  }
}

async function feed(
  packed: AsyncIterable<Uint8Array>,
  gunzip: Gunzip,
  onFed: (bytes: number) => void,
): Promise<void> {
  const gone = new AbortController();
  gunzip.once('close', () => gone.abort());
  for await (const chunk of packed) {
    if (gunzip.destroyed) return;
    onFed(chunk.length);
    if (!gunzip.write(chunk)) await once(gunzip, 'drain', { signal: gone.signal }).catch(() => {});
  }
  gunzip.end();
}

function isGzipFault(error: unknown): boolean {
  return /^Z_(DATA|BUF)_ERROR$/.test((error as { readonly code?: string }).code ?? '');
}

function unpacksToTooMuch(name: string, packed: number, bounds: UnpackBounds) {
  const message = describeUnpackBound(packed, bounds);
  return apiError(
    'invalid_request',
    `${name} ${message}. Send it unpacked, or in parts; the operator sets the bound in bytes with COUNTERPART_UNPACKED_LIMIT.`,
    { issues: [{ path: '', at: name, message }], total: 1, limit_bytes: maxUnpackedBytes(packed, bounds) },
  );
}

function notGzip(name: string) {
  return apiError(
    'invalid_request',
    `${name} is no sound gzip file: it is damaged or was cut off. Pack it again, and compare its size with the original's.`,
    { issues: [{ path: '', at: name, message: 'is no sound gzip' }], total: 1 },
  );
}
