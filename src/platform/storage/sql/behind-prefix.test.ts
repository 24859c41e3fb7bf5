import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behindPrefix } from './behind-prefix.ts';

const character = fc.oneof(
  fc.constantFrom('%', '_', 'a', '\u{10ffff}', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u007f', '\u0301'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((text) => text.isWellFormed()),
);
const texts = fc.array(character, { maxLength: 5 }).map((parts) => parts.join(''));
const inBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));

test('what begins with a prefix is exactly what lies between it and its end, in bytes', () => {
  fc.assert(
    fc.property(texts, texts, texts, (prefix, ending, other) => {
      const behind = behindPrefix(prefix);
      for (const text of [prefix + ending, other, prefix.slice(0, 1) + other]) {
        if (!text.isWellFormed()) continue;
        const isBetween = inBytes(text, prefix) >= 0 && (behind === null || inBytes(text, behind) < 0);
        expect(isBetween).toBe(text.startsWith(prefix));
      }
    }),
    { numRuns: 2000 },
  );
});

test('the edges of the code points', () => {
  expect(behindPrefix('')).toBe(null);
  expect(behindPrefix('\u{10ffff}\u{10ffff}')).toBe(null);
  expect(behindPrefix('a\u{10ffff}')).toBe('b');
  expect(behindPrefix('\ud7ff')).toBe('\ue000');
  expect(behindPrefix('\uffff')).toBe('\u{10000}');
  expect(behindPrefix('a%')).toBe('a&');
});
