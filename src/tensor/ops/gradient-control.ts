/** Where gradients go, apart from what is computed. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable, operate } from '../graph/operate.ts';
import { formatShape, ShapeError, sameShape } from '../graph/shape.ts';

/** x, and no gradient goes back. */
export function stopGradient(x: Tensor): Tensor {
  return operate('Identity', [x], x);
}

/**
 * The value of one, the gradient to the other: quantised vectors in, gradients to what was quantised (Bengio
 * 2013).
 */
export function straightThrough(value: Tensor, gradientTo: Tensor): Tensor {
  if (!sameShape(value.shape, gradientTo.shape))
    throw new ShapeError(
      `straightThrough: ${formatShape(value.shape)} for ${formatShape(gradientTo.shape)}; expected one shape.`,
    );
  return differentiable(operate('Identity', [value], value), [gradientTo], (dy) => [dy]);
}
