/** A file as text, piece by piece: files of hundreds of megabytes never lie in memory. */

export const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof encodings)[number];

/** By the byte order mark, else UTF-8 if the bytes are well-formed, else that of Western European spreadsheets. */
export function detectEncoding(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const zeros = [0, 1].map((offset) => start.filter((byte, n) => n % 2 === offset && byte === 0).length);
  const many = start.length / 4;
  if (zeros[1]! > many && zeros[0]! < many / 8) return 'utf-16le';
  if (zeros[0]! > many && zeros[1]! < many / 8) return 'utf-16be';
  try {
    // `stream`: a character that is cut at the end of the bytes is no fault.
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Pieces of a file that lies in memory come at once: without a pause the page would stand still to its end. */
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

/** The text without a byte order mark and with «\n» for every kind of line end. `onBytes`: bytes read so far. */
export async function* textPieces(
  file: Blob,
  encoding: Encoding,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  const reader = file.stream().getReader();
  const pauseIfDue = pauser();
  let bytes = 0;
  // A «\r» at the end of a piece may be the first half of a line end.
  let held = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      // Browsers give pieces of up to megabytes.
      for (let at = 0; at < value.length; at += PIECE_BYTES) {
        const piece = value.subarray(at, at + PIECE_BYTES);
        bytes += piece.length;
        onBytes?.(bytes);
        const text = held + decoder.decode(piece, { stream: true });
        held = text.endsWith('\r') ? '\r' : '';
        yield withLineEnds(held === '' ? text : text.slice(0, -1));
        await pauseIfDue();
      }
    }
    yield withLineEnds(held + decoder.decode());
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function withLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
