/** The bytes of a source file as a stream, unpacked when its name ends in `.gz`, and how far it was read. */
import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

export interface FileBytes {
  readonly stream: Readable;
  /** Share of the file (packed) that was read, 0 to 1. */
  progress(): number;
}

export function openFileBytes(file: string): FileBytes {
  const { size } = statSync(file);
  const reading = createReadStream(file, { highWaterMark: 256 * 1024 });
  const progress = () => (size === 0 ? 1 : reading.bytesRead / size);
  if (!/\.gz$/i.test(file)) return { stream: reading, progress };
  const unpacking = createGunzip();
  reading.on('error', (error) => unpacking.destroy(error));
  unpacking.on('close', () => reading.destroy());
  return { stream: reading.pipe(unpacking), progress };
}
