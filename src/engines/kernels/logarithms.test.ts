import fc from 'fast-check';
import { expect, it } from 'vitest';
import { kernelMemory, kernelsOver } from './kernels.ts';

it('adds the logarithms that Math.log1p gives, and clears the sums', () => {
  const memory = kernelMemory(64);
  const kernels = kernelsOver(memory);
  const [sums, added] = [new Float64Array(memory.buffer, 0, 2), new Float64Array(memory.buffer, 16, 2)];
  const sum = fc.double({ min: -10, max: 1e9, noNaN: true });
  const scale = fc.constantFrom(1e-3, 1, 30, 300);
  fc.assert(
    fc.property(sum, sum, scale, (first, second, by) => {
      sums.set([first, second]);
      added.set([1, 0]);
      kernels.addLogarithms(sums.byteOffset, 2, by, 0.5, added.byteOffset);
      const expected = [first, second].map((one) => 0.5 * Math.log1p(by * Math.max(0, one)));
      expect(added[0]! - 1).toBeCloseTo(expected[0]!, 9);
      expect(added[1]).toBeCloseTo(expected[1]!, 9);
      expect([...sums]).toEqual([0, 0]);
    }),
  );
});
