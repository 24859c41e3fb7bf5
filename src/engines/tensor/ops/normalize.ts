/** Normalisations: layer norm, unit vectors, softmax. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable, operate } from '../graph/operate.ts';
import { axisOf, formatShape, ShapeError } from '../graph/shape.ts';
import * as plain from '../plain/arithmetic.ts';
import { reduceToShape, sumKept } from '../plain/reduce.ts';
import { add, mul } from './arithmetic.ts';
import { pow, square } from './elementwise.ts';
import { sum } from './reduce.ts';

/**
 * Layer normalisation (Ba, Kiros, Hinton 2016): (x - mean) / √(variance + epsilon) · gain + bias over the
 * last axis; gain and bias [d]. With x̂ the normalised x and g = dy · gain, dx = (g - mean(g) - x̂ · mean(g
 * x̂)) / deviation. Throws a ShapeError if gain or bias do not fit.
 */
export function layerNorm(x: Tensor, gain: Tensor, bias: Tensor, epsilon = 1e-5): Tensor {
  const width = x.shape.at(-1);
  if (typeof width !== 'number' || `${gain.shape}` !== `${width}` || `${bias.shape}` !== `${width}`)
    throw new ShapeError(
      `layerNorm: gain ${formatShape(gain.shape)} and bias ${formatShape(bias.shape)} for ${formatShape(x.shape)}; ` +
        'expected both to be as wide as its last axis.',
    );
  const moments = { type: 'float32', shape: x.shape.with(-1, 1) } as const;
  const [y, mean, inverseDeviation] = x.graph.operator(
    'LayerNormalization',
    [x, gain, bias],
    [x, moments, moments],
    {
      axis: -1,
      epsilon: { float: epsilon },
    },
  ) as [Tensor, Tensor, Tensor];
  return differentiable(y, [x, gain, bias], (dy) => {
    const normalized = plain.mul(plain.sub(x, mean), inverseDeviation);
    const g = plain.mul(dy, gain);
    const last = [x.shape.length - 1];
    const meanOf = (values: Tensor) => plain.mul(sumKept(values, last), 1 / width);
    const centred = plain.sub(
      plain.sub(g, meanOf(g)),
      plain.mul(normalized, meanOf(plain.mul(g, normalized))),
    );
    return [
      plain.mul(centred, inverseDeviation),
      reduceToShape(plain.mul(dy, normalized), gain.shape),
      reduceToShape(dy, bias.shape),
    ];
  });
}

/** x / √(Σ x² + epsilon) over the last axis: vectors of length 1; a zero vector stays zero. */
export function l2Normalize(x: Tensor, epsilon = 1e-12): Tensor {
  const squared = sum(square(x), { axes: [-1], keepDimensions: true });
  return mul(x, pow(add(squared, epsilon), -0.5));
}

/** e^x / Σ e^x over an axis, by default the last. dx = y · (dy - Σ dy y). */
export function softmax(x: Tensor, axis = -1): Tensor {
  const at = axisOf('softmax', axis, x.shape.length);
  const y = operate('Softmax', [x], x, { axis: at });
  return differentiable(y, [x], (dy) => {
    const weighted = plain.mul(dy, y);
    return [plain.sub(weighted, plain.mul(y, sumKept(weighted, [at])))];
  });
}

/** log(e^x / Σ e^x) over an axis, by default the last. dx = dy - e^y · Σ dy. */
export function logSoftmax(x: Tensor, axis = -1): Tensor {
  const at = axisOf('logSoftmax', axis, x.shape.length);
  const y = operate('LogSoftmax', [x], x, { axis: at });
  return differentiable(y, [x], (dy) => [plain.sub(dy, plain.mul(plain.exp(y), sumKept(dy, [at])))]);
}
