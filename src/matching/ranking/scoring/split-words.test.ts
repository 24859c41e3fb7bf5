import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rarityOf } from './rarity-of.ts';
import { hashOfWord, splitWords } from './split-words.ts';

it('finds the words that a regular expression finds, without bare numbers', () => {
  const character = fc.constantFrom(...'abCÄñж語 0१9+#-.,\n’');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
      const words = (text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []).filter((word) =>
        /[^\p{N}]/u.test(word),
      );
      const expected = [...new Set(words.map(hashOfWord))].sort((a, b) => a - b);
      expect([...splitWords(text)]).toEqual(expected);
    }),
  );
});

it('rates rare words above common ones', () => {
  const [the, years, python, kubernetes] = ['the', 'years', 'python', 'kubernetes'].map((word) =>
    rarityOf(hashOfWord(word)),
  ) as [number, number, number, number];
  expect(the).toBe(0);
  expect(years).toBe(0);
  expect(python).toBeGreaterThan(0.3);
  expect(kubernetes).toBeGreaterThan(python);
});
