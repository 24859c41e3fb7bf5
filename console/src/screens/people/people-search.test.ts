import { expect, test } from 'vitest';
import { changedView, parsePeopleSearch, wholeFilters } from './people-search.ts';

test('parts of a wrong form are left out', () => {
  expect(
    parsePeopleSearch({ domain: 7, q: '', filters: [], sort: 'age', columns: ['age', 1], cursor: {} }),
  ).toEqual({
    domain: '7',
    columns: ['age'],
  });
  expect(parsePeopleSearch({ filters: {}, sort: { by: 'age', order: 'up' } })).toEqual({
    sort: { by: 'age', order: 'asc' },
  });
});

test('a changed view begins on its first page', () => {
  const search = { domain: 'dating', q: 'ana', cursor: 'c' };
  expect(changedView(search, { q: undefined, filters: { age: 30 } })).toEqual({
    domain: 'dating',
    filters: { age: 30 },
  });
});

test('a distance is sent with its place alone', () => {
  const whole = { age: 30, location_within_km: 5, location_from: 'Porto' };
  expect(wholeFilters(whole)).toEqual(whole);
  expect(wholeFilters({ age: 30, location_within_km: 5 })).toEqual({ age: 30 });
  expect(wholeFilters({ location_from: 'Porto' })).toEqual({});
});
