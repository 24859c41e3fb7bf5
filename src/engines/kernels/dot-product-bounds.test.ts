import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SeededRandom } from '../../platform/numeric/seeded-random.ts';
import { dot } from '../../platform/numeric/vectors.ts';
import { DotProductBounds } from './dot-product-bounds.ts';

const worlds = fc.record({
  N: fc.integer({ min: 0, max: 40 }),
  D: fc.constantFrom(1, 15, 16, 33, 256, 1024),
  seed: fc.nat(),
  // Flat vectors have the greatest sums, and steep ones the coarsest codes.
  power: fc.constantFrom(0, 1, 9),
  length: fc.constantFrom(0, 1e-6, 1, 1e4),
});

function vectorsOf({ N, D, seed, power, length }: { [name: string]: number }): Float32Array[] {
  const random = new SeededRandom(seed!);
  const number = () =>
    length! * (random.below(2) === 0 ? -1 : 1) * ((1 + random.below(1000)) / 1000) ** power!;
  return Array.from({ length: N! + 1 }, () => Float32Array.from({ length: D! }, number));
}

it('bounds every dot product, and lists each that reaches the least', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const [vector, ...vectors] = vectorsOf(world);
      const bounds = new DotProductBounds(vectors);
      const all = bounds.reaching(vector!, Number.NEGATIVE_INFINITY);
      expect([...all.positions]).toEqual([...vectors.keys()]);
      const dots = vectors.map((other) => dot(vector!, other));
      for (const [position, product] of dots.entries()) {
        expect(all.uppers[position]).toBeGreaterThanOrEqual(product);
        expect(all.lowers[position]).toBeLessThanOrEqual(product);
      }
      for (const least of dots) {
        const reaching = new Set(bounds.reaching(vector!, least).positions);
        for (const [position, product] of dots.entries())
          if (product >= least) expect(reaching).toContain(position);
      }
    }),
    { numRuns: 200 },
  );
});

it('leaves out what is far from the least', () => {
  const random = new SeededRandom(5);
  const unit = () => {
    const vector = Float32Array.from({ length: 256 }, () => random.below(2001) / 1000 - 1);
    return vector.map((value) => value / Math.sqrt(dot(vector, vector)));
  };
  const vectors = Array.from({ length: 300 }, unit);
  const bounds = new DotProductBounds(vectors);
  expect([...bounds.reaching(vectors[17]!, 0.6).positions]).toEqual([17]);
  const { uppers, lowers } = bounds.reaching(vectors[17]!, -1);
  for (const [position, upper] of uppers.entries()) expect(upper - lowers[position]!).toBeLessThan(0.04);
});

it('copies a set again after the memory was full', () => {
  const sets = [0, 1, 2].map((from) => {
    const rows = Array.from({ length: 7 }, (_, row) => new Float32Array(2048).fill((from + row) / 100));
    return { from, bounds: new DotProductBounds(Array.from({ length: 12_000 }, (_, at) => rows[at % 7]!)) };
  });
  const one = new Float32Array(2048).fill(1);
  for (const { from, bounds } of [...sets, ...sets]) {
    const { uppers, lowers } = bounds.reaching(one, -1);
    expect(uppers[3]).toBeGreaterThanOrEqual(20.48 * (from + 3));
    expect(lowers[3]).toBeLessThanOrEqual(20.48 * (from + 3));
    expect(uppers[3]! - lowers[3]!).toBeLessThan(2);
  }
});

it('lists all vectors of a set that is too large', () => {
  const bounds = new DotProductBounds(Array(300_000).fill(new Float32Array(256)));
  const { positions, uppers, lowers } = bounds.reaching(new Float32Array(256), 1);
  expect([positions.length, uppers[9], lowers[9]]).toEqual([300_000, Infinity, -Infinity]);
});
