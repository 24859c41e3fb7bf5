/**
 * Decompresses a gzip stream, or a zstd stream where the name ends in `.zst`. A truncated file, a file that is
 * not packed so, and a file over the bounds are errors of the source.
 */
import { once } from 'node:events';
import { createGunzip, createZstdDecompress, type Gunzip, type ZstdDecompress } from 'node:zlib';
import { apiError } from '../../../contract/errors.ts';
import {
  describeUnpackBound,
  maxUnpackedBytes,
  type UnpackBounds,
} from '../../../platform/intake/sources/unpack-bounds.ts';

export async function* unpacked(
  packed: AsyncIterable<Uint8Array>,
  name: string,
  bounds: UnpackBounds,
): AsyncGenerator<Buffer> {
  const options = { chunkSize: 256 * 1024 };
  const packing = /\.zst$/i.test(name) ? 'zstd' : 'gzip';
  const gunzip = packing === 'zstd' ? createZstdDecompress(options) : createGunzip(options);
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
    throw isPackingFault(error) ? notPacked(name, packing) : error;
  } finally {
    gunzip.destroy();
  }
}

async function feed(
  packed: AsyncIterable<Uint8Array>,
  gunzip: Gunzip | ZstdDecompress,
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

function isPackingFault(error: unknown): boolean {
  return /^Z_(DATA|BUF)_ERROR$|^ZSTD_error_/.test((error as { readonly code?: string }).code ?? '');
}

function unpacksToTooMuch(name: string, packed: number, bounds: UnpackBounds) {
  const message = describeUnpackBound(packed, bounds);
  return apiError(
    'invalid_request',
    `${name} ${message}. Send it unpacked, or in parts; the operator sets the bound in bytes with COUNTERPART_UNPACKED_LIMIT.`,
    { issues: [{ path: '', at: name, message }], total: 1, limit_bytes: maxUnpackedBytes(packed, bounds) },
  );
}

function notPacked(name: string, packing: 'gzip' | 'zstd') {
  return apiError(
    'invalid_request',
    `${name} is no sound ${packing} file: it is damaged or was cut off. Pack it again, and compare its size with the original's.`,
    { issues: [{ path: '', at: name, message: `is no sound ${packing}` }], total: 1 },
  );
}
