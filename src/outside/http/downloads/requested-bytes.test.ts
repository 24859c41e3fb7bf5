import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestedBytes } from './requested-bytes.ts';

const etag = '"abc"';
const ranges = (range: string, size = 100) => requestedBytes({ range }, size, etag);
const only = (start: number, end: number) => ({ kind: 'ranges', ranges: [{ start, end }] });

describe('one range', () => {
  test.each([
    ['bytes=0-0', only(0, 0)],
    ['bytes=0-99', only(0, 99)],
    ['bytes=0-1000', only(0, 99)],
    ['bytes=10-', only(10, 99)],
    ['bytes=99-', only(99, 99)],
    ['bytes=-1', only(99, 99)],
    ['bytes=-100', only(0, 99)],
    ['bytes=-1000', only(0, 99)],
    ['Bytes=0-0', only(0, 0)],
    ['bytes= 0-0 , 200-300', only(0, 0)],
  ])('%s', (range, asked) => {
    expect(ranges(range)).toEqual(asked);
  });
});

test('a malformed range, one that runs backwards, and other units are ignored', () => {
  for (const range of [
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=5-2',
    'bytes=0-1,',
    'bytes=0-1;2-3',
    'bytes=1',
    'bytes=--1',
    'bytes=0x1-2',
    'items=0-1',
    '0-1',
  ]) {
    expect(ranges(range)).toEqual({ kind: 'whole' });
  }
});

test('a request without a range inside the file is 416, with the size', () => {
  for (const range of ['bytes=100-', 'bytes=100-200,300-', 'bytes=-0']) {
    expect(() => ranges(range)).toThrowError(
      expect.objectContaining({ code: 'range_not_satisfiable', details: { size_bytes: 100 } }),
    );
  }
  expect(() => ranges('bytes=0-', 0)).toThrow();
});

test('more than sixteen disjoint ranges give the whole file', () => {
  const apart = (count: number) => `bytes=${Array.from({ length: count }, (_, n) => `${n * 2}-${n * 2}`)}`;
  expect(ranges(apart(16))).toMatchObject({ ranges: { length: 16 } });
  expect(ranges(apart(17))).toEqual({ kind: 'whole' });
  expect(ranges(`bytes=${Array.from({ length: 1000 }, () => '0-9')}`)).toEqual(only(0, 9));
});

test('several ranges cover exactly the requested bytes, once, in order', () => {
  const spec = fc.oneof(
    fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const),
    fc.nat(60).map((start) => [start, null] as const),
    fc.integer({ min: 1, max: 60 }).map((suffix) => [null, suffix] as const),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(spec, { minLength: 1, maxLength: 8 }),
      (size, specs) => {
        const wanted = new Set<number>();
        for (let byte = 0; byte < size; byte++) {
          const isIn = ([start, end]: readonly [number | null, number | null]) =>
            start === null ? byte >= size - end! : byte >= start && (end === null || byte <= end);
          if (specs.some(isIn)) wanted.add(byte);
        }
        const header = `bytes=${specs.map(([start, end]) => `${start ?? ''}-${end ?? ''}`).join(', ')}`;
        if (wanted.size === 0) {
          expect(() => ranges(header, size)).toThrow();
          return;
        }
        const asked = ranges(header, size);
        expect(asked.kind).toBe('ranges');
        const sent = asked.kind === 'ranges' ? asked.ranges : [];
        const bytes = sent.flatMap(({ start, end }) =>
          Array.from({ length: end - start + 1 }, (_, n) => start + n),
        );
        expect(bytes).toEqual([...wanted]);
        for (const [at, { start }] of sent.entries()) {
          if (at > 0) expect(start).toBeGreaterThan(sent[at - 1]!.end + 1);
        }
      },
    ),
  );
});

test('If-Range gives ranges only of exactly this file', () => {
  const asked = (condition: string) =>
    requestedBytes({ range: 'bytes=0-0', 'if-range': condition }, 100, etag);
  expect(asked(etag)).toEqual(only(0, 0));
  for (const other of ['"abd"', 'W/"abc"', 'abc', 'Wed, 21 Oct 2026 07:28:00 GMT']) {
    expect(asked(other)).toEqual({ kind: 'whole' });
  }
});

test('If-None-Match with the file’s tag is answered before any range', () => {
  for (const condition of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    expect(requestedBytes({ range: 'bytes=0-0', 'if-none-match': condition }, 100, etag)).toEqual({
      kind: 'unchanged',
    });
  }
  expect(requestedBytes({ 'if-none-match': '"x"' }, 100, etag)).toEqual({ kind: 'whole' });
});
