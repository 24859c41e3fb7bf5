import { expect, it } from 'vitest';
import { hashOfWord } from './split-words.ts';
import { type WordCounts, wordFrequencies } from './word-frequencies.ts';

const informationOf = (word: string, counts?: WordCounts) =>
  wordFrequencies(counts).information(hashOfWord(word));
const workspace = (textsWith: Readonly<Record<string, number>>): WordCounts => ({
  version: '1',
  texts: 400,
  words: 20_000,
  textsWith: new Map(Object.entries(textsWith).map(([word, texts]) => [hashOfWord(word), texts])),
});

it('gives rare words more information than common ones', () => {
  const [the, python, kubernetes] = ['the', 'python', 'kubernetes'].map((word) => informationOf(word));
  expect(the).toBeLessThan(0.1);
  expect(python).toBeGreaterThan(1);
  expect(kubernetes).toBeGreaterThan(python!);
});

it('learns from a workspace which of its words are common, in any language', () => {
  const counts = workspace({ erfahrung: 380, kubernetes: 2 });
  expect(informationOf('erfahrung')).toBeGreaterThan(4);
  expect(informationOf('erfahrung', counts)).toBeLessThan(0.5);
  expect(informationOf('kubernetes', counts)).toBeGreaterThan(4);
});

it('reads the mean length of texts from the workspace, and else supposes one', () => {
  expect(wordFrequencies().meanLength).toBe(150);
  expect(wordFrequencies(workspace({})).meanLength).toBeCloseTo((20 * 150 + 20_000) / 420);
});
