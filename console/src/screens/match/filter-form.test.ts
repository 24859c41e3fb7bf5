import { describe, expect, it } from 'vitest';
import type { SchemaField } from '../../api/queries.ts';
import {
  boundOf,
  choicesOf,
  filterKind,
  hasFilter,
  withBound,
  withFilter,
  withoutField,
} from './filter-form.ts';

const field = (part: Partial<SchemaField>): SchemaField => ({
  name: 'age',
  kind: 'hard',
  type: 'integer',
  required: false,
  priority: 'high',
  ...part,
});
const place = field({ name: 'location', type: 'string', format: 'geo' });

describe('filters', () => {
  it('have a control for each type of field', () => {
    expect(filterKind(field({}))).toBe('range');
    expect(filterKind(place)).toBe('distance');
    expect(filterKind(field({ type: 'enum', values: ['a'] }))).toBe('choice');
    expect(filterKind(field({ type: 'boolean' }))).toBe('switch');
    expect(filterKind(field({ type: 'string' }))).toBe('text');
  });

  it('are not sent while they are empty', () => {
    expect(withFilter({}, 'age', {})).toBeUndefined();
    expect(withFilter({ age: { gte: 3 } }, 'age', undefined)).toBeUndefined();
    expect(withFilter({ age: { gte: 3 } }, 'gender', ['man'])).toEqual({ age: { gte: 3 }, gender: ['man'] });
    expect(withFilter({}, 'negotiable', false)).toEqual({ negotiable: false });
  });

  it('of a place go with both of their keys', () => {
    const filters = { location_within_km: 20, location_from: 'Lisbon', age: { gte: 3 } };
    expect(hasFilter(filters, place)).toBe(true);
    expect(withoutField(filters, place)).toEqual({ age: { gte: 3 } });
  });

  it('keep the other bound of a range', () => {
    expect(withBound({ gte: 30, ne: 33 }, 'lte', 40)).toEqual({ gte: 30, ne: 33, lte: 40 });
    expect(withBound({ gte: 30 }, 'gte', undefined)).toEqual({});
    expect(boundOf({ gte: 0 }, 'gte')).toBe(0);
    expect(boundOf(30, 'gte')).toBe('');
  });

  it('read every form of a choice', () => {
    expect(choicesOf('man')).toEqual(['man']);
    expect(choicesOf(['man', 'other'])).toEqual(['man', 'other']);
    expect(choicesOf({ in: ['man'] })).toEqual(['man']);
    expect(choicesOf(undefined)).toEqual([]);
  });
});
