/** Ops that change the flow of gradients and not the values. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable, operate } from '../graph/operate.ts';
import { formatShape, ShapeError, sameShape } from '../graph/shape.ts';

/** x without a gradient. */
export function stopGradient(x: Tensor): Tensor {
  return operate('Identity', [x], x);
}

/**
 * The straight-through estimator (Bengio et al. 2013): the result is `value`, and its gradient goes unchanged
 * to `gradientTo`. For a quantizer: quantized vectors forwards, gradients to the original vectors. Throws a
 * ShapeError if the shapes differ.
 */
export function straightThrough(value: Tensor, gradientTo: Tensor): Tensor {
  if (!sameShape(value.shape, gradientTo.shape))
    throw new ShapeError(
      `straightThrough: ${formatShape(value.shape)} for ${formatShape(gradientTo.shape)}; expected one shape.`,
    );
  return differentiable(operate('Identity', [value], value), [gradientTo], (dy) => [dy]);
}
