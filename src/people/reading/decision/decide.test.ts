import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { compileExtractor, type ExplainingExtractor, type ExtractionTools } from '../compile-extractor.ts';
import { readText } from '../words/read-text.ts';
import { SpellingCorrector } from '../words/word-forms.ts';
import { type DecisionModelFile, decisionModelOf, shippedDecisionModel } from './decision-model.ts';
import { featureNames } from './feature-names.ts';
import { layoutOf } from './text-layout.ts';

const noTools: ExtractionTools = {
  encoder: {
    identity: { name: 'none', version: '1', dimension: 1, weightsHash: '00000000' },
    encode: async (texts) => texts.map(() => new Float32Array([1])),
    encodeProfile: async () => ({ vector: new Float32Array([1]), sentences: [] }),
    close: async () => {},
  },
  resolvePlace: () => null,
};

const source = (threshold = 0.5) => `domain: test
version: 1
title: Test
reciprocal: "off"
scorecard: {}
extraction: {threshold: ${threshold}}
fields:
  - name: pet
    kind: hard
    type: enum
    values: [cat, dog]
    extract:
      - {rule: phrases, values: {cat: [cat]}, confidence: 0.6}
      - {rule: phrases, values: {dog: [dog]}, confidence: 0.9}
  - name: tools
    kind: hard
    type: enum
    multiple: true
    values: [saw, drill]
    extract: [{rule: phrases, values: {saw: [saw], drill: [drill]}}]
`;

const modelOf = (weights: Record<string, number>, ceiling = 1) =>
  decisionModelOf({ card: { seed: 0, command: '' }, weights, effects: {}, numbers: {}, ceiling, sides: {} });

const extractorOf = (weights: Record<string, number>, threshold?: number, ceiling?: number) =>
  compileExtractor(parseDefinition(source(threshold), 'test.yaml'), noTools, {
    decision: modelOf(weights, ceiling),
  });

const read = async (extractor: ExplainingExtractor, text: string) => {
  const { values } = await extractor.extract(text, 0);
  return Object.fromEntries(values.map(({ field, value }) => [field, value]));
};

describe('a field takes', () => {
  it('the most probable candidate, not that of the first rule', async () => {
    const byRule = await extractorOf({ 'first choice': 5 });
    const byConfidence = await extractorOf({ 'confidence of the rule': 5 });
    expect(await read(byRule, 'I have a cat and a dog')).toEqual({ pet: 'cat' });
    expect(await read(byConfidence, 'I have a cat and a dog')).toEqual({ pet: 'dog' });
  });

  it('no candidate below the threshold of its domain', async () => {
    const weights = { bias: 0.85 };
    expect(await read(await extractorOf(weights, 0.6), 'I have a cat')).toEqual({ pet: 'cat' });
    expect(await read(await extractorOf(weights, 0.8), 'I have a cat')).toEqual({});
  });

  it('all probable values of a set, with their mean probability', async () => {
    const extractor = await extractorOf({ bias: 0.5, 'first sentence': 3 });
    const { values } = await extractor.extract('I own a saw. I own a drill.', 0);
    expect(values).toEqual([
      expect.objectContaining({ field: 'tools', value: ['saw', 'drill'], span: [8, 11] }),
    ]);
    expect(values[0]!.confidence).toBeCloseTo((1 / (1 + Math.exp(-3.5)) + 1 / (1 + Math.exp(-0.5))) / 2, 6);
  });

  it('no value that is surer than the ceiling', async () => {
    const { values } = await (await extractorOf({ bias: 9 }, 0.5, 0.97)).extract('I have a cat', 0);
    expect(values[0]!.confidence).toBeCloseTo(0.97, 3);
  });
});

describe('a candidate is described', () => {
  let extractor: ExplainingExtractor;
  beforeAll(async () => {
    extractor = await extractorOf({ 'first choice': 5 });
  });

  const featuresOf = async (text: string, value: string) => {
    const { candidates } = await extractor.explain(text, 0);
    const found = candidates.find((candidate) => candidate.kind === 'value' && candidate.value === value)!;
    return new Set(featureNames.filter((_, at) => found.features[at] !== 0));
  };

  it.each([
    ['Pet: cat', 'cat', 'agrees with the label'],
    ['Tools: cat', 'cat', 'label of another field'],
    ['Maybe a cat', 'cat', 'hedged'],
    ['A cat?', 'cat', 'question'],
    ['He said "cat" to me', 'cat', 'in quotation marks'],
    ['If I had a cat', 'cat', 'conditional'],
    ['- cat', 'cat', 'bullet'],
    ['Interests\n\ncat', 'cat', 'section interests'],
    ['cat, dog', 'dog', 'an earlier rule has a candidate'],
    ['saw, drill', 'drill', 'beside another of the set'],
    ['{"pet": "cat"}', 'cat', 'form'],
  ])('«%s»: %s has «%s»', async (text, value, feature) => {
    expect(await featuresOf(text, value)).toContain(feature);
    expect(
      await featuresOf('I have a cat. A dog, too. Far away a saw. And, well, a drill.', value),
    ).not.toContain(feature === 'an earlier rule has a candidate' ? 'question' : feature);
  });
});

it('the shipped model has a weight for every feature', () => {
  const model = shippedDecisionModel();
  const all = Float64Array.from(featureNames, () => 1);
  const known = new Set(model.evidence(all).map(({ name }) => name));
  // A feature that says nothing has a weight near 0; one that the file lacks was never fitted.
  expect(known.size).toBeGreaterThan(featureNames.length / 2);
});

it('probabilities lie between 0 and the ceiling, whatever the features', () => {
  const file: Omit<DecisionModelFile, 'card'> = {
    weights: { bias: 3 },
    effects: { 'a.b': 2, 'a.b=c': -9 },
    numbers: {},
    ceiling: 0.99,
    sides: {},
  };
  const model = decisionModelOf({ card: { seed: 0, command: '' }, ...file });
  fc.assert(
    fc.property(
      fc.float64Array({
        minLength: featureNames.length,
        maxLength: featureNames.length,
        noNaN: true,
        min: -50,
        max: 50,
      }),
      (features) => {
        const probability = model.probability(features, 'a.b', 'c');
        expect(probability).toBeGreaterThanOrEqual(0);
        expect(probability).toBeLessThanOrEqual(0.99);
      },
    ),
  );
});

it('a label holds for its own line, a heading for the lines below', () => {
  const { sections, labels } = layoutOf(
    readText('Salary: 50k\nSkills\nGo, Rust\nEducation:\nBSc in Leeds', new SpellingCorrector([])),
  );
  expect(sections).toEqual(['offer', 'skills', 'skills', 'education', 'education']);
  expect(labels.map((label) => label !== undefined)).toEqual([true, false, false, false, false]);
});
