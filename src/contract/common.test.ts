import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FreeText, isBlank, readable } from './common.ts';

const shown = fc.constantFrom('a', '0', 'é', '漢', '🙂', '-', '\u0301', 'א');
const unseen = fc.constantFrom(
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '\u200b',
  '\u202e',
  '\ufeff',
  '\u3000',
  '\u0007',
  '\u00ad',
);

test('a text is blank if it has no visible character', () => {
  fc.assert(
    fc.property(fc.array(unseen), fc.array(shown), fc.array(unseen), (before, seen, after) => {
      const text = [...before, ...seen, ...after].join('');
      expect(isBlank(text)).toBe(seen.length === 0);
      expect(FreeText.safeParse(text).success).toBe(seen.length > 0);
    }),
  );
});

test('an empty name has one fault, a blank one too', () => {
  const faults = (text: string) =>
    readable(1, 3)
      .safeParse(text)
      .error?.issues.map(({ message }) => message);
  expect(faults('')).toEqual(['must have 1 to 3 characters']);
  expect(faults(' ')).toEqual([expect.stringContaining('text that can be read')]);
  expect(faults('abc')).toBeUndefined();
});
