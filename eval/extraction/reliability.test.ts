import { expect, it } from 'vitest';
import { binsOf, diagramOf, expectedCalibrationError } from './reliability.ts';

const stated = (probability: number, right: number, wrong: number) => [
  ...Array.from({ length: right }, () => ({ probability, isRight: true })),
  ...Array.from({ length: wrong }, () => ({ probability, isRight: false })),
];

it('the calibration error is the mean distance between stated and right, by count', () => {
  expect(expectedCalibrationError(binsOf(stated(0.75, 3, 1)))).toBeCloseTo(0, 10);
  // 4 of 10 values are .25 too sure, the others .1 not sure enough.
  const values = [...stated(0.75, 2, 2), ...stated(0.9, 6, 0)];
  expect(expectedCalibrationError(binsOf(values))).toBeCloseTo(0.4 * 0.25 + 0.6 * 0.1, 10);
  expect(expectedCalibrationError([])).toBe(0);
});

it('the diagram has a line for each bin with values', () => {
  const lines = diagramOf(binsOf([...stated(0.2, 1, 0), ...stated(1, 1, 1)]));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('stated 1.000 right 0.500 (2)');
});
