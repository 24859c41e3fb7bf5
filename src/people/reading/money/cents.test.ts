import { expect, test } from 'vitest';
import type { TextDocument } from '../document.ts';
import { numberAt } from '../numbers/read-number.ts';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { centsAfterUnits, currencyOfCents, namedCentsAfter } from './cents.ts';

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

/** The cents of a text that begins with a number and a currency. */
function centsOf(text: string): number | undefined {
  const document = readText(text, new SpellingCorrector([])) as TextDocument;
  const whole = numberAt(document, 0)!;
  return centsAfterUnits(document, whole, whole.last + 1)?.value;
}

test.each([
  ['two dollars fifty per report', 0.5],
  ['1 euro 20 a call', 0.2],
  ['three pounds and ten pence', 0.1],
  ['two dollars fifty', 0.5],
])('«%s»', (text, expected) => expect(centsOf(text)).toBe(expected));

test.each(['two dollars 20 times a day', '3 euros, 20 ms', '5 dollars 2 pages', '2 dollars and 50 words'])(
  'no cents in «%s»',
  (text) => expect(centsOf(text)).toBeUndefined(),
);
