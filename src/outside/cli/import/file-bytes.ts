/** The bytes of a source file as a stream, decompressed when its name ends in `.gz`, with the progress. */
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { defaultUnpackBounds } from '../../../behaviour/datasets/sources/unpack-bounds.ts';
import { unpacked } from '../../../behaviour/datasets/sources/unpacked.ts';

export interface FileBytes {
  readonly stream: Readable;
  /** Share of the (compressed) file that was read, 0 to 1. */
  progress(): number;
}

export function openFileBytes(file: string): FileBytes {
  const { size } = statSync(file);
  const reading = createReadStream(file, { highWaterMark: 256 * 1024 });
  const progress = () => (size === 0 ? 1 : reading.bytesRead / size);
  if (!/\.gz$/i.test(file)) return { stream: reading, progress };
  return { stream: Readable.from(unpacked(reading, basename(file), defaultUnpackBounds)), progress };
}
