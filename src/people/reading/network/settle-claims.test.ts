import { describe, expect, it } from 'vitest';
import { FieldDefinition } from '../../../domains/field.ts';
import type { Extraction } from '../extractor.ts';
import { settleClaims, type WeighedClaim } from './settle-claims.ts';

const fieldOf = (given: object) => FieldDefinition.parse({ kind: 'hard', ...given });
const skills = fieldOf({
  name: 'skills',
  type: 'enum',
  multiple: true,
  values: ['draws', 'writes', 'sings'],
});
const model = fieldOf({ name: 'model', type: 'enum', values: ['free', 'per_call'] });
const limit = fieldOf({ name: 'limit', type: 'number' });
const breadth = fieldOf({
  name: 'breadth',
  kind: 'derived',
  type: 'enum',
  values: ['narrow', 'wide'],
});
const fields = [skills, model, limit, breadth];
const thresholds = { keep: 0.5, add: 0.6, find: 0.6 };

function claim(
  field: FieldDefinition,
  value: WeighedClaim['value'],
  probability: number,
  span: readonly [number, number] = [0, 4],
): WeighedClaim {
  const kind = typeof value === 'object' ? 'preference' : 'value';
  return {
    kind,
    field,
    value,
    probability,
    span,
    label: null,
    mentions: [],
    byRules: null,
    stated: null,
    signs: {},
  };
}
const named = (value: string, negated = false) => ({ kind: 'value', value, negated }) as const;

const read = (values: Record<string, unknown>, preferences: Record<string, unknown> = {}): Extraction => ({
  values: Object.entries(values).map(([field, value]) => ({
    field,
    value: value as string,
    span: [0, 4],
    confidence: 0.9,
    origin: 'rules',
  })),
  preferences,
  preferenceSpans: Object.fromEntries(
    Object.keys(preferences).map((field) => [field, { span: [0, 4], confidence: 0.9 }]),
  ),
});

function settled(extraction: Extraction, claims: readonly WeighedClaim[], { find } = thresholds) {
  const { values, preferences } = settleClaims(extraction, claims, fields, { ...thresholds, find });
  return { ...Object.fromEntries(values.map(({ field, value }) => [field, value])), preferences };
}

describe('a set', () => {
  it('keeps what holds, drops what does not, and gets what is added, in the order of the text', () => {
    const claims = [
      claim(skills, 'draws', 0.4),
      claim(skills, 'writes', 0.55, [20, 26]),
      claim(skills, 'sings', 0.7, [8, 13]),
    ];
    expect(settled(read({ skills: ['draws', 'writes'] }), claims)).toEqual({
      skills: ['sings', 'writes'],
      preferences: {},
    });
  });

  it('keeps values that were not weighed', () => {
    expect(settled(read({ skills: ['draws'] }), [claim(skills, 'sings', 0.2)])).toMatchObject({
      skills: ['draws'],
    });
  });

  it('is gone with its last value', () => {
    expect(settled(read({ skills: ['draws'] }), [claim(skills, 'draws', 0.2)])).toEqual({ preferences: {} });
  });
});

describe('a single value', () => {
  it.each([
    ['stays', 0.6, 0.55, 'free'],
    ['gives way to a surer one', 0.6, 0.8, 'per_call'],
    ['gives way where it does not hold', 0.3, 0.65, 'per_call'],
    ['is gone where neither holds', 0.3, 0.55, undefined],
  ])('%s', (_, own, other, expected) => {
    const claims = [claim(model, 'free', own), claim(model, 'per_call', other)];
    expect(settled(read({ model: 'free' }), claims)).toEqual({
      ...(expected === undefined ? {} : { model: expected }),
      preferences: {},
    });
  });

  it('has the probability of its claim', () => {
    const { values } = settleClaims(read({ model: 'free' }), [claim(model, 'free', 0.7)], fields, thresholds);
    expect(values[0]).toMatchObject({ confidence: 0.7, origin: 'rules' });
  });
});

describe('a preference', () => {
  it.each<[string, unknown, WeighedClaim, unknown]>([
    ['is dropped', 'free', claim(model, named('free'), 0.2), undefined],
    ['stays', 'free', claim(model, named('free'), 0.6), 'free'],
    ['gets a further value', 'free', claim(model, named('per_call'), 0.9), ['free', 'per_call']],
    ['is added', undefined, claim(model, named('free'), 0.9), 'free'],
    ['is added as a refusal', undefined, claim(model, named('free', true), 0.9), { ne: 'free' }],
    ['is not added as long as it is unlikely', undefined, claim(model, named('free'), 0.55), undefined],
  ])('%s', (_, given, weighed, expected) => {
    const { preferences } = settled(read({}, given === undefined ? {} : { model: given }), [weighed]);
    expect(preferences).toEqual(expected === undefined ? {} : { model: expected });
  });

  it('about a number is added with its bound', () => {
    const { preferences } = settled(read({}), [claim(limit, { kind: 'range', gte: 99 }, 0.9)]);
    expect(preferences).toEqual({ limit: { gte: 99 } });
  });

  it('keeps the values that hold', () => {
    const claims = [claim(model, named('free'), 0.2), claim(model, named('per_call'), 0.8)];
    expect(settled(read({}, { model: ['free', 'per_call'] }), claims).preferences).toEqual({
      model: 'per_call',
    });
  });
});

it('leaves fields alone that were not read', () => {
  expect(settleClaims(read({ other: 'x' }), [], fields, thresholds).values).toHaveLength(1);
});

describe('what the rules do not give', () => {
  const proposed = { ...claim(model, 'free', 0.63), mentions: [{} as never] };

  it('needs more where no rule proposes it', () => {
    const cautious = { ...thresholds, find: 0.65 };
    expect(settled(read({}), [proposed], cautious)).toMatchObject({ model: 'free' });
    expect(settled(read({}), [{ ...proposed, mentions: [] }], cautious)).toEqual({ preferences: {} });
    expect(settled(read({}), [claim(model, 'free', 0.7)], cautious)).toMatchObject({ model: 'free' });
  });

  it('is never added to a derived field, which may lose its value', () => {
    const certain = { ...claim(breadth, 'narrow', 0.99), mentions: [{} as never] };
    expect(settled(read({}), [certain])).toEqual({ preferences: {} });
    expect(settled(read({ breadth: 'narrow' }), [certain])).toMatchObject({ breadth: 'narrow' });
    expect(settled(read({ breadth: 'narrow' }), [{ ...certain, probability: 0.2 }])).toEqual({
      preferences: {},
    });
  });
});
