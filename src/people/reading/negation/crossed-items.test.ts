import { expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { denyCrossed } from './crossed-items.ts';

const deniedIn = (text: string) => {
  const read = readText(text, new SpellingCorrector([]));
  const negatorOf: (number | undefined)[] = new Array(read.words.length).fill(undefined);
  denyCrossed(read, negatorOf);
  return read.words.filter((_, at) => negatorOf[at] !== undefined).map(({ form }) => form);
};

it('denies what stands before a cross', () => {
  expect(deniedIn('GDPR ✓ HIPAA ✗\nhosting EU ✓ US ✘')).toEqual(['hipaa', 'us']);
});

it('denies what stands behind it where marks open the line', () => {
  expect(deniedIn('❌ scraping ✅ translation')).toEqual(['scraping']);
});

it('denies nothing without a cross', () => {
  expect(deniedIn('GDPR ✓ HIPAA ✓')).toEqual([]);
});
