import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

const MAX_BYTES = 5;

test('gives the lines of the whole text, however it is cut into chunks', () => {
  const bytes = fc.array(fc.constantFrom(0x0a, 0x41, 0xe2, 0x80, 0xa8), { maxLength: 60 });
  fc.assert(
    fc.property(bytes, fc.array(fc.nat(60)), (given, cuts) => {
      const whole = Buffer.from(given);
      const splitter = new LineSplitter(MAX_BYTES);
      const lines = [];
      const ends = [...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
      for (let at = 0, n = 0; n < ends.length; at = ends[n++]!) {
        for (const line of splitter.push(whole.subarray(at, ends[n])))
          lines.push(line?.toString('latin1') ?? null);
      }
      const last = splitter.end();
      if (last !== undefined) lines.push(last?.toString('latin1') ?? null);
      const expected: (string | null)[] = whole.toString('latin1').split('\n');
      if (expected.at(-1) === '') expected.pop();
      expect(lines).toEqual(expected.map((line) => (line!.length > MAX_BYTES ? null : line)));
    }),
  );
});

test('holds no bytes of a line above the limit', () => {
  const splitter = new LineSplitter(MAX_BYTES);
  expect([...splitter.push(Buffer.from('123456'))]).toEqual([]);
  expect(splitter.isTooLong).toBe(true);
  expect([...splitter.push(Buffer.from('7\n8'))]).toEqual([null]);
  expect(splitter.end()?.toString()).toBe('8');
});
