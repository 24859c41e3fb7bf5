import { describe, expect, it } from 'vitest';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import type { Extraction } from '../../src/people/reading/extractor.ts';
import { Case } from './read-cases.ts';
import { precisionOf, recallOf, type Scored, scoreCase, totalOf } from './score.ts';

const dating = shippedDomain('dating')!;

function scored(gold: object, values: Record<string, number | string>, preferences: object = {}): Scored {
  const into: Scored = { tallies: new Map(), mistakes: [] };
  const extraction: Extraction = {
    values: Object.entries(values).map(([field, value]) => ({
      field,
      value,
      span: [0, 1],
      confidence: 1,
      origin: 'rules',
    })),
    preferences: { ...preferences },
    preferenceSpans: {},
  };
  scoreCase(dating, () => null, Case.parse({ text: 'x', ...gold }), extraction, into);
  return into;
}

describe('scoring a case', () => {
  it('counts what must not be found as wrong, what is not found as missed, a wrong value as both', () => {
    const { tallies } = scored({ fields: { age: 30, gender: 'woman' } }, { age: 31, location: 'Rome' });
    expect(totalOf(tallies)).toEqual({ right: 0, wrong: 2, missed: 2 });
  });

  it('takes a soft text that holds every snippet, and leaves ignored fields out', () => {
    const gold = { fields: { values_text: ['Honesty', 'my dog'] }, ignore: ['age'] };
    const { tallies } = scored(gold, { values_text: 'I love honesty  and\nmy dog.', age: 12 });
    expect(totalOf(tallies)).toEqual({ right: 1, wrong: 0, missed: 0 });
  });

  it('scores the fields that the text was written for, where it names them', () => {
    const gold = { fields: { age: 30 }, only: ['age'] };
    const { tallies } = scored(gold, { age: 30, location: 'Rome' }, { gender: 'woman' });
    expect(totalOf(tallies)).toEqual({ right: 1, wrong: 0, missed: 0 });
  });

  it('compares preferences by their meaning', () => {
    const gold = { preferences: { gender: ['woman'], age: { lte: 35, gte: 25 }, location_within_km: 32.19 } };
    const { tallies } = scored(
      gold,
      {},
      { gender: 'woman', age: { gte: 25, lte: 35 }, location_within_km: 32.2 },
    );
    expect(totalOf(tallies)).toEqual({ right: 3, wrong: 0, missed: 0 });
    expect(totalOf(scored(gold, {}, { gender: ['man', 'woman'] }).tallies)).toEqual({
      right: 0,
      wrong: 1,
      missed: 3,
    });
  });

  it('reckons shares, 1 where there is nothing to reckon', () => {
    expect(precisionOf({ right: 3, wrong: 1, missed: 0 })).toBe(0.75);
    expect(recallOf({ right: 3, wrong: 1, missed: 3 })).toBe(0.5);
    expect(precisionOf({ right: 0, wrong: 0, missed: 2 })).toBe(1);
  });

  it('refuses a gold field that the domain has not', () => {
    expect(() => scored({ fields: { height: 180 } }, {})).toThrow('no field «height» in dating');
  });
});
