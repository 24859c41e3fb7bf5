import { expect, test } from 'vitest';
import type { TextDocument } from './document.ts';
import { numberAt } from './read-number.ts';
import { readText } from './read-text.ts';
import { spokenCentsAfter } from './spoken-cents.ts';
import { SpellingCorrector } from './word-forms.ts';

const corrector = new SpellingCorrector([]);

/** The cents of a text that begins with a number and a currency. */
function centsOf(text: string): number | undefined {
  const document = readText(text, corrector) as TextDocument;
  const whole = numberAt(document, 0)!;
  return spokenCentsAfter(document, whole, whole.last + 1)?.value;
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
