/** The answer to a download: headers of the file and a stream of the requested bytes. */
import { randomUUID } from 'node:crypto';
import contentDisposition from 'content-disposition';
import type { StreamedAnswer } from '../operation.ts';
import type { DownloadFile } from './download-link.ts';
import type { AskedBytes, ByteRange } from './requested-bytes.ts';

/** Bytes [start, end) of the file. */
type ReadBytes = (range: { readonly start: number; readonly end: number }) => AsyncIterable<Uint8Array>;

export function etagOf({ sha256 }: DownloadFile): string {
  return `"${sha256}"`;
}

export function fileAnswer(file: DownloadFile, asked: AskedBytes, read: ReadBytes): StreamedAnswer {
  const common = commonHeaders(file);
  if (asked.kind === 'unchanged') return { status: 304, headers: common, body: null };
  const headers = { ...common, 'Content-Disposition': contentDisposition(file.filename) };
  if (asked.kind === 'whole') {
    return {
      status: 200,
      headers: { ...headers, 'Content-Type': file.content_type, 'Content-Length': file.bytes },
      body: read({ start: 0, end: file.bytes }),
    };
  }
  const { ranges } = asked;
  const partial = ranges.length === 1 ? onePart(file, ranges[0], read) : manyParts(file, ranges, read);
  return { ...partial, headers: { ...headers, ...partial.headers } };
}

/** 307 keeps the method and the `Range`. The address ends soon and is a secret: no cache may keep it. */
export function redirectAnswer(address: string): StreamedAnswer {
  return { status: 307, headers: { Location: address, 'Cache-Control': 'no-store' }, body: null };
}

function commonHeaders(file: DownloadFile) {
  const digest = Buffer.from(file.sha256, 'hex').toString('base64');
  return {
    ETag: etagOf(file),
    'Accept-Ranges': 'bytes',
    // The digest is of the whole file, also in the answer to a range.
    Digest: `sha-256=${digest}`,
    'Repr-Digest': `sha-256=:${digest}:`,
    'X-Content-Type-Options': 'nosniff',
  };
}

function onePart(file: DownloadFile, range: ByteRange, read: ReadBytes): StreamedAnswer {
  return {
    status: 206,
    headers: {
      'Content-Type': file.content_type,
      'Content-Range': contentRange(range, file.bytes),
      'Content-Length': range.end - range.start + 1,
    },
    body: read({ start: range.start, end: range.end + 1 }),
  };
}

function manyParts(file: DownloadFile, ranges: readonly ByteRange[], read: ReadBytes): StreamedAnswer {
  const boundary = randomUUID();
  const heads = ranges.map((range) =>
    Buffer.from(
      `\r\n--${boundary}\r\nContent-Type: ${file.content_type}\r\nContent-Range: ${contentRange(range, file.bytes)}\r\n\r\n`,
    ),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const lengths = ranges.map(({ start, end }, at) => heads[at]!.length + end - start + 1);
  async function* body() {
    for (const [at, { start, end }] of ranges.entries()) {
      yield heads[at]!;
      yield* read({ start, end: end + 1 });
    }
    yield tail;
  }
  return {
    status: 206,
    headers: {
      'Content-Type': `multipart/byteranges; boundary=${boundary}`,
      'Content-Length': lengths.reduce((sum, length) => sum + length, tail.length),
    },
    body: body(),
  };
}

function contentRange({ start, end }: ByteRange, size: number): string {
  return `bytes ${start}-${end}/${size}`;
}
