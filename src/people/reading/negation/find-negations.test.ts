import { describe, expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { findNegations } from './find-negations.ts';
import { isNegated } from './is-negated.ts';

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

  it('denies a phrase that begins inside the negator', () => {
    expect(negatedWords('not looking for marriage')).toEqual(['looking', 'for', 'marriage']);
  });

  it('denies a phrase around the negator', () => {
    const isDenied = (text: string) => {
      const read = readText(text, corrector);
      return isNegated(read, findNegations(read), 0, read.words.length);
    };
    expect(isDenied('draws no charts')).toBe(true);
    expect(isDenied('Chanel No 5')).toBe(false);
    expect(isDenied("panic when I don't hear back")).toBe(false);
  });

  it('takes no face for the colon of a list', () => {
    expect(negatedWords('it knows nothing :( so i need help, cheap')).not.toContain('help');
    expect(negatedWords('knows nothing: maths, history')).toContain('history');
  });

  it('takes a bound for no negation', () => {
    for (const text of ['not more of 55 cm, in white', 'not over $80, in white', 'no bigger than A5, white'])
      expect(negatedWords(text)).not.toContain('white');
  });
});

function isDenied(text: string, word: string): boolean {
  const read = readText(text, corrector);
  const at = read.words.findIndex(({ word: written }) => written === word);
  return isNegated(read, findNegations(read), at, at + 1);
}

it.each([
  ["What we don't do: crypto, weapons, games.", 'weapons'],
  ['Vertical software for shipyards? No. We left them.', 'software'],
  ['#agtech? nah.', 'agtech'],
  ['Dealbreakers: smoking, hookups.', 'hookups'],
  ['Does not want: hookups, pen pals.', 'pals'],
])('denies a word of: %s', (text, word) => {
  expect(isDenied(text, word)).toBe(true);
});

it.each([
  ['No product: a marketplace for farmers.', 'marketplace'],
  ['Series B, software for shipyards? No. We left them.', 'series'],
  ['Software for shipyards? Yes.', 'software'],
  ['My dealbreakers are few, marriage is the goal.', 'marriage'],
])('does not deny a word of: %s', (text, word) => {
  expect(isDenied(text, word)).toBe(false);
});

it.each([
  ['A German version existed until 2023 and was withdrawn.', 'german'],
  ['FedRAMP has been applied for but not granted.', 'fed'],
  ['Swedish and Danish yes, Finnish no.', 'finnish'],
  ['gRPC only, we dropped REST last year.', 'rest'],
  ['Before that PHP which I no longer touch.', 'php'],
  ['NOT LOOKING FOR\n- hookups, couples\n- games', 'games'],
  ["I don't even know if I'm ready for a relationship", 'relationship'],
])('denies what is gone, not there yet or refused by a heading: %s', (text, word) => {
  expect(isDenied(text, word)).toBe(true);
});

it.each([
  ['EN, DA, NO', 'da'],
  ['LOOKING FOR\n- friends\nNOT LOOKING FOR\n- hookups\nAbout me\n- running', 'running'],
])('does not deny: %s', (text, word) => {
  expect(isDenied(text, word)).toBe(false);
});
