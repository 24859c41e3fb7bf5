import { expect, it } from 'vitest';
import { sequenceScale } from './sequence-scale.ts';

const at = (hour: number) => `2026-03-01T0${hour}:00:00.000Z`;

it('places intervals by time and value, and cuts what is far wider than the last one', () => {
  const scale = sequenceScale([
    { at: at(0), effect: null },
    { at: at(1), effect: { estimate: 0.2, low: -5, high: 5 } },
    { at: at(3), effect: { estimate: 0.1, low: -0.1, high: 0.3 } },
  ]);
  if (scale === null) throw new Error('no scale');
  expect(scale.points.map(({ x }) => x)).toEqual([0, 100]);
  expect(scale.lowest).toBeCloseTo(-0.5, 12);
  expect(scale.highest).toBeCloseTo(0.7, 12);
  expect([scale.y(5), scale.y(-5)]).toEqual([0, 100]);
  expect(scale.y(0.1)).toBeCloseTo(50, 12);
});

it('is nothing before the first interval', () => {
  expect(sequenceScale([{ at: at(0), effect: null }])).toBeNull();
});
