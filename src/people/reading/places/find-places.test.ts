import { beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';

let extractor: Extractor;
beforeAll(async () => {
  const { resolve: resolvePlace, resolveGiven, populationOf } = await openGazetteer();
  const encoder = {
    identity: { name: 'none', version: '1', dimension: 1, weightsHash: '00000000' },
    encode: async (texts: readonly string[]) => texts.map(() => new Float32Array([1])),
    encodeProfile: async () => ({ vector: new Float32Array([1]), sentences: [] }),
    close: async () => {},
  };
  const definition = parseDefinition(
    `domain: towns
version: 1
title: Towns
scorecard: {}
fields: [{name: town, kind: hard, type: string, format: geo, extract: [{rule: place, reads: any}]}]
`,
    'towns.yaml',
  );
  extractor = await compileExtractor(definition, { encoder, resolvePlace, resolveGiven, populationOf });
});
const townOf = async (text: string) => (await extractor.extract(text, 0)).values[0]?.value;

describe('a place is', () => {
  it.each([
    ['data analyst @ Pune, four years', 'Pune, India'],
    ['I am based out of Nairobi', 'Nairobi, Kenya'],
    ['Man, 29, Cape Town. New job, new flat.', 'Cape Town, South Africa'],
    ['58. Woman. Byron Bay. Yoga.', 'Byron Bay, New South Wales, Australia'],
    ['Woman, 60, Bath', 'Bath, United Kingdom'],
    ['I call Rotterdam home', 'Rotterdam, Netherlands'],
    ['So Graz is where we live', 'Graz, Austria'],
    ['A clinic in the centre of Lublin seeks a dentist', 'Lublin, Poland'],
    ['The clinic in Leeds is now hiring', 'Leeds, United Kingdom'],
    ['Working in Oslo as a nurse', 'Oslo, Norway'],
    ['hey im after bar work in manchester', 'Manchester, United Kingdom'],
    ['plumber, own van, manchester, 15 yrs', 'Manchester, United Kingdom'],
    ['Scientist, Cambridge MA, ten years', 'Cambridge, Massachusetts, United States'],
    ['Clerk, Santa Clara County, CA', 'Santa Clara County, California, United States'],
    ['Larkfield GmbH, Lindenallee 21, 14482 Potsdam', 'Potsdam, Germany'],
    ['Location: anywhere in the U.S.', 'United States'],
    ['We post worldwide from Ukraine', 'Ukraine'],
    ['I live in oklahoma', 'Oklahoma, United States'],
    ['Location: Georgia, US', 'Georgia, United States'],
    ['I live in Washington State', 'Washington, United States'],
    ['Copywriter, ten years, Sydney', 'Sydney, New South Wales, Australia'],
  ])('%s', async (text, town) => {
    expect(await townOf(text)).toBe(town);
  });

  it.each([
    'a base of £40k',
    'the weather in Paris was great',
    'working in design',
    'Laravel, MySQL, Vue',
    '5 yrs: Cypress',
    'we ship to Ukraine',
  ])('not «%s»', async (text) => {
    expect(await townOf(text)).toBeUndefined();
  });
});
