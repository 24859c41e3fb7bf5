import { expect, it } from 'vitest';
import { readText } from '../../words/read-text.ts';
import { markRelatives } from './mark-relatives.ts';

const corrector = { has: () => true, correct: () => null };

/** The words that were taken for those about relatives. */
function marked(text: string): string {
  const read = readText(text, corrector as never);
  const scopes = read.words.map(() => 'self');
  markRelatives(read, scopes);
  return read.words.flatMap(({ word }, at) => (scopes[at] === 'other' ? [word] : [])).join(' ');
}

it.each([
  ['Tamil boy, 30 yrs, father retired bank manager (64), own flat', 'father retired bank manager 64'],
  ['Girl, 27, in Pune, one sister (married, 33, Dallas). Seeks groom', 'sister married 33 dallas'],
  [
    'Boy 29, engineer, parents in Rajkot, brothers settled abroad',
    'parents in rajkot brothers settled abroad',
  ],
])('marks the relatives of «%s»', (text, words) => {
  expect(marked(text)).toBe(words);
});

it.each([
  'Father (49), Dresden',
  'Teacher, mother of two (6 and 9), 43',
  'Sister, 28, from Birmingham',
  'F 31, mother in Leeds',
])('marks nothing in «%s»', (text) => {
  expect(marked(text)).toBe('');
});
