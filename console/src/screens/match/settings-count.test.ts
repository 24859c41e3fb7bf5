import { expect, it } from 'vitest';
import { settingsCount } from './settings-count.ts';

it('counts each filter, stage and weight, and nothing twice', () => {
  expect(settingsCount(undefined)).toBe(0);
  expect(settingsCount({ limit: 5, filters: { age: { gte: 30 }, gender: 'man' } })).toBe(3);
  expect(settingsCount({ limit: 5 }, { limit: 8, weights: { distance: 0 }, stages: {} })).toBe(2);
});
