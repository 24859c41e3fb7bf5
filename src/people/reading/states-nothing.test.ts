import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../domains/parse-definition.ts';
import { compileExtractor, type ExtractionTools } from './compile-extractor.ts';

const tools: ExtractionTools = {
  encoder: {
    identity: { name: 'none', version: '1', dimension: 1, weightsHash: '00000000' },
    encode: async (texts) => texts.map(() => new Float32Array([1])),
    encodeProfile: async () => ({ vector: new Float32Array([1]), sentences: [] }),
    close: async () => {},
  },
  resolvePlace: (name) =>
    name === 'Leeds' ? { key: 'leeds', name, country: 'GB', lat: 53.8, lon: -1.55 } : null,
};

const trades = (extraction = '') =>
  parseDefinition(
    `domain: trades
version: 1
title: Trades
scorecard: {}
${extraction}
fields:
  - name: trade
    kind: hard
    type: enum
    values: [plumber, baker]
    extract: [{rule: phrases, values: {plumber: [plumber], baker: [baker]}}]
  - {name: town, kind: hard, type: string, format: geo, extract: [{rule: place, reads: any}]}
  - {name: about, kind: soft, type: string, extract: [{rule: text, take: whole, min_words: 1}]}
`,
    'trades.yaml',
  );
const extractor = await compileExtractor(trades(), tools);
const fieldsOf = async (text: string) => (await extractor.extract(text, 0)).values.map(({ field }) => field);

describe('a question that states nothing', () => {
  it.each([
    'How do I delete my account?',
    'Can you tell me what the weather in Leeds is',
    'Is there good coffee in Leeds?',
  ])('gives no value: %s', async (text) => {
    expect(await fieldsOf(text)).toEqual([]);
  });

  it('gives its values where it states one', async () => {
    expect(await fieldsOf('Does anyone need a plumber in Leeds?')).toEqual(['trade', 'town', 'about']);
  });

  it('is told from a text that asks nothing', async () => {
    expect(await fieldsOf('I paint and I like the sea')).toEqual(['about']);
  });

  it('needs_value: any text that states no value but a place gives nothing', async () => {
    const needy = await compileExtractor(trades('extraction: {needs_value: true}'), tools);
    expect((await needy.extract('I paint and I like the sea in Leeds', 0)).values).toEqual([]);
    expect((await needy.extract('A baker who likes the sea', 0)).values).not.toEqual([]);
  });
});
