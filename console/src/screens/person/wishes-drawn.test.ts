import { expect, it } from 'vitest';
import type { Schema, UserRecord } from '../../api/queries.ts';
import { drawnPlaces, drawnRanges, window } from './wishes-drawn.ts';

const record = (preferences: Record<string, unknown>) =>
  ({
    preferences,
    places: { location: { name: 'Lisbon, Portugal', country: 'PT', lat: 38.7, lon: -9.1 } },
  }) as unknown as UserRecord;
const schema = {
  fields: [
    { name: 'age', kind: 'hard', type: 'integer', range: [18, 120] },
    { name: 'gender', kind: 'hard', type: 'enum', values: ['man'] },
  ],
} as unknown as Schema;

it('finds the radius around a place, and none where it is no distance', () => {
  expect(drawnPlaces(record({ location_within_km: 25 }))).toEqual([
    { field: 'location', name: 'Lisbon, Portugal', latitude: 38.7, longitude: -9.1, radius: 25 },
  ]);
  expect(drawnPlaces(record({ location_within_km: '25' }))[0]?.radius).toBeUndefined();
});

it('finds ranges of numbers alone, and ends an open one at the end of the field', () => {
  const wishes = { age: { gte: 30 }, gender: 'man', nonsense: { gte: 1 } };
  expect(drawnRanges(record(wishes), schema)).toEqual([{ field: 'age', axis: [18, 120], from: 30, to: 120 }]);
  expect(drawnRanges(record({ age: { in: [30, 31] } }), schema)).toEqual([]);
  expect(drawnRanges(record({ age: { gte: 30 } }), undefined)).toEqual([]);
});

it('draws the wished range with a margin and with every value, within the field', () => {
  const [range] = drawnRanges(record({ age: { gte: 28, lte: 40 } }), schema);
  expect(window(range!, [])).toEqual([22, 46]);
  expect(window(range!, [19, 60])).toEqual([19, 60]);
  expect(window({ ...range!, from: 18 }, [])[0]).toBe(18);
});
