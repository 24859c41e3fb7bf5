import { describe, expect, it } from 'vitest';
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';
import type { DecisionWeights } from '../network/decision-weights.ts';
import { type EvidenceWeights, evidenceNames } from '../network/evidence-names.ts';
import type { Example, ExampleText } from './example.ts';
import { decodeExamples, encodeExamples } from './example-file.ts';
import { type FitInput, fitDecision } from './fit-decision.ts';
import { f1Of, scoreDecision } from './score-decision.ts';

/** Trusts the rules: a claim that they give has log-odds of 1, others of -1. */
const shippedDecision: DecisionWeights = {
  card: { command: '' },
  weights: {
    ...Object.fromEntries(evidenceNames.map((name) => [name, 0])),
    ...{ bias: -1, given: 2 },
  } as EvidenceWeights,
  effects: { 'dating.age': 0.5 },
  texts: { bias: 0, label: 1 },
  ...{ keep: 0.5, add: 0.6, find: 0.7 },
};

function example(features: Partial<EvidenceWeights>, isRight: boolean, effect = 'dating.age'): Example {
  const values = Float64Array.from(evidenceNames, (name) => features[name] ?? (name === 'bias' ? 1 : 0));
  return { features: values, effect, isRight, isSingle: effect === 'dating.age' };
}
const textOf = (examples: readonly Example[], isHeldOut: boolean): ExampleText => ({
  ...{ examples, isHeldOut, weight: 1 },
});

/** Given claims of the field, `rightShare` of them right. */
function texts(count: number, effect: string, rightShare: number, seed: number): ExampleText[] {
  const random = new SeededRandom(seed);
  return Array.from({ length: count }, (_, at) =>
    textOf([example({ given: 1 }, random.chance(rightShare), effect)], at % 4 === 0),
  );
}

const shipped = [...texts(400, 'dating.age', 0.8, 1), ...texts(400, 'dating.gender', 0.8, 2)];
const input = (own: readonly ExampleText[], overrides: Partial<FitInput> = {}): FitInput => ({
  ...{ domain: 'dating', own, shipped, shippedDecision, serving: shippedDecision, ...overrides },
});

describe('the fit of a decision', () => {
  it('leaves a field out that clients contradict, and keeps the others', () => {
    const own = [...texts(120, 'dating.children', 0.1, 3), ...texts(120, 'dating.gender', 0.9, 4)];
    const { decision, corrections, shipped: ofShipped, refusal } = fitDecision(input(own));
    expect(refusal).toBeNull();
    expect(decision.effects['dating.children']).toBeLessThan(-1);
    expect(corrections.after).toBeGreaterThan(corrections.before + 0.1);
    expect(Math.abs(ofShipped.after - ofShipped.before)).toBeLessThan(0.02);
  });

  it('stays where it was, where clients agree with what texts say', () => {
    const { decision, refusal } = fitDecision(input(texts(200, 'dating.gender', 0.8, 5)));
    expect(refusal).toBeNull();
    const claim = [textOf([example({ given: 1 }, true, 'dating.gender')], false)];
    expect(scoreDecision(claim, decision).taken).toBe(1);
  });

  it('gives equal weights for equal examples', () => {
    const own = texts(60, 'dating.children', 0.2, 6);
    expect(fitDecision(input(own))).toEqual(fitDecision(input(own)));
  });

  it('is refused where it reads held-out people worse', () => {
    // A field is wrong for the people that it learns from, and right for the others.
    const own = texts(120, 'dating.children', 0, 7).map((text) => ({
      ...text,
      examples: text.examples.map((each) => ({ ...each, isRight: text.isHeldOut })),
    }));
    const { corrections, refusal } = fitDecision(input(own));
    expect(corrections).toEqual({ before: 1, after: 0 });
    expect(refusal).toContain('held-out people worse: F1 1.000 → 0.000');
  });

  it('is refused where it would forget what the shipped texts teach', () => {
    const strange = [...texts(2000, 'dating.gender', 0.02, 8), ...texts(900, 'dating.children', 1, 9)];
    const { shipped: ofShipped, refusal } = fitDecision(input(strange));
    expect(ofShipped.after).toBeLessThan(ofShipped.before - 0.02);
    expect(refusal).toContain('shipped texts worse');
  });
});

describe('what a decision takes', () => {
  it('is one value of a field that has one, the most probable', () => {
    const [sure, unsure] = [example({ given: 1 }, true), example({ given: 1, mention: -1 }, false)];
    const decision = { ...shippedDecision, weights: { ...shippedDecision.weights, mention: 0.1 } };
    expect(scoreDecision([textOf([unsure, sure], false)], decision)).toEqual({
      taken: 1,
      missed: 0,
      wrong: 0,
    });
  });

  it('is no derived value that the rules do not give', () => {
    const derived = example({ derived: 1, label: 6 }, true, 'dating.tone');
    const decision = { ...shippedDecision, weights: { ...shippedDecision.weights, label: 1 } };
    const tally = scoreDecision([textOf([derived], false)], decision);
    expect(tally).toEqual({ taken: 0, missed: 1, wrong: 0 });
    expect(f1Of(tally)).toBe(0);
  });
});

it('keeps examples in a file to a hundredth', () => {
  const given = [textOf([example({ given: 1, mention: -4.987, rules: 5.5 }, true)], false)];
  const text = { weight: 2, examples: given[0]!.examples };
  const { decision, texts: read } = decodeExamples(encodeExamples({ decision: 'abc', texts: [text, text] }));
  expect(decision).toBe('abc');
  expect(read).toHaveLength(2);
  const [first] = read[1]!.examples;
  expect(first).toMatchObject({ effect: 'dating.age', isRight: true, isSingle: true });
  expect([...first!.features]).toEqual(
    [...text.examples[0]!.features].map((value) => Math.round(value * 100) / 100),
  );
});
