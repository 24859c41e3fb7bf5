/** Sums, means and extremes over axes. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable } from '../graph/operate.ts';
import { cast, div, equal, exp, mul, sub } from '../plain/arithmetic.ts';
import { countOf, type ReduceOptions, reduce, sumKept } from '../plain/reduce.ts';
import { broadcastTo, reshape } from '../plain/shape.ts';

export type { ReduceOptions } from '../plain/reduce.ts';

export function sum(x: Tensor, options: ReduceOptions = {}): Tensor {
  const { y, kept } = reduce('ReduceSum', x, options);
  return differentiable(y, [x], (dy) => [broadcastTo(reshape(dy, kept), x.shape)]);
}

export function mean(x: Tensor, options: ReduceOptions = {}): Tensor {
  const { y, kept, axes } = reduce('ReduceMean', x, options);
  return differentiable(y, [x], (dy) => {
    const count = countOf(
      x,
      axes.map((axis) => x.shape[axis]!),
    );
    return [broadcastTo(div(reshape(dy, kept), count), x.shape)];
  });
}

/** Largest of each; where several are largest, the gradient is shared between them. */
export function max(x: Tensor, options: ReduceOptions = {}): Tensor {
  return extreme('ReduceMax', x, options);
}

/** Smallest of each; where several are smallest, the gradient is shared between them. */
export function min(x: Tensor, options: ReduceOptions = {}): Tensor {
  return extreme('ReduceMin', x, options);
}

function extreme(opType: string, x: Tensor, options: ReduceOptions): Tensor {
  const { y, kept, axes } = reduce(opType, x, options);
  return differentiable(y, [x], (dy) => {
    const chosen = cast(equal(x, reshape(y, kept)), 'float32');
    return [mul(chosen, div(reshape(dy, kept), sumKept(chosen, axes)))];
  });
}

/** log Σ exp x, without overflow. */
export function logSumExp(x: Tensor, options: ReduceOptions = {}): Tensor {
  const { y, kept } = reduce('ReduceLogSumExp', x, options);
  return differentiable(y, [x], (dy) => [mul(exp(sub(x, reshape(y, kept))), reshape(dy, kept))]);
}
