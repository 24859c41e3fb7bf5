import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordPattern, wordsIn } from './phrase-pattern.ts';

it('finds the words that the pattern finds', () => {
  const pieces = [
    'a',
    'Berlin',
    "don't",
    'c++',
    'c#',
    'é',
    '́',
    'ß',
    '29',
    '1,200',
    "1'500'000",
    '5.000',
    '€',
    '$',
  ];
  const marks = [
    ' ',
    '\n',
    '.',
    ',',
    "'",
    '’',
    '`',
    '+',
    '#',
    '&',
    '%',
    '-',
    '@',
    '♀',
    '‍',
    '🙂',
    '\ud83d',
    '٣',
  ];
  const text = fc
    .array(fc.constantFrom(...pieces, ...marks), { maxLength: 20 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary', maxLength: 30 })), (written) => {
      const expected = [...written.matchAll(new RegExp(wordPattern))].map(({ index, 0: { length } }) => [
        index,
        index + length,
      ]);
      expect(wordsIn(written).map(({ start, end }) => [start, end])).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});
