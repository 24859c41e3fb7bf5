import { describe, expect, it } from 'vitest';
import { featureColumns, type ItemFeatures } from '../../../../datasets/features/feature-columns.ts';
import { encodeFeatures } from './encode-features.ts';
import { featureEncoding, MIN_ITEMS } from './feature-encoding.ts';

const declared = {
  brand: { type: 'category' },
  genres: { type: 'list' },
  price: { type: 'number' },
  released: { type: 'date' },
  note: { type: 'text' },
} as const;

function featuresOf(items: readonly object[], types: Partial<typeof declared> = declared): ItemFeatures {
  const attributes = items.map((values) =>
    Object.keys(values).length === 0 ? null : JSON.stringify(values),
  );
  const createdAtMs = new Float64Array(items.length).fill(Number.NaN);
  return featureColumns({ declared: types, attributes, createdAtMs });
}
const numbers = (count: number) => Uint32Array.from({ length: count }, (_, item) => item);
const encodingOf = (
  features: ItemFeatures,
  learned: number,
  base: Parameters<typeof featureEncoding>[2] = null,
) => featureEncoding(features, { learned: numbers(learned), items: learned }, base);
const rowOf = (features: ItemFeatures, encoding: ReturnType<typeof encodingOf>, item: number) => {
  const { values, width } = encodeFeatures(features, encoding, item + 1);
  return [...values.subarray(item * width)];
};

describe('categories and lists', () => {
  const features = featuresOf(
    [
      ...Array.from({ length: MIN_ITEMS }, () => ({ brand: 'acme', genres: ['drama', 'war'] })),
      { brand: 'rare' },
      { brand: 'other', genres: ['drama', 'once'] },
      {},
      { brand: 'unseen', genres: [] },
    ],
    { brand: declared.brand, genres: declared.genres },
  );
  const encoding = encodingOf(features, MIN_ITEMS + 2);

  it('have a column a frequent value, and one for all others of a feature', () => {
    expect(encoding.width).toBe(2 + 3);
    expect(encoding.features.map((one) => 'values' in one && one.values)).toEqual([
      ['acme'],
      ['drama', 'war'],
    ]);
    const [brand, genres] = encoding.features as unknown as readonly [
      { other: number },
      { other: number; columns: number[] },
    ];
    const rare = rowOf(features, encoding, MIN_ITEMS);
    expect([rare[brand.other], rare.reduce((sum, value) => sum + value)]).toEqual([1, 1]);
    const mixed = rowOf(features, encoding, MIN_ITEMS + 1);
    expect([mixed[genres.columns[0]!], mixed[genres.other], mixed[brand.other]]).toEqual([0.5, 0.5, 1]);
  });

  it('are nothing where they are missing; an unknown value counts with the rare ones', () => {
    expect(rowOf(features, encoding, MIN_ITEMS + 2)).toEqual([0, 0, 0, 0, 0]);
    expect(rowOf(features, encoding, MIN_ITEMS + 3)).toEqual(rowOf(features, encoding, MIN_ITEMS));
  });
});

describe('numbers and dates', () => {
  const features = featuresOf(
    [
      ...Array.from({ length: 8 }, (_, at) => ({ price: 10 ** at, released: `2020-01-0${at + 1}` })),
      { price: 55, released: '2031-01-01' },
      { price: -5 },
      { price: 1e12 },
    ],
    { price: declared.price, released: declared.released },
  );
  const encoding = encodingOf(features, 8);
  const [price, released] = encoding.features as unknown as readonly { knots: number[]; columns: number[] }[];

  it('are a place between two quantiles of learned items', () => {
    expect(price!.knots).toEqual(Array.from({ length: 8 }, (_, at) => 10 ** at));
    expect(rowOf(features, encoding, 2)[price!.columns[2]!]).toBe(1);
    const between = rowOf(features, encoding, 8);
    expect([between[price!.columns[1]!], between[price!.columns[2]!]]).toEqual([0.5, 0.5]);
  });

  it('beyond the known ones count as the nearest of these; a date to come as the newest', () => {
    expect(rowOf(features, encoding, 8)[released!.columns.at(-1)!]).toBe(1);
    expect(rowOf(features, encoding, 9)[price!.columns[0]!]).toBe(1);
    expect(rowOf(features, encoding, 10)[price!.columns.at(-1)!]).toBe(1);
  });
});

it('texts have no column, and neither has a feature of which no learned item has a number', () => {
  const features = featuresOf([{ note: 'fine' }, { note: 'fine' }, { price: 3 }], {
    note: declared.note,
    price: declared.price,
  });
  expect(encodingOf(features, 2).width).toBe(0);
});

it('a later fit keeps the columns of its base and adds its own', () => {
  const few = Array.from({ length: MIN_ITEMS }, () => ({ brand: 'acme', price: 1 }));
  const types = { brand: declared.brand, price: declared.price };
  const base = encodingOf(featuresOf(few, types), MIN_ITEMS);
  const more = [
    ...few,
    ...Array.from({ length: MIN_ITEMS }, () => ({ brand: 'zeta', price: 9, genres: ['a'] })),
  ];
  const features = featuresOf(more, { ...types, genres: declared.genres });
  const later = encodingOf(features, 2 * MIN_ITEMS, base);
  expect(later.width).toBe(base.width + 3);
  expect(rowOf(features, later, 0).slice(0, base.width)).toEqual(rowOf(featuresOf(few, types), base, 0));
  const zeta = rowOf(features, later, MIN_ITEMS);
  expect(zeta.slice(base.width).filter((value) => value === 1)).toHaveLength(2);
  // The numbers keep the knots of the base.
  expect(later.features.find(({ name }) => name === 'price')).toEqual(
    base.features.find(({ name }) => name === 'price'),
  );
  // A feature whose type has changed is not read.
  const retyped = featuresOf([{ brand: 3 }], { brand: declared.price } as never);
  expect(rowOf(retyped, encodingOf(retyped, 1, base), 0).every((value) => value === 0)).toBe(true);
});
