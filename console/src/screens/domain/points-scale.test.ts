import { expect, it } from 'vitest';
import { pointsScale, signedPoints } from './points-scale.ts';

it('spreads all terms over the width, with zero inside', () => {
  const scale = pointsScale([
    { least: -1, most: 1 },
    { least: 0.5, most: 3 },
  ]);
  expect([scale(-1), scale(0), scale(3)]).toEqual([0, 25, 100]);
  expect(pointsScale([{ least: 0, most: 0 }])(0)).toBe(0);
  expect(pointsScale([])(0)).toBe(0);
});

it('writes points with their sign', () => {
  expect([0.7, -0.35, 0, 0.001, 2].map(signedPoints)).toEqual(['+0.7', '−0.35', '0', '0', '+2']);
});
