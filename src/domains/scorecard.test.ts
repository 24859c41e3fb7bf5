import { describe, expect, it } from 'vitest';
import { DomainDefinition } from './definition.ts';

const domain = (scorecard: unknown) => ({
  domain: 'test-dating',
  version: 1,
  title: 'Test',
  reciprocal: 'product',
  fields: [
    { name: 'age', kind: 'hard', type: 'integer' },
    { name: 'budget_min', kind: 'hard', type: 'number' },
    { name: 'city', kind: 'hard', type: 'string', format: 'geo' },
    { name: 'goal', kind: 'hard', type: 'enum', values: ['long', 'short'] },
    { name: 'skills', kind: 'hard', type: 'enum', multiple: true, values: ['go', 'sql'] },
    { name: 'tools', kind: 'hard', type: 'enum', multiple: true, values: ['saw', 'axe'] },
    { name: 'about', kind: 'soft', type: 'string' },
  ],
  scorecard,
});

function faultsOf(terms: unknown[]): string[] {
  const parsed = DomainDefinition.safeParse(domain({ terms }));
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the scorecard grammar', () => {
  it('fills in the defaults', () => {
    const { scorecard } = DomainDefinition.parse(domain({}));
    expect(scorecard).toEqual({
      intercept: 0,
      temperature: 1,
      terms: [],
      head: { weight: 0.8, weight_against: 0.3, centre: 0.25, slope: 6 },
      cross_encoder: {
        sentences: { weight: 0.6, weight_against: 0.2, centre: 0.22, slope: 5, best: 3, quote_above: 0.45 },
      },
    });
  });

  it('accepts every comparator', () => {
    const knots = [
      [0, 1],
      [10, -1],
    ];
    expect(
      faultsOf([
        { name: 'a', compare: 'same', field: 'goal', same: 1, same_value: { long: 2 } },
        { name: 'b', compare: 'matrix', field: 'goal', matrix: { long: { short: -1 } }, symmetric: true },
        {
          name: 'c',
          compare: 'overlap',
          field: 'skills',
          measure: 'cover_mine',
          knots,
          monotone: 'decreasing',
        },
        { name: 'd', compare: 'difference', field: 'age', knots, reason: '{difference:year|years} apart' },
        { name: 'e', compare: 'ratio', me: 'age', other: 'budget_min', knots },
        {
          name: 'f',
          compare: 'within',
          me: 'age',
          other: { min: 'budget_min' },
          knots,
          orientation: 'either',
        },
        {
          name: 'g',
          compare: 'distance',
          field: 'city',
          knots,
          reason: '{km} km apart',
          reason_equal: 'Both in {value}',
        },
        { name: 'h', compare: 'prior', other: 'goal', points: { long: 1 }, when: { me: { goal: 'long' } } },
        { name: 'i', compare: 'prior', other: 'age', knots },
        { name: 'j', compare: 'recency', knots, reason: 'Active {days} days ago' },
        { name: 'k', compare: 'completeness', knots },
        {
          name: 'l',
          compare: 'text',
          field: 'about',
          knots,
          reason: '{You}: «{mine}»; {they}: «{theirs_text}»',
        },
        {
          name: 'm',
          compare: 'mentions',
          me: 'skills',
          other: 'about',
          knots,
          unless: { other: { goal: ['short'] } },
        },
        { name: 'n', compare: 'shared_words', knots, reason: 'Both name {shared}' },
      ]),
    ).toEqual([]);
  });

  it('takes a base rate with its meaning, and a temperature', () => {
    const declared = { base_rate: { value: 0.16, means: 'both say yes' }, temperature: 2.5 };
    expect(DomainDefinition.parse(domain(declared)).scorecard).toMatchObject(declared);
  });

  it('takes a rule for values that were read, where a term compares texts', () => {
    const read_values = { from: 800 };
    const terms = [{ name: 'words', compare: 'shared_words', knots: [[0, 0]] }];
    expect(DomainDefinition.parse(domain({ read_values, terms })).scorecard.read_values).toEqual({
      from: 800,
      characters_a_value: 30,
    });
    const refused = DomainDefinition.safeParse(domain({ read_values, terms: [] }));
    expect(refused.error?.issues).toMatchObject([{ path: ['scorecard', 'read_values'] }]);
  });

  it.each([
    { read_values: { from: -1 } },
    { read_values: { characters_a_value: 0 } },
    { read_values: { from: 1, until: 2 } },
    { base_rate: { value: 0, means: 'both' } },
    { base_rate: { value: 1, means: 'both' } },
    { base_rate: { value: 0.2 } },
    { base_rate: { value: 0.2, means: ' ' } },
    { base_rate: { value: 0.2, means: 'both', of: 'pairs' } },
    { base_rate: 0.2 },
    { temperature: 0 },
    { temperature: -1 },
    { temperature: Number.POSITIVE_INFINITY },
  ])('refuses %j', (declared) => {
    expect(DomainDefinition.safeParse(domain(declared)).success).toBe(false);
  });

  it.each([
    [
      { name: 'a', compare: 'difference', field: 'ages', knots: [[0, 1]] },
      /terms\.0\.field: there is no field «ages»/,
    ],
    [
      { name: 'a', compare: 'difference', field: 'goal', knots: [[0, 1]] },
      /reads an integer or number field/,
    ],
    [{ name: 'a', compare: 'difference', me: 'age', knots: [[0, 1]] }, /either `field`/],
    [
      {
        name: 'a',
        compare: 'difference',
        field: 'age',
        knots: [
          [1, 1],
          [1, 2],
        ],
      },
      /knots ascend/,
    ],
    [
      {
        name: 'a',
        compare: 'difference',
        field: 'age',
        knots: [
          [0, 1],
          [1, 2],
        ],
        monotone: 'decreasing',
      },
      /not decreasing/,
    ],
    [
      { name: 'a', compare: 'matrix', field: 'goal', matrix: { long: { never: 1 } } },
      /«never» is no value of goal/,
    ],
    [
      { name: 'a', compare: 'overlap', me: 'skills', other: 'tools', measure: 'count', knots: [[0, 1]] },
      /no value in common/,
    ],
    [{ name: 'a', compare: 'prior', other: 'age', points: { '1': 1 } }, /given by `knots`/],
    [{ name: 'a', compare: 'prior', other: 'age', me: 'age', knots: [[1, 1]] }, /either `other`/],
    [{ name: 'a', compare: 'prior', knots: [[1, 1]] }, /either `other`/],
    [
      { name: 'a', compare: 'mentions', me: 'about', other: 'about', knots: [[0, 1]] },
      /string that is not soft/,
    ],
    [
      { name: 'a', compare: 'same', field: 'goal', same: 1, reason: 'Both {km}' },
      /«\{km\}» is no placeholder of same/,
    ],
    [
      { name: 'a', compare: 'same', field: 'goal', same: 1, reason: 'Both {value' },
      /brace that opens no placeholder/,
    ],
    [
      { name: 'a', compare: 'same', field: 'goal', same: 1, when: { me: { goal: 'ever' } } },
      /«ever» is no value of goal/,
    ],
    [{ name: 'a', compare: 'same', field: 'goal', same: 99 }, /terms\.0\.same/],
  ])('refuses %j', (term, message) => {
    expect(faultsOf([term]).join('\n')).toMatch(message);
  });

  it('refuses two terms with the same name', () => {
    const term = { name: 'a', compare: 'same', field: 'goal', same: 1 };
    expect(faultsOf([term, term]).join('\n')).toMatch(/terms\.1\.name: term «a» is declared twice/);
  });
});
