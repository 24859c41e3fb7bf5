/** The bytes of a file, piece by piece: files of hundreds of megabytes never lie in memory. */

/**
 * Pieces of a file that lies in memory come at once: without a pause the page would stand still to its end.
 */
const SLICE_MS = 12;
const PIECE_BYTES = 128 * 1024;

/** A message, because browsers slow timers down in tabs that are not shown. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Lets the page draw and hear its reader, where the last pause is long enough ago. */
function pauser(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE_MS) return;
    await nextTurn();
    last = performance.now();
  };
}

/** `onBytes`: bytes read so far. */
export async function* filePieces(
  stream: ReadableStream<Uint8Array>,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  const pauseIfDue = pauser();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Browsers give pieces of up to megabytes.
      for (let at = 0; at < value.length; at += PIECE_BYTES) {
        const piece = value.subarray(at, at + PIECE_BYTES);
        bytes += piece.length;
        onBytes?.(bytes);
        yield piece;
        await pauseIfDue();
      }
    }
  } finally {
    // The rest of the file is not read once its reader has ended.
    await reader.cancel().catch(() => {});
  }
}
