import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeatureDeclarations } from '../../../contract/dataset-features.ts';
import type { FieldValues } from '../../../domains/field.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import { featureColumns } from '../../datasets/features/feature-columns.ts';
import { filterMask } from './filter-mask.ts';
import { itemFields } from './item-fields.ts';
import { itemFilters } from './item-filters.ts';
import { parseItemFilter } from './parse-item-filter.ts';

const declared: FeatureDeclarations = {
  price: { type: 'number' },
  kind: { type: 'category' },
  tags: { type: 'list' },
  released: { type: 'date' },
  note: { type: 'text' },
};

type Values = Readonly<Record<string, unknown>>;

function featuresOf(items: readonly Values[], createdAtMs = new Float64Array(items.length).fill(Number.NaN)) {
  const attributes = items.map((values) => JSON.stringify(values));
  return featureColumns({ declared, attributes, createdAtMs });
}

const passing = (wire: Values, items: readonly Values[], created?: Float64Array<ArrayBuffer>) => {
  const features = featuresOf(items, created);
  const mask = filterMask(parseItemFilter(itemFields(features), wire, 'filters'), features, items.length);
  return [...mask.keys()].filter((item) => mask[item] === 1);
};

const shop: readonly Values[] = [
  { price: 10, kind: 'tea', tags: ['green', 'loose'], released: '2024-01-31', note: 'a' },
  { price: 25.5, kind: 'cup', tags: [], released: '2024-02-01T10:00:00+02:00' },
  { kind: 'tea', tags: ['black'] },
  {},
];

test.each<[string, Values, readonly number[]]>([
  ['nothing', {}, [0, 1, 2, 3]],
  ['equals', { kind: 'tea' }, [0, 2]],
  ['any of', { kind: ['cup', 'pot'] }, [1]],
  ['not, which a missing value does not pass', { kind: { ne: 'tea' } }, [1]],
  ['bounds', { price: { gte: 10, lt: 25.5 } }, [0]],
  ['a list has one of them', { tags: 'green' }, [0]],
  ['a list has none of them', { tags: { nin: ['green', 'red'] } }, [1, 2]],
  ['exists', { tags: { exists: true }, price: { exists: false } }, [2]],
  ['dates', { released: { gt: '2024-01-31', lte: '2024-02-01T08:00:00Z' } }, [1]],
  ['a date equals', { released: '2024-01-31T00:00:00Z' }, [0]],
  ['texts', { note: { in: ['a', 'b'] } }, [0]],
  ['an empty list of values', { kind: [] }, []],
])('%s', (_, wire, expected) => {
  expect(passing(wire, shop)).toEqual(expected);
});

test('items may be filtered by the time since which they could be chosen', () => {
  const created = Float64Array.of(Date.UTC(2024, 0, 1), Date.UTC(2025, 0, 1), Number.NaN, Number.NaN);
  expect(passing({ created_at: { gte: '2024-06-01' } }, shop, created)).toEqual([1]);
  expect(() => passing({ created_at: { gte: '2024-06-01' } }, shop)).toThrow(/created_at/);
});

describe('a filter that is not taken', () => {
  const refusal = (wire: Values) => {
    try {
      passing(wire, shop);
      return null;
    } catch (error) {
      return error;
    }
  };

  test('names the attributes that there are', () => {
    expect(refusal({ colour: 'red', kind: 'tea' })).toMatchObject({
      code: 'unknown_filter',
      details: { unknown: ['colour'], known: ['price', 'kind', 'tags', 'released', 'note'] },
    });
  });

  test.each<[Values, string]>([
    [{ price: '10' }, 'filters.price'],
    [{ price: { above: 3 } }, 'filters.price.above'],
    [{ kind: 7 }, 'filters.kind'],
    [{ kind: { gt: 'a' } }, 'filters.kind.gt'],
    [{ tags: { in: 'green' } }, 'filters.tags.in'],
    [{ released: 'yesterday' }, 'filters.released'],
    [{ released: { gte: 2024 } }, 'filters.released.gte'],
    [{ released: ['2024-01-01', '2024-13-01'] }, 'filters.released[1]'],
    [{ released: { in: ['x'] } }, 'filters.released.in[0]'],
    [{ note: null }, 'filters.note'],
  ])('%j', (wire, path) => {
    expect(refusal({ ...wire, colour: 'red' })).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path }] },
    });
  });
});

test('the columns agree with the reference, row by row', () => {
  const values = fc.record(
    {
      price: fc.integer({ min: 0, max: 4 }),
      kind: fc.constantFrom('a', 'b', 'c'),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { maxLength: 3 }),
      note: fc.constantFrom('', 'n'),
    },
    { requiredKeys: [] },
  );
  const of = <T>(one: fc.Arbitrary<T>) =>
    fc.oneof(
      one,
      fc.array(one, { maxLength: 3 }),
      fc.record({ ne: one, missing: fc.constantFrom('pass', 'drop') }, { requiredKeys: ['ne'] }),
      fc.record({ nin: fc.array(one, { maxLength: 2 }) }),
      fc.record({ exists: fc.boolean() }),
    );
  const numbers = fc.integer({ min: 0, max: 4 });
  const wire = fc.record(
    {
      price: fc.oneof(
        of(numbers),
        fc.record({ gte: numbers, lt: numbers }),
        fc.record({ gt: numbers }),
        fc.record({ lte: numbers, missing: fc.constantFrom('pass', 'drop') }),
      ),
      kind: of(fc.constantFrom('a', 'b', 'd')),
      tags: of(fc.constantFrom('x', 'y', 'w')),
      note: of(fc.constantFrom('', 'n', 'm')),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(values, { maxLength: 12 }), wire, (items, filter) => {
      const features = featuresOf(items);
      const clauses = parseItemFilter(itemFields(features), filter, 'filters');
      const expected = [...items.keys()].filter((item) => rowPasses(clauses, items[item] as FieldValues, {}));
      expect(passing(filter, items)).toEqual(expected);
    }),
  );
});

test('attributes are read when a filter first needs them, and a compiled filter is kept', () => {
  let reads = 0;
  const filters = itemFilters(shop.length, {
    bytes: 100,
    read: () => {
      reads++;
      return featuresOf(shop);
    },
  });
  expect(reads).toBe(0);
  const compiled = filters.compile({ kind: 'tea' }, 'filters');
  expect([...compiled.items]).toEqual([0, 2]);
  expect([...compiled.mask]).toEqual([1, 0, 1, 0]);
  expect(filters.compile({ kind: 'tea' }, 'boosts[0].filter')).toBe(compiled);
  filters.compile({ kind: 'cup' }, 'filters');
  expect(reads).toBe(1);
  const none = itemFilters(3, null);
  expect([...none.compile({}, 'filters').items]).toEqual([0, 1, 2]);
  expect(() => none.compile({ kind: 'tea' }, 'filters')).toThrow(/declare `features`/);
});
