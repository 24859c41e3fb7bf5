import { expect, test } from 'vitest';
import { bootstrapMeans, measureOf } from './bootstrap-means.ts';

test('people with several cases are resampled whole', () => {
  // Ten people with ten equal cases each: as much is known as from ten cases.
  const people = Uint32Array.from({ length: 100 }, (_, n) => Math.floor(n / 10));
  const column = Float64Array.from(people, (person) => person % 2);
  const options = { draws: 1000, seed: 3 };
  const [whole] = bootstrapMeans([column], { ...options, people });
  const [ten] = bootstrapMeans([Float64Array.from({ length: 10 }, (_, n) => n % 2)], options);
  const [hundred] = bootstrapMeans([column], options);
  expect(measureOf(whole!)).toEqual(measureOf(ten!));
  expect(measureOf(whole!).low).toBeLessThan(measureOf(hundred!).low!);
  // Uneven: the mean is over all cases.
  const [uneven] = bootstrapMeans([Float64Array.of(1, 0, 0, 0)], {
    ...options,
    people: Uint32Array.of(0, 1, 1, 1),
  });
  expect(uneven!.value).toBe(0.25);
  expect(new Set(uneven!.replicates)).toEqual(new Set([0, 0.25, 1]));
});
