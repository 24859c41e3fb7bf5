/** Reductions over axes: sum, mean, max, min, log-sum-exp. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable } from '../graph/operate.ts';
import { cast, div, equal, exp, mul, sub } from '../plain/arithmetic.ts';
import { countOf, type ReduceOptions, reduce, sumKept } from '../plain/reduce.ts';
import { broadcastTo, reshape } from '../plain/shape.ts';

export type { ReduceOptions } from '../plain/reduce.ts';

export function sum(x: Tensor, options: ReduceOptions = {}): Tensor {
  const { y, keptShape } = reduce('ReduceSum', x, options);
  return differentiable(y, [x], (dy) => [broadcastTo(reshape(dy, keptShape), x.shape)]);
}

export function mean(x: Tensor, options: ReduceOptions = {}): Tensor {
  const { y, keptShape, axes } = reduce('ReduceMean', x, options);
  return differentiable(y, [x], (dy) => {
    const count = countOf(
      x,
      axes.map((axis) => x.shape[axis]!),
    );
    return [broadcastTo(div(reshape(dy, keptShape), count), x.shape)];
  });
}

/** The maximum; equal maxima share the gradient equally. */
export function max(x: Tensor, options: ReduceOptions = {}): Tensor {
  return extreme('ReduceMax', x, options);
}

/** The minimum; equal minima share the gradient equally. */
export function min(x: Tensor, options: ReduceOptions = {}): Tensor {
  return extreme('ReduceMin', x, options);
}

function extreme(opType: string, x: Tensor, options: ReduceOptions): Tensor {
  const { y, keptShape, axes } = reduce(opType, x, options);
  return differentiable(y, [x], (dy) => {
    const chosen = cast(equal(x, reshape(y, keptShape)), 'float32');
    return [mul(chosen, div(reshape(dy, keptShape), sumKept(chosen, axes)))];
  });
}

/** log Σ exp x, without overflow. */
export function logSumExp(x: Tensor, options: ReduceOptions = {}): Tensor {
  const { y, keptShape } = reduce('ReduceLogSumExp', x, options);
  return differentiable(y, [x], (dy) => [mul(exp(sub(x, reshape(y, keptShape))), reshape(dy, keptShape))]);
}
