import { expect, test } from 'vitest';
import { currencyOfCents, namedCentsAfter } from './named-cents.ts';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

const wordsOf = (text: string) => readText(text, new SpellingCorrector([])).words;

test.each([
  ['3 US cents a call', 'USD'],
  ['50 euro cents a song', 'EUR'],
  ['5 euros a song', null],
])('%s: the currency before the cents is %s', (text, currency) => {
  expect(namedCentsAfter(wordsOf(text), 1)?.currency ?? null).toBe(currency);
});

test.each([
  ['12 cents (US) an article', 'USD'],
  ['30 cents EUR per run', 'EUR'],
  ['It gives 2 cents us', null],
])('%s: the currency after the cents is %s', (text, currency) => {
  const words = wordsOf(text);
  const at = words.findIndex(({ form }) => form === 'cents');
  expect(currencyOfCents({ text, words } as never, at)?.currency ?? null).toBe(currency);
});
