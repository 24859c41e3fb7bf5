/** Unpacks zstd, which no browser does by itself. */
import { Decompress } from 'fzstd';

/** A block of four bytes unpacks to 128 KiB, so that few are unpacked before the reader counts them. */
const STEP_BYTES = 2048;

export function unzstd(): TransformStream<Uint8Array, Uint8Array> {
  let unpacking: Decompress;
  return new TransformStream({
    start(controller) {
      unpacking = new Decompress((piece) => {
        if (piece.length > 0) controller.enqueue(piece);
      });
    },
    transform(chunk) {
      for (let at = 0; at < chunk.length; at += STEP_BYTES)
        unpacking.push(chunk.subarray(at, at + STEP_BYTES));
    },
    flush() {
      unpacking.push(new Uint8Array(0), true);
    },
  });
}
