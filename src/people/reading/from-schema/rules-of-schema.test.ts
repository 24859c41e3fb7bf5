import { beforeAll, describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../domains/parse-definition.ts';
import { shippedVersions } from '../../../domains/shipped-domains.ts';
import { openTextEncoder } from '../../../engines/encoders/open-text-encoder.ts';
import type { TextEncoder } from '../../../engines/encoders/text-encoder.ts';
import { openGazetteer } from '../../places/gazetteer.ts';
import { compileExtractor } from '../compile-extractor.ts';
import type { Extractor } from '../extractor.ts';
import { withRulesOfSchema } from './rules-of-schema.ts';

const now = Date.parse('2026-06-01');

const adoption = `
domain: adoption
version: 1
title: Pet adoption
fields:
  - {name: species, kind: hard, type: enum, values: [dog, cat, rabbit, other], description: Which animal it is.}
  - {name: age_years, kind: hard, type: number, unit: years, range: [0, 30], description: How old the animal is.}
  - {name: vaccinated, kind: hard, type: boolean, description: Whether it had its jabs.}
  - {name: adoption_fee, kind: hard, type: number, unit: EUR, description: The fee for adoption.}
  - {name: breed, kind: hard, type: string}
  - {name: location, kind: hard, type: string, format: geo}
  - {name: chip_number, kind: hard, type: string, extract: []}
  - {name: about, kind: soft, type: string}
  - {name: notes, kind: soft, type: string}
`;

let encoder: TextEncoder;
let extractor: Extractor;

async function extractorOf(source: string): Promise<Extractor> {
  const { resolve: resolvePlace, populationOf } = await openGazetteer();
  return compileExtractor(parseDefinition(source, 'test.yaml'), { encoder, resolvePlace, populationOf });
}

async function read(text: string) {
  const { values } = await extractor.extract(text, now);
  return Object.fromEntries(
    values.filter(({ field }) => field !== 'about').map(({ field, value }) => [field, value]),
  );
}

beforeAll(async () => {
  encoder = await openTextEncoder('embedded');
  extractor = await extractorOf(adoption);
  return () => encoder.close();
});

describe('a domain of names, types and descriptions', () => {
  it('has no scorecard and ranks both ways, unless its file says otherwise', () => {
    const { reciprocal, scorecard } = parseDefinition(adoption, 'test.yaml');
    expect(reciprocal).toBe('product');
    expect(scorecard.terms).toEqual([]);
  });

  it('reads values by their names, by words of the same meaning, and by kinds of them', async () => {
    expect(await read('Two kittens look for a home.')).toEqual({ species: 'cat' });
    expect(await read('This labrador loves the sea.')).toEqual({ species: 'dog' });
    expect(await read('A garden with an old apple tree.')).toEqual({});
  });

  it('reads numbers by unit, and by their label without one', async () => {
    expect(await read('She is 4 years old; we ask for a fee of €180.')).toEqual({
      age_years: 4,
      adoption_fee: 180,
    });
    expect(await read('Species: rabbit | Age: 2 | Fee: 30 EUR | Breed: Dutch dwarf')).toEqual({
      species: 'rabbit',
      age_years: 2,
      adoption_fee: 30,
      breed: 'Dutch dwarf',
    });
  });

  it('reads what is there and what is denied', async () => {
    expect(await read('Our cat Tom is vaccinated.')).toEqual({ species: 'cat', vaccinated: true });
    expect(await read('Our cat Tom is not vaccinated yet.')).toEqual({ species: 'cat', vaccinated: false });
    expect(await read('Unvaccinated rabbit.')).toEqual({ species: 'rabbit', vaccinated: false });
  });

  it('keeps the whole text in the first soft field alone', async () => {
    const text = 'This dog lives in Porto. He is shy at first. Leeds.';
    const { values } = await extractor.extract(text, now);
    expect(values.filter(({ field }) => field === 'about').map(({ value }) => value)).toEqual([text]);
    expect(values.some(({ field }) => field === 'notes')).toBe(false);
    expect(values.find(({ field }) => field === 'location')?.value).toBe('Porto, Portugal');
  });

  it('leaves out a field whose list of rules is empty', async () => {
    expect(await read('Chip number: 900123. A dog.')).toEqual({ species: 'dog' });
  });
});

it('makes no rules for a domain that has its own', () => {
  for (const version of shippedVersions()) {
    const definition = version.read();
    expect(withRulesOfSchema(definition)).toBe(definition);
  }
});
