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

const domain = `domain: forms
version: 1
title: Forms
scorecard: {}
fields:
  - name: years
    kind: hard
    type: integer
    extract: [{rule: number, measure: custom, units: {years: 1, year: 1, yrs: 1, decade: 10}}]
  - {name: low, kind: hard, type: number, extract: [&pay {rule: number, measure: money, currency: USD, rates: {EUR: 2, INR: 0.01}, per: year, monthly: [900, 9999], take: low, currency_optional: true}]}
  - {name: high, kind: hard, type: number, extract: [{<<: *pay, take: high}]}
`;

let extractor: Extractor;
beforeAll(async () => {
  extractor = await compileExtractor(parseDefinition(domain, 'forms.yaml'), tools);
});
const read = async (text: string) =>
  Object.fromEntries((await extractor.extract(text, 0)).values.map(({ field, value }) => [field, value]));

describe('a label has the unit', () => {
  it.each([
    ['{"exp_years": 4, "name": "P. Raman"}', 4],
    ['yearsExperience: 12', 12],
    ['Years of experience: 5', 5],
    ['Experience (years): 8', 8],
  ])('%s', async (text, years) => {
    expect((await read(text)).years).toBe(years);
  });

  it('which is not that of another line or clause', async () => {
    expect((await read('Years in Leeds\nRooms: 4')).years).toBeUndefined();
    expect((await read('Many years, rooms: 4')).years).toBeUndefined();
  });
});

it.each([
  ['3ish years', 3],
  ['fifteen-odd years', 15],
  ['5 or more years', 5],
  ['four or five years', 4],
  ['over a decade', 10],
])('words between number and unit: %s', async (text, years) => {
  expect((await read(text)).years).toBe(years);
});

describe('pay in a form', () => {
  it.each([
    ['{"title": "cook", "expected_ctc_inr": 1500000}', 15_000, 15_000],
    ['{"title": "cook", "pay_eur_month": {"from": 2500, "to": 3200}, "city": "Graz"}', 60_000, 76_800],
    ['{"title": "cook", "salary": {"min": 30000}, "currency": "EUR"}', 60_000, undefined],
    ['Salary: 12 LPA', 12_000, 12_000],
  ])('%s', async (text, low, high) => {
    expect(await read(text)).toMatchObject({ low, ...(high !== undefined && { high }) });
  });

  it('without a period is monthly between the bounds of the rule', async () => {
    expect((await read('2,350 EUR gross')).low).toBe(56_400);
    expect((await read('23,500 EUR gross')).low).toBe(47_000);
  });
});
