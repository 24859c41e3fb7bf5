import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceKm } from '../../../../domains/filter.ts';
import { cellsOfCircle, cellsOfPoint } from './cells.ts';

const degrees = (most: number) =>
  fc.oneof(fc.constantFrom(-most, 0, most), fc.double({ min: -most, max: most, noNaN: true }));
const points = fc.record({ lat: degrees(90), lon: degrees(180) });
/** Degrees: near points are rare among random ones. */
const offsets = fc.double({ min: -2, max: 2, noNaN: true });

describe('the cells of a circle', () => {
  it('hold every point within it, at the poles and across the date line too', () => {
    fc.assert(
      fc.property(points, points, offsets, offsets, fc.boolean(), (centre, far, north, east, isNear) => {
        const near = { lat: Math.max(-90, Math.min(90, centre.lat + north)), lon: centre.lon + east };
        const lon = near.lon > 180 ? near.lon - 360 : near.lon < -180 ? near.lon + 360 : near.lon;
        const point = isNear ? { lat: near.lat, lon } : far;
        const km = distanceKm(centre.lat, centre.lon, point.lat, point.lon);
        const cells = new Set(cellsOfCircle(centre, km));
        expect(cells.size).toBeLessThanOrEqual(12);
        expect(cellsOfPoint(point).some((cell) => cells.has(cell))).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });

  it('leave out most of the rest', () => {
    const lisbon = { lat: 38.72, lon: -9.14 };
    const cells = new Set(cellsOfCircle(lisbon, 50));
    const isNear = (lat: number, lon: number) => cellsOfPoint({ lat, lon }).some((cell) => cells.has(cell));
    expect([isNear(38.9, -9.2), isNear(41.15, -8.61), isNear(48.85, 2.35)]).toEqual([true, false, false]);
  });
});
