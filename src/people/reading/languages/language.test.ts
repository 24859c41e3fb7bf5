import { describe, expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { findLanguages } from './language.ts';

const ownWords = new Set([
  'plush',
  'machine',
  'washable',
  'candle',
  'vegan',
  'hosted',
  'gdpr',
  'silk',
  'pillowcase',
]);

function foreignness(text: string): readonly boolean[] {
  return findLanguages(readText(text, new SpellingCorrector([])), ownWords).isForeign;
}

describe('the language of a short line', () => {
  it.each([
    'Plush elephant, 40 cm, machine washable',
    'Soy candle, vegan, hand poured in small batches.',
    'EU hosted, GDPR, ISO 27001.',
    'Silk pillowcase, mulberry silk, 50x75, champagne.',
    'I, Ferran, cook in Girona: I have no pets, no car, no debts and no wife.',
  ])('is English: %s', (text) => {
    expect(foreignness(text)).toEqual([false]);
  });

  it.each([
    'Busco unas zapatillas para correr por la montaña, talla 43',
    'Busco vestido negro talla 40',
    'Ich suche ein Geschenk für meine Mutter',
    'Cherche vélo électrique pour Lyon',
    'Eu procuro uma bolsa de couro',
  ])('is foreign: %s', (text) => {
    expect(foreignness(text)).toEqual([true]);
  });
});
