import { describe, expect, it } from 'vitest';
import { DomainDefinition } from '../../../../domains/definition.ts';
import type { FieldValues } from '../../../../domains/field.ts';
import { sigmoid } from '../../../../platform/numeric/logistic.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { findBySide } from './by-side.ts';
import { groupings } from './groupings.ts';
import { comparisonsOf, nameBySide } from './terms-to-try.ts';

const definition = DomainDefinition.parse({
  domain: 'sports',
  version: 1,
  title: 'Sports partners',
  reciprocal: 'product',
  candidates: 'any',
  fields: [
    { name: 'level', kind: 'hard', type: 'integer' },
    { name: 'sport', kind: 'hard', type: 'enum', values: ['tennis', 'chess', 'running'] },
    { name: 'car', kind: 'hard', type: 'boolean' },
    { name: 'days', kind: 'hard', type: 'enum', multiple: true, values: ['monday', 'friday'] },
  ],
  scorecard: { intercept: 0, terms: [] },
});

interface World {
  /** Log-odds that the first chooses the second, beside popularity and choosiness. */
  readonly rule: (me: FieldValues, other: FieldValues) => number;
  readonly fields?: (values: FieldValues) => FieldValues;
}

function find(seed: number, { rule, fields = (values) => values }: World) {
  const random = new SeededRandom(seed);
  const values = Array.from({ length: 150 }, () =>
    fields({
      level: random.below(10),
      sport: random.pick(['tennis', 'chess', 'running']),
      car: random.uniform() < 0.5,
      days: random.uniform() < 0.5 ? ['monday'] : ['friday'],
    }),
  );
  const effects = values.map(() => [0.8 * random.normal(), 0.8 * random.normal()] as const);
  const draw = () => random.below(values.length);
  const pairs = Array.from({ length: 1500 }, () => [draw(), draw()] as const).filter(([a, b]) => a !== b);
  const labels = pairs.map(([a, b]) => {
    const logOdds = rule(values[a]!, values[b]!) + effects[a]![0] + effects[b]![1];
    return Number(random.uniform() < sigmoid(logOdds));
  });
  const share = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  const persons = values.map(personOf);
  const people = { definition, nowMs: 0, persons, vectors: [], sides: persons.map(() => null) };
  const residuals = {
    raters: Uint32Array.from(pairs, ([a]) => a),
    rated: Uint32Array.from(pairs, ([, b]) => b),
    slopes: Float64Array.from(labels, (label) => label - share),
    curvatures: new Float64Array(pairs.length).fill(share * (1 - share)),
  };
  return findBySide(people, comparisonsOf(definition, persons), residuals, new SeededRandom(seed)).found;
}

function personOf(values: FieldValues) {
  return {
    value: (name: string) => values[name],
    has: (name: string) => name in values,
    place: () => undefined,
    text: () => undefined,
    sentences: [],
    updatedAtMs: 0,
  };
}

/** People with a car choose somebody better, the others somebody worse. */
const turnsAround = (me: FieldValues, other: FieldValues) =>
  (me.car === true ? 1 : -1) * (Number(other.level) > Number(me.level) ? 1 : -1);
const nothing = () => 0;

describe('terms by side', () => {
  it('find a rule that turns around with the group, once', () => {
    const [found, ...others] = find(1, { rule: turnsAround });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ field: 'car', base: { name: 'found_difference_level' } });
    expect(found!.terms.map(({ name, when }) => [name, when])).toEqual([
      ['found_difference_level_by_car_1', { me: { car: [true] } }],
      ['found_difference_level_by_car_2', { me: { car: [false] } }],
    ]);
  });

  it('find as little as promised where there is no rule: one fit of twenty', () => {
    const found = Array.from({ length: 8 }, (_, n) => find(100 + n, { rule: nothing }));
    expect(found.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(2);
  });

  it('do not take the level of a group, or a rule of everybody, for a rule of the group', () => {
    const rule = (me: FieldValues, other: FieldValues) =>
      (me.car === true ? 1 : -1) + (Math.abs(Number(me.level) - Number(other.level)) < 4 ? 1 : -1);
    expect([1, 2, 3].flatMap((seed) => find(seed, { rule }))).toEqual([]);
  });

  it('need two groups of people who say what they are', () => {
    const oneGroup = (values: FieldValues) => ({ level: values.level!, car: true });
    const unknown = (values: FieldValues) => ({ level: values.level! });
    for (const fields of [oneGroup, unknown, () => ({})])
      expect(find(1, { rule: turnsAround, fields })).toEqual([]);
  });
});

describe('groupings', () => {
  it('leave out small groups; a field of several values divides by each value', () => {
    const persons = Array.from({ length: 60 }, (_, n) =>
      personOf({ sport: n < 25 ? 'tennis' : n < 55 ? 'chess' : 'running', days: n < 30 ? ['monday'] : [] }),
    );
    const found = groupings(definition, persons);
    expect(found.map(({ groups }) => groups.map(({ name }) => name))).toEqual([
      ['sport_1', 'sport_2'],
      ['days_1', 'days_not_1'],
    ]);
    expect([0, 30, 59].map((n) => found[0]!.groupOf[n])).toEqual([0, 1, -1]);
    expect([0, 59].map((n) => found[1]!.groupOf[n])).toEqual([0, 1]);
  });
});

it('names terms of long fields apart', () => {
  const bases = ['least', 'most'].map(
    (end) => `found_difference_expected_yearly_salary_in_us_dollars_${end}`,
  );
  const groups = ['1', '2'].map((value) => `preferred_way_of_working_together_${value}`);
  const names = bases.flatMap((base) => groups.map((group) => nameBySide(base, group)));
  expect(new Set(names).size).toBe(4);
  for (const name of names) expect(name).toMatch(/^found_[a-z0-9_]{1,58}$/);
});
