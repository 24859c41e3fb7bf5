import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { askedFeatures } from './asked-features.ts';
import { AskedModelFile, askedLogOdds, shippedAskedModelFile, shippedAskedWords } from './asked-words.ts';

const featuresOf = (text: string, first: number, last: number) =>
  askedFeatures(readText(text, new SpellingCorrector(new Set())), first, last);

describe('words that ask', () => {
  it('has a valid model file, of agents', () => {
    const file = AskedModelFile.parse(JSON.parse(readFileSync(shippedAskedModelFile, 'utf8')));
    expect(Object.keys(file.domains)).toEqual(['agent-to-agent']);
    expect(shippedAskedWords('dating')).toBeNull();
  });

  it('describes what stands around a thing, not the thing', () => {
    const features = featuresOf('We sell tea. Who does legal review of 12 leases?', 5, 7);
    expect(features).toContain('s2:who does');
    expect(features).toContain('b0:does');
    expect(features).toContain('a1:#');
    expect(features).toContain('p:tea');
    expect(features).toContain('?');
    expect([...features].filter((name) => name.includes('legal'))).toEqual([]);
  });

  it('tells a question from an offer', () => {
    const words = shippedAskedWords('agent-to-agent')!;
    expect(askedLogOdds(words, featuresOf('We are looking for translation.', 4, 5))).toBeGreaterThan(2);
    expect(askedLogOdds(words, featuresOf('Our agent does translation.', 3, 4))).toBeLessThan(-1);
  });
});
