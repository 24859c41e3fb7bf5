/**
 * Dropout (Srivastava et al. 2014): each element becomes 0 with probability `rate`, and the others are scaled
 * so that the mean is kept. The trainer feeds random bytes of a counter-based generator, one per element
 * (docs/design/decisions/tensor.md). The rate is therefore rounded to a multiple of 1/256 (0.1 becomes
 * 26/256); the scale fits the rounded rate exactly.
 */
import type { Tensor } from '../graph/graph.ts';
import { differentiable } from '../graph/operate.ts';
import * as plain from '../plain/arithmetic.ts';

/** The prefix of the names of random inputs. */
export const NOISE = 'noise/';

/**
 * `rate`: 0 ≤ rate < 1, else it throws a RangeError. In `evaluate` and in inference files the result is x.
 */
export function dropout(x: Tensor, rate: number): Tensor {
  if (!(rate >= 0 && rate < 1)) throw new RangeError(`dropout: rate ${rate}; expected 0 ≤ rate < 1.`);
  const dropped = Math.round(rate * 256);
  if (dropped === 0) return x;
  const noise = x.graph.state(`${NOISE}${x.order}`, 'uint8', x.shape);
  const keep = plain.greater(plain.cast(noise, 'float32'), dropped - 0.5);
  const scale = 256 / (256 - dropped);
  const y = plain.where(keep, plain.mul(x, scale), 0);
  y.atInference = x;
  return differentiable(y, [x], (dy) => [plain.where(keep, plain.mul(dy, scale), 0)]);
}

/**
 * Each row (the numbers of the last dimension) becomes 0 with probability `rate`. Other rows keep their
 * values, unscaled. So a sum in which a row is one term has values in training that it also has in `evaluate`
 * and in inference files, where the result is x. `rate`: as for `dropout`.
 */
export function dropRows(x: Tensor, rate: number): Tensor {
  if (!(rate >= 0 && rate < 1)) throw new RangeError(`dropRows: rate ${rate}; expected 0 ≤ rate < 1.`);
  const dropped = Math.round(rate * 256);
  if (dropped === 0) return x;
  const noise = x.graph.state(`${NOISE}${x.order}`, 'uint8', [...x.shape.slice(0, -1), 1]);
  const kept = plain.cast(plain.greater(plain.cast(noise, 'float32'), dropped - 0.5), 'float32');
  const y = plain.mul(x, kept);
  y.atInference = x;
  return differentiable(y, [x], (dy) => [plain.mul(dy, kept)]);
}
