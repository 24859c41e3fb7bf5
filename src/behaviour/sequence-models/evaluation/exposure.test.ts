import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomUniform } from '../../../platform/numeric/random-streams.ts';
import { mean, sumOfSquaredDeviations } from '../../../platform/numeric/statistics.ts';
import { measureExposure } from './exposure.ts';
import { NO_ITEM } from './ranker.ts';

const ITEMS = 9;
const LENGTH = 3;

const anyLists = fc.array(
  fc.uniqueArray(fc.integer({ min: 0, max: ITEMS - 1 }), { minLength: 1, maxLength: LENGTH }),
  { minLength: 3, maxLength: 12 },
);

const measure = (lists: readonly (readonly number[])[], items = ITEMS, length = LENGTH) =>
  measureExposure(
    {
      ranks: new Float64Array(lists.length),
      lists: Uint32Array.from(
        lists.flatMap((list) => [...list, ...Array<number>(length - list.length).fill(NO_ITEM)]),
      ),
    },
    items,
  );

it('the interval equals that of a plain jackknife', () => {
  fc.assert(
    fc.property(anyLists, (lists) => {
      const whole = measure(lists);
      for (const figure of ['coverage', 'gini'] as const) {
        const without = lists.map((_, n) => measure(lists.toSpliced(n, 1))[figure].value!);
        const squares = sumOfSquaredDeviations(without);
        const half = 1.959964 * Math.sqrt(((lists.length - 1) / lists.length) * squares);
        const { value, low, high } = whole[figure];
        expect(low).toBeCloseTo(Math.max(0, value! - half), 9);
        expect(high).toBeCloseTo(Math.min(1, value! + half), 9);
      }
    }),
  );
});

it('the interval of coverage contains the coverage of other samples of people', () => {
  const draw = (seed: number) => {
    const uniform = randomUniform(seed, 'lists', 400);
    return measure(
      Array.from(uniform, (x) => [Math.floor(200 * x * x)]),
      200,
      1,
    ).coverage;
  };
  const values = Array.from({ length: 300 }, (_, seed) => draw(1000 + seed).value!);
  const middle = mean(values);
  const held = Array.from({ length: 100 }, (_, seed) => draw(seed)).filter(
    ({ low, high }) => low! <= middle && middle <= high!,
  );
  expect(held.length).toBeGreaterThan(90);
});

it('the Gini coefficient is 0 for equal appearances, and greatest for a single item', () => {
  expect(
    measure([
      [0, 1, 2],
      [3, 4, 5],
      [6, 7, 8],
    ]),
  ).toMatchObject({
    coverage: { value: 1 },
    gini: { value: 0 },
  });
  expect(measure([[0], [0], [0]]).gini.value).toBeCloseTo(8 / 9, 12);
});
