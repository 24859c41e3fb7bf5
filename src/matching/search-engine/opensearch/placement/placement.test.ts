import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../../../domains/filter.ts';
import { SeededRandom } from '../../../../platform/numeric/seeded-random.ts';
import { definitionOf } from '../../../../platform/storage/testing/random-profiles.ts';
import type { Point } from '../../candidate-search.ts';
import { cellAt, FINEST } from '../documents/cells.ts';
import { POSITIONS, positionOf, positionsOf } from './curve.ts';
import { type Placement, placementOf, shardOf, shardsOf } from './placement.ts';

const definition = definitionOf([
  { name: 'age', kind: 'hard', type: 'integer' },
  { name: 'home', kind: 'hard', type: 'string', format: 'geo' },
]);
const LISBON = { lat: 38.72635, lon: -9.14843 };
const PORTO = { lat: 41.14961, lon: -8.61099 };
const DELHI = { lat: 28.65195, lon: 77.23149 };
const TOKYO = { lat: 35.6895, lon: 139.69171 };

const degrees = (most: number) =>
  fc.oneof(fc.constantFrom(-most, 0, most), fc.double({ min: -most, max: most, noNaN: true }));
const points: fc.Arbitrary<Point> = fc.record({ lat: degrees(90), lon: degrees(180) });

function placed(userId: string, point: Point | null) {
  const place = point && { ...point, key: 'k', name: 'n', country: null };
  return { userId, places: place === null ? {} : { home: place } };
}

function shardsNear(placement: Placement, origin: Point, km: number): readonly number[] {
  const all = placement.words.map((_, shard) => shard);
  return shardsOf(placement, [{ op: 'within_km', field: 'home', km, origin }]) ?? all;
}

describe('the curve', () => {
  it('has the points of a cell in one interval, and no others', () => {
    fc.assert(
      fc.property(points, points, fc.integer({ min: 0, max: FINEST }), (one, other, level) => {
        const { from, to } = positionsOf(cellAt(level, one));
        const isWithin = (point: Point) => positionOf(point) >= from && positionOf(point) < to;
        expect(isWithin(one)).toBe(true);
        const [a, b] = [cellAt(level, one), cellAt(level, other)];
        expect(isWithin(other)).toBe(a.row === b.row && a.column === b.column);
        expect(to).toBeLessThanOrEqual(POSITIONS);
      }),
      { numRuns: 2000 },
    );
  });

  it('goes from each cell to a neighbour', () => {
    const level = 4;
    const cells = Array.from({ length: 2 ** level }, (_, row) =>
      Array.from({ length: 2 ** (level + 1) }, (_, column) => ({ level, row, column })),
    ).flat();
    const inOrder = cells.toSorted((a, b) => positionsOf(a).from - positionsOf(b).from);
    const jumps = inOrder.slice(1).filter(({ row, column }, n) => {
      const before = inOrder[n]!;
      return Math.abs(row - before.row) + Math.abs(column - before.column) !== 1;
    });
    // From one half of the globe to the other.
    expect(jumps.length).toBeLessThanOrEqual(1);
  });
});

describe('the placement of people', () => {
  it('has all people within a radius on the shards that are asked, whatever the sample was', () => {
    const offsets = fc.double({ min: -1, max: 1, noNaN: true });
    const samples = fc.array(points, { minLength: 70, maxLength: 100 });
    fc.assert(
      fc.property(samples, points, points, offsets, offsets, (sample, centre, far, north, east) => {
        const placement = placementOf(definition, 7, sample)!;
        const lon = centre.lon + east;
        const near = {
          lat: Math.max(-90, Math.min(90, centre.lat + north)),
          lon: lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon,
        };
        for (const point of [near, far, sample[0]!]) {
          const km = distanceKm(centre.lat, centre.lon, point.lat, point.lon);
          const shard = shardOf(placement, placed(`person at ${north}`, point));
          expect(shardsNear(placement, centre, km)).toContain(shard);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('makes shards equally large where most people are in one place, or have none', () => {
    const random = new SeededRandom(3);
    const draw = () =>
      random.uniform() < 0.6
        ? TOKYO
        : { lat: 180 * random.uniform() - 90, lon: 360 * random.uniform() - 180 };
    const sample = Array.from({ length: 10_000 }, draw);
    const placement = placementOf(definition, 8, sample)!;
    const counts = new Array<number>(8).fill(0);
    for (let n = 0; n < 20_000; n++) {
      const point = n % 4 === 0 ? null : draw();
      counts[shardOf(placement, placed(`person ${n}`, point))]! += 1;
    }
    expect(Math.max(...counts)).toBeLessThan(1.15 * 2500);
    expect(Math.min(...counts)).toBeGreaterThan(0.85 * 2500);
    // 60 % of all people with a place are there.
    expect(shardsNear(placement, TOKYO, 50).length).toBeGreaterThanOrEqual(5);
    expect(shardsNear(placement, { lat: -60, lon: 20 }, 50).length).toBeLessThanOrEqual(2);
  });

  it('asks the shards that two radii share, and none for two that are far apart', () => {
    const sample = Array.from({ length: 300 }, (_, n) => [LISBON, PORTO, DELHI, TOKYO][n % 4]!);
    const placement = placementOf(definition, 8, sample)!;
    const within = (origin: Point, km: number) => ({ op: 'within_km', field: 'home', km, origin }) as const;
    const both = shardsOf(placement, [within(LISBON, 100), within(PORTO, 400)])!;
    expect(both).toEqual(shardsNear(placement, LISBON, 100));
    expect(both.length).toBeLessThan(5);
    expect(shardsOf(placement, [within(LISBON, 10), within(TOKYO, 10)])).toEqual([]);
  });

  it('asks all shards without a radius, and for a place of no one', () => {
    const placement = placementOf(
      definition,
      4,
      Array.from({ length: 40 }, () => LISBON),
    )!;
    expect(shardsOf(placement, [])).toBeNull();
    expect(shardsOf(placement, [{ op: 'exists', field: 'home', value: true }])).toBeNull();
    expect(shardsOf(placement, [{ op: 'within_km', field: 'home', km: 5, origin: null }])).toBeNull();
    expect(shardsNear(placement, TOKYO, 20_037)).toEqual([0, 1, 2, 3]);
  });

  it('is by ids where there is no place, one shard, or a small sample', () => {
    const sample = Array.from({ length: 100 }, () => LISBON);
    const withoutPlace = definitionOf([{ name: 'age', kind: 'hard', type: 'integer' }]);
    expect(placementOf(withoutPlace, 4, sample)).toBeNull();
    expect(placementOf(definition, 1, sample)).toBeNull();
    expect(placementOf(definition, 11, sample)).toBeNull();
    expect(placementOf(definition, 10, sample)).not.toBeNull();
  });
});
