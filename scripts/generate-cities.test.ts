import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cityFile } from '../src/people/places/city-table.ts';
import { readCities } from './generate-cities.ts';

it('has made the cities of the repository, with the folding of names of today', () => {
  const stored = readFileSync(join(import.meta.dirname, '..', 'models', 'places', 'cities.bin'));
  expect(Buffer.compare(stored, cityFile(readCities()))).toBe(0);
});
