import { describe, expect, it } from 'vitest';
import { findNegations, isNegated } from './negation.ts';
import { readText } from './read-text.ts';
import { SpellingCorrector } from './word-forms.ts';

const corrector = new SpellingCorrector([]);

function negatedWords(text: string): string[] {
  const read = readText(text, corrector);
  const negations = findNegations(read);
  return read.words.filter((_, at) => isNegated(read, negations, at, at + 1)).map(({ word }) => word);
}

describe('findNegations', () => {
  it('ends the scope of a denied degree with its clause', () => {
    expect(negatedWords('40 litres, not too heavy, green or black')).not.toContain('green');
    expect(negatedWords('no green, red or black')).toEqual(['green', 'red', 'or', 'black']);
  });

  it('takes a bound for no negation', () => {
    for (const text of ['not more of 55 cm, in white', 'not over $80, in white', 'no bigger than A5, white'])
      expect(negatedWords(text)).not.toContain('white');
  });
});
