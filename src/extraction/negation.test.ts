import { expect, it } from 'vitest';
import { findNegations, isNegated } from './negation.ts';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

function isDenied(text: string, word: string): boolean {
  const read = readText(text, new SpellingCorrector([]));
  const at = read.words.findIndex(({ word: written }) => written === word);
  return isNegated(read, findNegations(read), at, at + 1);
}

it.each([
  ["What we don't do: crypto, weapons, games.", 'weapons'],
  ['Vertical software for shipyards? No. We left them.', 'software'],
  ['#agtech? nah.', 'agtech'],
])('denies a word of: %s', (text, word) => {
  expect(isDenied(text, word)).toBe(true);
});

it.each([
  ['No product: a marketplace for farmers.', 'marketplace'],
  ['Series B, software for shipyards? No. We left them.', 'series'],
  ['Software for shipyards? Yes.', 'software'],
])('does not deny a word of: %s', (text, word) => {
  expect(isDenied(text, word)).toBe(false);
});
