/**
 * The bytes of a file that a request asks for, by RFC 9110: conditions first, then ranges. Most of Node's
 * file servers use range-parser, which calls a suffix longer than the file unsatisfiable. @fastify/send has
 * no multipart/byteranges. So ranges are parsed here.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { apiError, counted } from '../../../contract/errors.ts';

/** Both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type AskedBytes =
  /** The client already has the file: 304. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'whole' }
  /** One: 206 with Content-Range; several: 206 with multipart/byteranges. */
  | { readonly kind: 'ranges'; readonly ranges: readonly [ByteRange, ...ByteRange[]] };

/**
 * Many small ranges cost more than the whole file: such a request gets the whole file, as the RFC advises.
 */
const MAX_RANGES = 16;

/**
 * `etag` is strong and quoted. Throws 416 where no range lies in the file. A malformed Range, or one of
 * another unit, is ignored. Overlapping and adjacent ranges are merged; ranges are sent in ascending order.
 */
export function requestedBytes(headers: IncomingHttpHeaders, size: number, etag: string): AskedBytes {
  if (namesTag(headers['if-none-match'], etag)) return { kind: 'unchanged' };
  const { range } = headers;
  if (range === undefined || !isSameFile(headers['if-range'], etag)) return { kind: 'whole' };
  const parsed = parseRanges(range, size);
  if (parsed === null) return { kind: 'whole' };
  const [first, ...others] = joined(parsed);
  if (first === undefined) throw outside(size);
  return others.length >= MAX_RANGES ? { kind: 'whole' } : { kind: 'ranges', ranges: [first, ...others] };
}

function namesTag(condition: string | undefined, etag: string): boolean {
  if (condition === undefined) return false;
  const tags = condition.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag);
}

/** If-Range by strong comparison. A date never matches, because the files have no date. */
function isSameFile(condition: string | string[] | undefined, etag: string): boolean {
  return condition === undefined || condition === etag;
}

/** The ranges inside the file, clipped to it; null where the header is malformed. */
function parseRanges(header: string, size: number): readonly ByteRange[] | null {
  const specifier = /^bytes=(.*)$/i.exec(header.trim())?.[1];
  if (specifier === undefined) return null;
  const ranges: ByteRange[] = [];
  for (const part of specifier.split(',')) {
    const [, from = '', to = ''] = /^\s*(\d*)-(\d*)\s*$/.exec(part) ?? [];
    if (from === '' && to === '') return null;
    if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
    const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
    if (start <= end) ranges.push({ start, end });
  }
  return ranges;
}

function joined(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const apart: ByteRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || range.start > last.end + 1) apart.push(range);
    else apart[apart.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
  }
  return apart;
}

function outside(size: number) {
  return apiError(
    'range_not_satisfiable',
    `No range of the request lies in the file, which has ${counted(size, 'byte')}; ask for bytes=0-${Math.max(0, size - 1)} or less.`,
    { size_bytes: size },
  );
}
