import { describe, expect, it } from 'vitest';
import { layoutOf } from '../decision/text-layout.ts';
import type { FoundValue, TextDocument } from '../document.ts';
import { findNegations } from '../negation/find-negations.ts';
import { assignScopes } from '../scopes/assign-scopes.ts';
import { compileScopeCues } from '../scopes/compile-scope-cues.ts';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { findValueRanges } from './find-value-ranges.ts';

const sizes = [
  'xs',
  's',
  'm',
  'l',
  'xl',
  'xxl',
  '3xl',
  '8',
  '9',
  '10',
  '12',
  '14',
  '16',
  '36',
  '37',
  '37.5',
  '38',
  '39',
  '40',
  '41',
];

function documentOf(text: string): TextDocument {
  const read = assignScopes(readText(text, new SpellingCorrector([])), compileScopeCues(undefined));
  return {
    ...read,
    nowMs: 0,
    languages: { isForeign: read.sentences.map(() => false) },
    negations: findNegations(read),
    layout: layoutOf(read),
    isListed: () => true,
    encode: async () => [],
  };
}

function spansIn(text: string, cued?: string): string[] {
  const document = documentOf(text);
  const at = document.words.findIndex(({ word }) => word === cued);
  const found: FoundValue[] =
    cued === undefined ? [] : [{ value: cued, first: at, last: at + 1, confidence: 0.9, origin: 'rules' }];
  return findValueRanges(document, sizes, found).map(({ value }) => value);
}

describe('ranges of sizes', () => {
  it.each([
    ['Jumper, S–XL', ['s', 'm', 'l', 'xl']],
    ['sizes XS to M', ['xs', 's', 'm']],
    ['xs - s', ['xs', 's']],
    ['M–3XL', ['m', 'l', 'xl', 'xxl', '3xl']],
    ['size XL to S', []],
    ['S, XL', []],
    ['I come. S. To XL', []],
  ])('«%s»', (text, expected) => expect(spansIn(text)).toEqual(expected));

  it('reads a range of numbers only where one end was found as a size', () => {
    expect(spansIn('EU 37-39', '37')).toEqual(['37', '38', '39']);
    expect(spansIn('37.5 to 39', '39')).toEqual(['37.5', '38', '39']);
    expect(spansIn('open 37-39')).toEqual([]);
  });

  it('takes even dress sizes for a range of them', () => {
    expect(spansIn('UK 8-16', '8')).toEqual(['8', '10', '12', '14', '16']);
    expect(spansIn('UK 8-10', '8')).toEqual(['8', '9', '10']);
  });
});
