import { describe, expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { numberAt } from './read-number.ts';

const numbersOf = (text: string) => {
  const read = readText(text, new SpellingCorrector([]));
  return read.words.flatMap((_, at) => numberAt(read, at)?.value ?? []);
};

describe('shares with decimals', () => {
  it('reads a decimal comma before a percent sign', () => {
    expect(numbersOf('Availability 99,95 %')).toEqual([99.95]);
    expect(numbersOf('Availability 99,9%')).toEqual([99.9]);
  });

  it('reads three decimals before a percent sign, and thousands elsewhere', () => {
    expect(numbersOf('99.999 % of the time')).toEqual([99.999]);
    expect(numbersOf('a van with 99.999 km')).toEqual([99_999]);
  });

  it('leaves lists of numbers alone', () => {
    expect(numbersOf('sizes 36,37')).toEqual([36, 37]);
  });
});
