/** The bytes of a packed file, unpacked in this browser within the bounds of the command line. */
import {
  defaultUnpackBounds,
  describeUnpackBound,
  maxUnpackedBytes,
} from 'counterpart-intake/sources/unpack-bounds.ts';
import { filePieces } from './file-pieces.ts';

class UnpacksToTooMuch extends Error {}

/** `onBytes`: bytes of the packed file that were read so far. */
export async function* unpackedPieces(
  file: File,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let [packed, unpacked] = [0, 0];
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      packed += chunk.length;
      onBytes(packed);
      controller.enqueue(chunk);
    },
  });
  const packing = /\.zst$/i.test(file.name) ? 'zstd' : 'gzip';
  const unpacker =
    packing === 'gzip' ? new DecompressionStream('gzip') : (await import('./unzstd.ts')).unzstd();
  try {
    for await (const piece of filePieces(file.stream().pipeThrough(counted).pipeThrough(unpacker))) {
      unpacked += piece.length;
      if (unpacked > maxUnpackedBytes(packed, defaultUnpackBounds))
        throw new UnpacksToTooMuch(`${file.name} ${describeUnpackBound(packed, defaultUnpackBounds)}.`);
      yield piece;
    }
  } catch (error) {
    // A browser's own error says that the file has changed or is gone.
    if (error instanceof UnpacksToTooMuch || error instanceof DOMException) throw error;
    throw new Error(
      `${file.name} is no sound ${packing} file: it is damaged or was cut off, or has several parts. Unpack it, or pack it again.`,
    );
  }
}
