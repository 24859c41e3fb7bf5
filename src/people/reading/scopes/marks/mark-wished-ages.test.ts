import { beforeAll, describe, expect, it } from 'vitest';
import { shippedDomain } from '../../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../../engines/encoders/open-text-encoder.ts';
import { openGazetteer } from '../../../places/gazetteer.ts';
import { compileExtractor } from '../../compile-extractor.ts';
import type { Extractor } from '../../extractor.ts';

let dating: Extractor;

beforeAll(async () => {
  const encoder = await openTextEncoder('embedded');
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  dating = await compileExtractor(shippedDomain('dating')!, { encoder, resolvePlace, populationOf });
  return () => encoder.close();
});

async function read(text: string) {
  const { values, preferences } = await dating.extract(text, Date.parse('2026-06-01'));
  const { age, gender } = Object.fromEntries(values.map(({ field, value }) => [field, value]));
  return { age, gender, wants: preferences };
}

describe('a range of ages is a wish', () => {
  it.each([
    [
      'Woman, 30, Hobart. Men between 27 and 37 who like cold water.',
      30,
      'woman',
      { gender: 'man', age: { gte: 27, lte: 37 } },
    ],
    ['m, 27, Mexico City. girls 23-30', 27, 'man', { gender: 'woman', age: { gte: 23, lte: 30 } }],
    [
      'I am a 45 year old woman. A man of 48 to 55, please.',
      45,
      'woman',
      { gender: 'man', age: { gte: 48, lte: 55 } },
    ],
    ['34, male. Dream: a girl, 27-35, a wedding.', 34, 'man', { gender: 'woman', age: { gte: 27, lte: 35 } }],
  ])('%s', async (text, age, gender, wants) => {
    expect(await read(text)).toEqual({ age, gender, wants });
  });

  it.each(['I work 20-30 hours a week. 41, man.', 'I ran 30 to 40 km. 41, man.'])(
    'but not in «%s»',
    async (text) => {
      expect((await read(text)).wants).toEqual({});
    },
  );
});

describe('a bound after the own age is a wish', () => {
  it.each([
    ["I'm 46, a man, Brno. Not younger than 38.", { age: { gte: 38 } }],
    ["I'm 46, a man, Brno. 38+ please.", { age: { gte: 38 } }],
    ["I'm 46, a man, Brno. Nobody over 45.", { age: { lte: 45 } }],
    ["I'm 46, a man, Brno. Ages: [30, 40]", { age: { gte: 30, lte: 40 } }],
    ["I'm 46, a man, Brno. Up to 45 hours a week at sea.", {}],
    ["I'm 46, a man, Brno. Over 30 countries so far.", {}],
  ])('%s', async (text, wants) => {
    expect((await read(text)).wants).toEqual(wants);
  });
});

describe('a wish is', () => {
  it.each([
    ['Man, 27, Porto. Women please, and nobody who is over thirty.', { gender: 'woman', age: { lte: 30 } }],
    ['29 f Cork. Guys only. No one older than 35.', { gender: 'man', age: { lte: 35 } }],
    ['No men over 40, sorry. Woman, 36, Rennes.', { gender: 'man', age: { lte: 40 } }],
    ["Over 50s only. I'm 57, male, Dublin.", { age: { gte: 50 } }],
    ['Woman, 46. No gap bigger than six years either way.', { age: { gte: 40, lte: 52 } }],
    [
      'Woman, 46. A man up to 5 years older or 3 years younger.',
      { gender: 'man', age: { gte: 43, lte: 51 } },
    ],
    ['Man, 50. She should have a 4 in front of her age.', { gender: 'woman', age: { gte: 40, lte: 49 } }],
    [
      'About you\nGender: Woman\nAge: 33\n\nAbout them\nGender: man\nAge: 30+',
      { gender: 'man', age: { gte: 30 } },
    ],
    ['Man, 39, Bari. Not too far, say 30 km.', { location_within_km: 30 }],
    ['Man, 39, Bari. You must live within 30 km.', { location_within_km: 30 }],
    ['My mother lives 30 km away. Man, 39, Bari.', {}],
  ])('%s', async (text, wants) => {
    expect((await read(text)).wants).toEqual(wants);
  });
});

describe('an age is', () => {
  it.each([
    ['41 and single, Leeds, woman', 41],
    ['SWM 44, Denver', 44],
    ['Woman, eighty next spring, Bergen', 79],
    ['58 going on 30. Woman, Bergen.', 58],
    ['I was born 41 years ago in Leeds.', 41],
    ['Celebrated my 41st birthday in May. Leeds, woman.', 41],
    ['My car is 22 years old. Leeds, woman.', undefined],
    ['Im Dave 44 live in Hull.', 44],
    ['Im about 20 minutes from Hull. Woman.', undefined],
    ["I've gone round the sun 26 times, mostly in Leeds.", 26],
    ['I am a 29 year old brother living in Bradford.', 29],
    ['My 29 year old brother lives in Bradford.', undefined],
    ['Femme, 39 ans, Bruxelles.', 39],
    [
      "Writing this for my best mate. Dave's a fireman in Hull, 36. He wants to marry. I'm 52 and married.",
      36,
    ],
  ])('%s: %s', async (text, age) => {
    expect((await read(text)).age).toBe(age);
  });
});

it('reads a labelled distance at the end of a text', async () => {
  const { wants } = await read('Age: 37\nCity: Brno\nMaximum distance (km): 50');
  expect(wants).toEqual({ location_within_km: 50 });
});
