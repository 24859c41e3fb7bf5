import { expect, it } from 'vitest';
import { filePieces } from './file-pieces.ts';

/** A file that gives its bytes in pieces of a size. */
function inPieces(bytes: Uint8Array, size: number): Blob {
  const blob = new Blob([bytes as BlobPart]);
  const stream = () =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
  return Object.assign(blob, { stream });
}

it('lets other work run between the pieces', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  // Each piece is worked on for longer than a slice; without pauses no timer would ever run.
  for await (const _ of filePieces(inPieces(new Uint8Array(20), 1).stream())) {
    const end = performance.now() + 15;
    while (performance.now() < end);
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
