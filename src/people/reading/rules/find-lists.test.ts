import { beforeAll, describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor, type ExplainingExtractor } from '../compile-extractor.ts';

let goods: ExplainingExtractor;

beforeAll(async () => {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  goods = await compileExtractor(
    shippedDomain('product-recommendation')!,
    { encoder, resolvePlace, populationOf },
    { reader: () => null },
  );
});

async function valuesOf(field: string, text: string): Promise<readonly string[]> {
  const { values } = await goods.extract(text, Date.parse('2026-06-01'), { role: 'product' });
  const found = values.find((value) => value.field === field)?.value ?? [];
  return [found].flat().map(String).sort();
}

describe('names that count in a list', () => {
  it.each([
    ['after a cue', 'Oak stool, $90. Ships to Germany, Austria and the Netherlands.', ['at', 'de', 'nl']],
    ['with strokes', 'Oak stool, $90. Delivery: US / CA / MX', ['ca', 'mx', 'us']],
    [
      'codes that are words, in capitals',
      'Oak stool, $90. Ships to DK, SE, NO, FI',
      ['dk', 'fi', 'no', 'se'],
    ],
    ['before a cue', 'Oak stool, $90. UK and Ireland only.', ['gb', 'ie']],
    ['a word in small letters is no code', 'Oak stool, $90. We ship to Canada, no returns.', ['ca']],
    ['without a cue', 'Oak stool, made in Sweden after a visit to Norway, $90.', []],
  ])('countries, %s', async (_, text, expected) =>
    expect(await valuesOf('ships_to', text)).toEqual(expected),
  );

  it.each([
    ['Linen shirt, sizes S, M, L and XL, $40', ['l', 'm', 's', 'xl']],
    ['Linen shirt. S / M / L / XXL. $40', ['l', 'm', 's', 'xxl']],
    ['Trail shoes, UK 8 8.5 9 10 11, $90', ['10', '11', '8', '8.5', '9']],
    ['Face cream, 50 ml, 24 EUR', []],
    ['Sneakers size 43, 30% off', ['43']],
  ])('sizes: «%s»', async (text, expected) => expect(await valuesOf('size', text)).toEqual(expected));

  it.each([
    ['45 EUR instead of 60 EUR', 49.5],
    ['{"title": "oak stool", "price": 100, "currency": "EUR"}', 110],
    ['$21.99 - 4.3 of 5 stars', 21.99],
    ['Ring ~ sterling silver ~ US ring sizes 8 & 9 ~ $34', 34],
  ])('prices: «%s»', async (text, expected) =>
    expect(await valuesOf('price', `Oak stool. ${text}`.replace(/^Oak stool. \{/, '{'))).toEqual([
      String(expected),
    ]),
  );

  it('takes time in proportion to the text', async () => {
    const text = `Ships to ${'DE, AT, CH, '.repeat(20_000)}`;
    expect(await valuesOf('ships_to', text)).toEqual(['at', 'ch', 'de']);
  });
});
