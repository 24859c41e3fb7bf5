import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dequantizeVector, quantizeVector } from './quantized-vector.ts';

const largest = fc.float({ min: Math.fround(1e-30), max: Math.fround(1e30), noNaN: true });

it('rounds each value to the nearest code, halves up', () => {
  fc.assert(
    fc.property(largest, fc.array(fc.integer({ min: -254, max: 254 }), { maxLength: 40 }), (most, halves) => {
      const step = Math.fround(most / 127);
      const vector = Float32Array.of(most, ...halves.map((half) => (half * step) / 2));
      const { codes, scale } = quantizeVector(vector);
      expect(scale).toBe(step);
      expect(codes[0]).toBe(127);
      for (const [d, value] of vector.entries()) expect(codes[d]).toBe(Math.round(value / scale) + 0);
    }),
  );
});

it('has values within half a step', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1 }), (millionths) => {
      const vector = Float32Array.from(millionths, (value) => value / 1e6);
      const quantized = quantizeVector(vector);
      for (const [d, value] of dequantizeVector(quantized).entries())
        expect(Math.abs(value - vector[d]!)).toBeLessThanOrEqual(0.50001 * quantized.scale);
    }),
  );
});

it('of the zero vector is zero', () => {
  expect(quantizeVector(new Float32Array(3))).toEqual({ codes: new Int8Array(3), scale: 0 });
});
