/** A source file on the disk, decompressed when its name ends in `.gz` or `.zst`. */
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { asyncBufferFromFile } from 'hyparquet';
import { unpacked } from '../../../behaviour/datasets/sources/unpacked.ts';
import type { OpenFile, SourceFile } from '../../../platform/intake/sources/source-file.ts';
import { isPacked } from '../../../platform/intake/sources/source-formats.ts';
import { defaultUnpackBounds } from '../../../platform/intake/sources/unpack-bounds.ts';

export function fileOnDisk(path: string): SourceFile {
  return {
    name: basename(path),
    open: () => opened(path),
    byPosition: isPacked(path) ? undefined : () => asyncBufferFromFile(path),
  };
}

/** The progress is that of the packed file. */
function opened(file: string): OpenFile {
  const { size } = statSync(file);
  const reading = createReadStream(file, { highWaterMark: 256 * 1024 });
  const progress = () => (size === 0 ? 1 : reading.bytesRead / size);
  if (!isPacked(file)) return { stream: reading, progress };
  return { stream: Readable.from(unpacked(reading, basename(file), defaultUnpackBounds)), progress };
}
