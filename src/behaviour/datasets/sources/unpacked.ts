/** A stream of bytes, unpacked by gzip as it passes. A file that is cut off or no gzip at all is the source's fault. */
import { once } from 'node:events';
import { createGunzip, type Gunzip } from 'node:zlib';
import { apiError } from '../../../contract/errors.ts';

export async function* unpacked(packed: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  const feeding = feed(packed, gunzip);
  feeding.catch((error) => gunzip.destroy(error));
  try {
    yield* gunzip as AsyncIterable<Buffer>;
    await feeding;
  } catch (error) {
    throw isGzipFault(error) ? notGzip(name) : error;
  } finally {
    gunzip.destroy();
  }
}

async function feed(packed: AsyncIterable<Uint8Array>, gunzip: Gunzip): Promise<void> {
  const gone = new AbortController();
  gunzip.once('close', () => gone.abort());
  for await (const chunk of packed) {
    if (gunzip.destroyed) return;
    if (!gunzip.write(chunk)) await once(gunzip, 'drain', { signal: gone.signal }).catch(() => {});
  }
  gunzip.end();
}

function isGzipFault(error: unknown): boolean {
  return /^Z_(DATA|BUF)_ERROR$/.test((error as { readonly code?: string }).code ?? '');
}

function notGzip(name: string) {
  return apiError(
    'invalid_request',
    `${name} is no sound gzip file: it is damaged or was cut off. Pack it again, and compare its size with the original's.`,
    { issues: [{ path: '', at: name, message: 'is no sound gzip' }], total: 1 },
  );
}
