/** Initial values of parameters, a function of the parameter's name and shape and of the run's seed. */
import { randomNormal, randomUniform } from '../../../platform/numeric/random-streams.ts';

export type Initializer = (name: string, shape: readonly number[], seed: number) => Float32Array;

export const zeros: Initializer = (_name, shape) => new Float32Array(sizeOf(shape));
export const ones: Initializer = (_name, shape) => new Float32Array(sizeOf(shape)).fill(1);

/** Normal with mean 0 and this standard deviation. */
export function normal(deviation: number): Initializer {
  return (name, shape, seed) => {
    return scaled(randomNormal(seed, `initialize ${name}`, sizeOf(shape)), deviation, 0);
  };
}

/**
 * Uniform in ±√(6 / (rows + columns)), which keeps the variances of activations and gradients (Glorot, Bengio
 * 2010). Rows and columns are the last two dimensions.
 */
export const xavierUniform: Initializer = (name, shape, seed) => {
  const [columns = 1, rows = 1] = [...shape].reverse();
  const limit = Math.sqrt(6 / (rows + columns));
  return scaled(randomUniform(seed, `initialize ${name}`, sizeOf(shape)), 2 * limit, -limit);
};

function scaled(drawn: Float64Array, factor: number, shift: number): Float32Array {
  const values = new Float32Array(drawn.length);
  for (const [position, value] of drawn.entries()) values[position] = value * factor + shift;
  return values;
}

/** The given values, row-major. Throws an Error if their number does not fit the shape. */
export function values(numbers: ArrayLike<number>): Initializer {
  return (name, shape) => {
    if (numbers.length !== sizeOf(shape))
      throw new Error(`parameter "${name}" [${shape.join(', ')}] was given ${numbers.length} values.`);
    return Float32Array.from(numbers);
  };
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((size, dimension) => size * dimension, 1);
}
