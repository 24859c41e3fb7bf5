import { expect, it } from 'vitest';
import { readText } from '../../words/read-text.ts';
import { SpellingCorrector } from '../../words/word-forms.ts';
import { markWishedPeople } from './mark-wished-people.ts';

function wished(text: string): string {
  const read = readText(text, new SpellingCorrector([]));
  const scopes: string[] = new Array(read.words.length).fill('self');
  markWishedPeople(read, scopes);
  return read.words
    .filter((_, at) => scopes[at] === 'wish')
    .map(({ word }) => word)
    .join(' ');
}

it.each([
  ['Man, 37, Brno. A woman who laughs.', 'a woman who laughs'],
  ['37f. A kind, quiet man, please. I sing.', 'a kind quiet man please'],
  ['Dad, 35. Hoping to settle down with a kind woman close to me.', 'a kind woman close to me'],
  ['Widow of 60. A gentleman to travel with, my dog comes too.', 'a gentleman to travel with'],
])('marks the person of another gender: %s', (text, words) => {
  expect(wished(text)).toBe(words);
});

it.each([
  'Woman, 30. A lady with opinions.',
  'A woman who laughs. Brno.',
  'Man, 37. A woman walked in.',
  'Man, 37. I work for a woman of 60.',
  'Man, 37. A town of women.',
])('marks nothing: %s', (text) => {
  expect(wished(text)).toBe('');
});
