import fc from 'fast-check';
import { expect, it } from 'vitest';
import { dequantizeVector, halfStepsOf, quantizeFinely, quantizeVector } from './quantized-vector.ts';

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

it('with halves rounds each value to the nearest half step', () => {
  fc.assert(
    fc.property(largest, fc.array(fc.double({ min: -1, max: 1, noNaN: true })), (most, values) => {
      const vector = Float32Array.of(-most, ...values.map((value) => value * most));
      const { scale } = quantizeVector(vector);
      const quantized = quantizeFinely(vector);
      expect(quantized.scale).toBe(scale);
      expect(quantized.halves).toHaveLength(Math.ceil(vector.length / 8));
      const steps = Array.from(vector, (value) => Math.round(value / (scale / 2)) + 0);
      expect([...halfStepsOf(quantized)]).toEqual(steps);
      for (const [d, value] of dequantizeVector(quantized).entries())
        expect(Math.abs(value - vector[d]!)).toBeLessThanOrEqual(0.2501 * scale);
    }),
  );
});

it('without halves, as earlier versions stored them, reads as the codes alone', () => {
  fc.assert(
    fc.property(fc.int8Array({ min: -127, max: 127 }), (codes) => {
      const scale = Math.fround(0.01);
      expect(dequantizeVector({ codes, scale })).toEqual(Float32Array.from(codes, (code) => code * scale));
    }),
  );
});

it('of the zero vector is zero', () => {
  const zero = { codes: new Int8Array(3), scale: 0 };
  expect(quantizeVector(new Float32Array(3))).toEqual(zero);
  expect(quantizeFinely(new Float32Array(3))).toEqual({ ...zero, halves: new Uint8Array(1) });
});
