import { beforeAll, describe, expect, it } from 'vitest';
import { DomainDefinition } from '../../../domains/definition.ts';
import { EmbeddedTextEncoder } from '../../../engines/encoders/embedded/embedded-text-encoder.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';

const money = {
  rule: 'number',
  reads: 'any',
  measure: 'money',
  currency: 'USD',
  rates: { EUR: 2, GBP: 3, CAD: 0.5, INR: 0.01, ZAR: 0.1, PLN: 0.25, BRL: 0.2, CHF: 1.5 },
};

const definition = DomainDefinition.parse({
  domain: 'test-money',
  version: 1,
  title: 'Test',
  reciprocal: 'off',
  fields: [
    { name: 'low', kind: 'hard', type: 'number', extract: [{ ...money, take: 'low', not_cues: ['mrr'] }] },
    { name: 'high', kind: 'hard', type: 'number', extract: [{ ...money, take: 'high', not_cues: ['mrr'] }] },
    { name: 'pay', kind: 'hard', type: 'number', extract: [{ ...money, per: 'year', cues: ['pay'] }] },
    { name: 'arr', kind: 'hard', type: 'number', extract: [{ ...money, times: 12, cues: ['mrr'] }] },
    {
      name: 'price',
      kind: 'hard',
      type: 'number',
      extract: [
        {
          ...money,
          currency_optional: true,
          cues: ['asking', 'for sale', 'obo'],
          not_cues: ['was', 'worth'],
        },
      ],
    },
    {
      name: 'pay_alone',
      kind: 'hard',
      type: 'number',
      extract: [{ ...money, currency_optional: 'alone', not_cues: ['mrr', 'here'] }],
    },
    {
      name: 'pay_uncued',
      kind: 'hard',
      type: 'number',
      extract: [{ ...money, per: 'year', not_cues: ['mrr'], strict: true }],
    },
    {
      name: 'first_said',
      kind: 'hard',
      type: 'enum',
      values: ['devops', 'support'],
      extract: [
        { rule: 'phrases', prefer: 'first', values: { devops: ['devops'], support: ['it support'] } },
      ],
    },
  ],
  scorecard: {},
});

let extractor: Extractor;
beforeAll(async () => {
  const encoder = await EmbeddedTextEncoder.open();
  extractor = await compileExtractor(definition, { encoder, resolvePlace: () => null });
  return () => encoder.close();
});

async function found(text: string): Promise<Record<string, unknown>> {
  const { values } = await extractor.extract(text, Date.parse('2026-06-01'));
  return Object.fromEntries(values.map(({ field, value }) => [field, value]));
}

describe('money in texts', () => {
  it.each([
    ['It costs $160k–$210k here', 160_000, 210_000],
    ['It costs €1-4M here', 2_000_000, 8_000_000],
    ['It costs CAD 80,000 to CAD 95,000 here', 40_000, 47_500],
    ['It costs 38 to 42 thousand pounds here', 114_000, 126_000],
    ['It costs $180 CAD here', 90, 90],
    ['It costs 1,2 M€ here', 2_400_000, 2_400_000],
    ['It costs ₹1,35,000 here', 1350, 1350],
    ['It costs R4000 here', 400, 400],
    ['It costs R$ 9.000 here', 1800, 1800],
    ['It costs 120 zł here', 30, 30],
    ['It costs 95 francs here', 142.5, 142.5],
    ['It costs 15 cents here', 0.15, 0.15],
    ['It costs 0.5¢ here', 0.005, 0.005],
    ['It costs 2-4 cents here', 0.02, 0.04],
    ['It costs 2 million Canadian dollars here', 1_000_000, 1_000_000],
    ['It costs 50k Canadian, paid at once', 25_000, 25_000],
    ['It costs 3 million Swiss francs here', 4_500_000, 4_500_000],
    ["It costs 1'500'000 CHF here", 2_250_000, 2_250_000],
    ['It costs 1 500 000 EUR here', 3_000_000, 3_000_000],
    ['It costs 1.2 mio. EUR here', 2_400_000, 2_400_000],
    ['It costs $ 2.5 M here', 2_500_000, 2_500_000],
    ['It costs 800.000,- € here', 1_600_000, 1_600_000],
    ['It costs Rs. 5 crore here', 500_000, 500_000],
    ['It costs one and a half million euros', 3_000_000, 3_000_000],
    ['It costs a million and a half dollars', 1_500_000, 1_500_000],
    ['It costs two hundred and fifty thousand pounds', 750_000, 750_000],
    ['It costs two thousand five hundred pounds', 7500, 7500],
    ['It costs three thousand two hundred and fifty pounds', 9750, 9750],
    ['It costs half a cent here', 0.005, 0.005],
    ['It costs a tenth of a cent here', 0.001, 0.001],
    ['It costs £25, the T480 dollars cable', 75, 75],
  ])('%s', async (text, low, high) => {
    expect(await found(text)).toMatchObject({ low, high });
  });

  it.each([
    ["I couldn't go below $40k", 40_000],
    ["I wouldn't want to earn less than $30k", 30_000],
    ['No fewer than $20k', 20_000],
  ])('%s', async (text, low) => {
    const values = await found(text);
    expect(values).toMatchObject({ low });
    expect(values).not.toHaveProperty('high');
  });

  it.each([
    ['The pay is 1,900 € net per month', 45_600],
    ['The pay is £550pd', 429_000],
    ['The pay is $25/hr', 52_000],
    ['The pay is $120k', 120_000],
  ])('%s', async (text, pay) => {
    expect(await found(text)).toMatchObject({ pay });
  });

  it.each([
    ['Ticket: 2-6 MEUR', { low: 4_000_000, high: 12_000_000 }],
    ['We pay 80 kUSD', { low: 80_000 }],
    ['Shampoo, 500 ml, 12,90 EUR', { low: 25.8 }],
    ['It has a 9k EUR rent. asking 300', { price: 600 }],
    ['{"name": "stool", "asking_eur": 300}', { price: 600 }],
    ['{"name": "stool", "to_pay_usd": 250}', { low: 250 }],
    ['Oak stool, 12 500 EUR here', { low: 25_000 }],
    ["Oak stool, 1'450 EUR here", { low: 2900 }],
    ['Oak stool, 350,- € here', { low: 700 }],
    ['Oak stool for two hundred and fifty euros', { low: 500 }],
    ['Oak stool 350 Canadian dollars', { low: 175 }],
    ['Oak stool 120e here', { low: 240 }],
    ['Built in 2020 — £10,250 for it', { low: 30_750, high: 30_750 }],
    ['Item: stool\nAsking (GBP): 300', { price: 900 }],
    ['Oak stoolSold by: ownerColourwhitePrice280 EURPlaceHere', { low: 560 }],
  ])('reads multiples, decimal commas and the currency of the text: %s', async (text, expected) => {
    expect(await found(text)).toMatchObject(expected);
  });

  it.each([
    ['Target (EUR): 800,000', { low: 1_600_000 }],
    ['target_eur: 1200000', { low: 2_400_000 }],
    ['Ticket (k€): 50-100', { low: 100_000, high: 200_000 }],
    ['Amount (EUR million): 2', { low: 4_000_000 }],
    ['US$1m minimum, US$4m maximum', { low: 1_000_000 }],
    ['US$4m maximum, paid late', { high: 4_000_000 }],
    ['It costs €8m up to €30m here', { low: 16_000_000, high: 60_000_000 }],
    ['It costs a quarter million dollars', { low: 250_000 }],
  ])('reads currencies in labels, and whose bound a word is: %s', async (text, expected) => {
    expect(await found(text)).toMatchObject(expected);
  });

  it('multiplies by `times`, only at the cue of the rule', async () => {
    expect(await found('We have €22k MRR today')).toEqual({ arr: 528_000 });
  });

  it.each([
    "I don't want to spend more than $250",
    'we really cannot go over 250 dollars',
    'I am not willing to pay anything above $250',
    'not more than $250',
  ])('reads a refusal to spend more as an upper bound: %s', async (text) => {
    const { low, high } = await found(text);
    expect(low).toBeUndefined();
    expect(high).toBe(250);
  });

  it.each(["I don't mind spending more than $250", 'we spent more than $250'])(
    'reads no upper bound in: %s',
    async (text) => {
      const { low, high } = await found(text);
      expect(low).toBe(250);
      expect(high).toBeUndefined();
    },
  );

  it.each([
    ['Our pay range: $20 to $30', 41_600],
    ['Our pay: $90,000', 90_000],
  ])('reads pay as small as that of an hour by the hour: %s', async (text, pay) => {
    expect((await found(text)).pay).toBe(pay);
  });

  it('reads no pay of an hour without a word for pay', async () => {
    expect((await found('Nurse in Leeds. Lunch costs $12')).pay_uncued).toBe(12);
  });

  it('reads a code after its label, and a weight, as no amount', async () => {
    expect(await found('Requisition id R154001, lift up to 35 pounds')).toEqual({});
  });

  it('reads the bound of a subject', async () => {
    const { low, high } = await found('The maximum amount available for it is $250');
    expect([low, high]).toEqual([undefined, 250]);
  });

  it('reads no amount in a currency without a rate', async () => {
    expect(await found('It costs 500 UAH here')).toEqual({});
  });
});

describe('a number without a currency', () => {
  it.each([
    ['chairs for sale, 25', 25],
    ['sofa, asking 250, 3 seats', 250],
    ['sofa 250 obo 3 seater', 250],
    ['bike for sale 120', 120],
    ['iphone 13 for sale 250', 250],
    ['xbox 360 for sale, asking 60', 60],
    ['asking 2000, a golf from 2009', 2000],
    ['asking 80, worth 200', 80],
    ['was 120, asking 80', 80],
    ['golf 7 for sale 8500 USD', 8500],
    ['8500 USD, golf 7 for sale', 8500],
    ['golf from 2009 for sale 8500', 8500],
  ])('%s', async (text, price) => {
    expect((await found(text)).price).toBe(price);
  });

  it.each([
    'sofa for sale, 3 seats',
    'sofa for sale, 3 very comfy seats',
    'sofa for sale: 3-seater',
    'phone for sale, 128 GB',
    'screen for sale, 55"',
    'rug for sale 160x230',
    'shoes for sale size 42',
    'for sale: set of 12',
    'van for sale 2015',
    'golf 7 for sale',
    'van for sale 120k miles',
    'asking 40 rubles',
    'for sale: one bike',
  ])('is not an amount beside a unit, a counted noun or a name: %s', async (text) => {
    expect((await found(text)).price).toBeUndefined();
  });

  it('alone: reads an amount with a scale that is a whole clause', async () => {
    expect((await found('remote, team of 12, 80k, Berlin')).pay_alone).toBe(80_000);
    expect((await found('remote, 80k users, Berlin')).pay_alone).toBeUndefined();
    expect((await found('remote, 12, Berlin')).pay_alone).toBeUndefined();
  });
});

describe('signs that do not mean money', () => {
  it.each([
    'a screen of 1080p here',
    'wash it at 30C here',
    'I won 3 prizes here',
    'we have 12 php developers here',
    'a kettlebell 20 pounds here',
    '20 pounds of apples here',
    'tyres 205/55 R16 here',
    'a ring of 18ct gold',
  ])('%s', async (text) => {
    expect(await found(text)).toEqual({});
  });
});

describe('prefer', () => {
  it('first: gives the first of several values with equal confidence', async () => {
    const text = 'Lead DevOps at a bank since 2019. Before that I did IT support for a school.';
    expect(await found(text)).toMatchObject({ first_said: 'devops' });
  });
});
