/** Element-wise functions y = f(x); x is float32. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable, operate } from '../graph/operate.ts';
import * as plain from '../plain/arithmetic.ts';

const { div, greater, mul, sub, where } = plain;

/** `slope` returns dy · f'(x) from dy and y. */
function unary(
  opType: string,
  x: Tensor,
  slope: (dy: Tensor, y: Tensor) => Tensor,
  extra: readonly Tensor[] = [],
): Tensor {
  const y = plain.unary(opType, x, extra);
  return differentiable(y, [x], (dy) => [slope(dy, y)]);
}

export const neg = (x: Tensor): Tensor => unary('Neg', x, plain.neg);
export const exp = (x: Tensor): Tensor => unary('Exp', x, mul);
/** Natural logarithm, x > 0. */
export const log = (x: Tensor): Tensor => unary('Log', x, (dy) => div(dy, x));
/** Square root, x > 0: at 0 the slope is infinite. */
export const sqrt = (x: Tensor): Tensor => unary('Sqrt', x, (dy, y) => div(mul(dy, 0.5), y));
/** Absolute value; slope 0 at 0. */
export const abs = (x: Tensor): Tensor => unary('Abs', x, (dy) => mul(dy, operate('Sign', [x], x)));
export const tanh = (x: Tensor): Tensor => unary('Tanh', x, (dy, y) => mul(dy, sub(1, mul(y, y))));

export function square(x: Tensor): Tensor {
  return differentiable(mul(x, x), [x], (dy) => [mul(dy, mul(x, 2))]);
}

/** x to a constant power. Unless the exponent is a positive whole number, x must be positive. */
export function pow(x: Tensor, exponent: number): Tensor {
  const raised = (power: number) => plain.unary('Pow', x, [x.graph.constant(power)]);
  return differentiable(raised(exponent), [x], (dy) => [mul(dy, mul(raised(exponent - 1), exponent))]);
}

/** min(max(x, low), high); slope 1 from low to high, 0 elsewhere. */
export function clamp(x: Tensor, low: number, high: number): Tensor {
  const bounds = [x.graph.constant(low), x.graph.constant(high)];
  return unary('Clip', x, (dy, y) => where(plain.equal(x, y), dy, 0), bounds);
}

/** 1 / (1 + e^-x) */
export const sigmoid = (x: Tensor): Tensor => unary('Sigmoid', x, (dy, y) => mul(dy, mul(y, sub(1, y))));

/** log(1 + e^x), without overflow. */
export const softplus = (x: Tensor): Tensor => unary('Softplus', x, (dy) => mul(dy, plain.sigmoid(x)));

/** max(x, 0); slope 0 at 0. */
export const relu = (x: Tensor): Tensor => unary('Relu', x, (dy) => where(greater(x, 0), dy, 0));

/** x · sigmoid(x), also named swish (Elfwing et al. 2018). */
export function silu(x: Tensor): Tensor {
  const gate = plain.sigmoid(x);
  return differentiable(mul(x, gate), [x], (dy) => [mul(dy, mul(gate, plain.add(1, mul(x, sub(1, gate)))))]);
}

/**
 * x · Φ(x) with the normal distribution function Φ, not an approximation (Hendrycks, Gimpel 2016); slope
 * Φ(x) + x φ(x).
 */
export const gelu = (x: Tensor): Tensor =>
  unary('Gelu', x, (dy) => {
    const distribution = mul(plain.add(plain.unary('Erf', mul(x, Math.SQRT1_2)), 1), 0.5);
    const density = mul(plain.exp(mul(mul(x, x), -0.5)), 1 / Math.sqrt(2 * Math.PI));
    return mul(dy, plain.add(distribution, mul(x, density)));
  });
