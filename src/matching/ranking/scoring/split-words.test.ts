import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countWords, hashOfWord, splitWords } from './split-words.ts';

it('finds the words that a regular expression finds, without bare numbers, and counts them', () => {
  const character = fc.constantFrom(...'abCÄñж語 0१9+#-.,\n’');
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 60 }), (text) => {
      const words = (text.toLowerCase().match(/[\p{L}\p{N}+#]+/gu) ?? []).filter((word) =>
        /[^\p{N}]/u.test(word),
      );
      const expected = [...new Set(words.map(hashOfWord))].sort((a, b) => a - b);
      expect([...splitWords(text)]).toEqual(expected);
      const { hashes, counts, length } = countWords(text);
      expect(length).toBe(words.length);
      const times = [...hashes].map((hash) => words.filter((word) => hashOfWord(word) === hash).length);
      expect([...counts]).toEqual(times);
    }),
  );
});
