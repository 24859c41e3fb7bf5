import { expect, test } from 'vitest';
import { foldText, searchTerm, searchWords } from './search-words.ts';

test.each([
  ['Ana', 'ana'],
  ['São Paulo', 'sao paulo'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['İzmir', 'izmir'],
  ['ｗｉｄｅ', 'wide'],
])('%s is compared as %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('the beginning of a word is the beginning of its folded form', () => {
  for (const word of ['Θεσσαλονίκης', 'Kärcher', 'ﬁsh', '서울', 'ประเทศ'])
    for (let end = 1; end <= word.length; end++)
      expect(foldText(word).startsWith(foldText(word.slice(0, end)))).toBe(true);
});

test('words are letters and digits, each once', () => {
  expect(searchWords('long_term, Long-Term & 3 more')).toEqual(['long', 'term', '3', 'more']);
  expect(searchWords(' ·—! ')).toEqual([]);
});

test('a long word is cut between characters', () => {
  expect(searchTerm('a'.repeat(100))).toBe('a'.repeat(64));
  expect(searchTerm(`${'a'.repeat(63)}😀`)).toBe('a'.repeat(63));
});
