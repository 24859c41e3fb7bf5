import { expect, it } from 'vitest';
import { numberAt } from '../numbers/read-number.ts';
import { PhraseMatcher } from '../phrases/phrase-matcher.ts';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { sumsOfParts } from './sum-parts.ts';

const parts = new PhraseMatcher<true>();
parts.add('(women|woman|man|men|founders|devs|designer)', true);

function sumsIn(text: string) {
  const read = readText(text, new SpellingCorrector([]));
  const counted = read.words.flatMap((_, at) => {
    const number = numberAt(read, at);
    return number === null ? [] : [{ first: at, last: number.last, low: number.value }];
  });
  const ends = new Map(parts.matches(read).map(({ first, last }) => [first, last]));
  return sumsOfParts(read, counted, ends).map(({ sum }) => sum);
}

it.each([
  ['We are nine women and one man.', [10]],
  ['Team: 2 founders, 3 devs and a designer', [6]],
  ['Two founders plus four senior devs', [6]],
  ['me + 1 designer', [2]],
  ['Ten men and me. We build.', [11]],
  ['Nine women.', []],
  ['Nine women. One man was here.', []],
  ['3 devs and 40 customers', []],
])('%s', (text, sums) => {
  expect(sumsIn(text)).toEqual(sums);
});
