import { describe, expect, it } from 'vitest';
import { detectEncoding, type Encoding, textPieces } from './decode-file.ts';

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

async function textOf(bytes: Uint8Array, encoding: Encoding, size: number): Promise<string> {
  let text = '';
  for await (const piece of textPieces(inPieces(bytes, size), encoding)) text += piece;
  return text;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).buffer);

describe('the encoding of a file', () => {
  it('is found by the byte order mark, the zeros or the form of the bytes', () => {
    expect(detectEncoding(utf8('\ufeffid,Größe'))).toBe('utf-8');
    expect(detectEncoding(utf8('id,Größe 😀').slice(0, -2))).toBe('utf-8');
    expect(detectEncoding(new Uint8Array([...utf8('Gr'), 0xf6, 0xdf, ...utf8('e')]))).toBe('windows-1252');
    expect(detectEncoding(utf16('\ufeffid;age'))).toBe('utf-16le');
    expect(detectEncoding(utf16('id;age;city'))).toBe('utf-16le');
    expect(detectEncoding(new Uint8Array())).toBe('utf-8');
  });
});

describe('the text of a file', () => {
  it('is the same however its bytes are cut', async () => {
    const text = 'a\r\nb\rc\n\r\n"é 😀"\r';
    for (const size of [1, 2, 3, 5, 100]) {
      expect(await textOf(utf8(`\ufeff${text}`), 'utf-8', size)).toBe('a\nb\nc\n\n"é 😀"\n');
      expect(await textOf(utf16(`\ufeff${text}`), 'utf-16le', size)).toBe('a\nb\nc\n\n"é 😀"\n');
    }
  });
});

it('lets other work run between the pieces', async () => {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  });
  // Each piece is worked on for longer than a slice; without pauses no timer would ever run.
  for await (const _ of textPieces(inPieces(new Uint8Array(20), 1), 'utf-8')) {
    const end = performance.now() + 15;
    while (performance.now() < end);
  }
  clearInterval(timer);
  expect(turns).toBeGreaterThan(10);
});
