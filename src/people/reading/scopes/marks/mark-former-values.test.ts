import { expect, it } from 'vitest';
import { readText } from '../../words/read-text.ts';
import { SpellingCorrector } from '../../words/word-forms.ts';
import { markFormerValues } from './mark-former-values.ts';

const pastIn = (text: string) => {
  const read = readText(text, new SpellingCorrector([]));
  const scopes: string[] = new Array(read.words.length).fill('self');
  markFormerValues(read, scopes);
  return read.words.filter((_, at) => scopes[at] === 'past').map(({ form }) => form);
};

it('takes the former value of a change for the past', () => {
  expect(pastIn('answers are down from 900 ms to 600 ms')).toEqual(['from', '900', 'ms']);
  expect(pastIn('servers moved from Oregon to Frankfurt')).toEqual(['from', 'oregon']);
  expect(pastIn('price per call 3 ct -> 2 ct')).toEqual(['3', 'ct']);
});

it('leaves ranges alone', () => {
  expect(pastIn('answers take from 300 to 500 ms')).toEqual([]);
});
