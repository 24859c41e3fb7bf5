import { beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { compileExtractor, type ExtractionTools } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';

const tools: ExtractionTools = {
  encoder: {
    identity: { name: 'none', version: '1', dimension: 1, weightsHash: '00000000' },
    encode: async (texts) => texts.map(() => new Float32Array([1])),
    encodeProfile: async () => ({ vector: new Float32Array([1]), sentences: [] }),
    close: async () => {},
  },
  resolvePlace: () => null,
};

const domain = `domain: skills
version: 1
title: Skills
scorecard: {}
fields:
  - name: skills
    kind: hard
    type: enum
    multiple: true
    values: [machine_learning, german]
    extract:
      - rule: phrases
        except: ["machine learning engineer*", "german (restaurant|market)"]
        values: {machine_learning: [machine learning], german: [german]}
  - name: remote
    kind: hard
    type: boolean
    extract: [{rule: boolean, except: [remote control], "true": [remote]}]
`;

let extractor: Extractor;
beforeAll(async () => {
  extractor = await compileExtractor(parseDefinition(domain, 'skills.yaml'), tools);
});
const read = async (text: string) =>
  Object.fromEntries((await extractor.extract(text, 0)).values.map(({ field, value }) => [field, value]));

describe('an exception', () => {
  it('keeps its words from shorter phrases', async () => {
    expect(await read('I am a machine learning engineer')).toEqual({});
    expect(await read('I fix every remote control')).toEqual({});
  });

  it('leaves other mentions in the same sentence', async () => {
    expect(await read('I worked in a German restaurant and speak German')).toEqual({ skills: ['german'] });
    expect(await read('machine learning engineer, machine learning since 2010')).toEqual({
      skills: ['machine_learning'],
    });
    expect(await read('I want remote work')).toEqual({ remote: true });
  });

  it.each([
    ['german {} market', 'at its beginning or end'],
    ['{} or {}', 'once'],
    ['{}', 'without any word'],
  ])('is refused where its mark stands wrong: «%s»', (phrase, fault) => {
    const wrong = domain.replace('german (restaurant|market)', phrase);
    expect(() => parseDefinition(wrong, 'skills.yaml')).toThrow(fault);
  });
});
