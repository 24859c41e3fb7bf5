/**
 * Every dimension to mean 0 and the same spread. Unit vectors of a text encoder, given raw, collapse to a single code:
 * their common part is larger than what tells them apart.
 *
 * N rows, D dimensions.
 */
import type { DenseLayer } from '../dense-layers.ts';
import type { Matrix } from '../k-means/nearest-centers.ts';

export interface Standards {
  /** [D] */
  readonly mean: Float64Array;
  /** What a difference from the mean is multiplied by; 0 where a dimension never varies [D]. */
  readonly scale: Float64Array;
}

export function standardsOf({ values, width: D }: Matrix): Standards {
  const count = values.length / D;
  const mean = new Float64Array(D);
  const scale = new Float64Array(D);
  for (let at = 0; at < values.length; at++) mean[at % D]! += values[at]! / count;
  for (let at = 0; at < values.length; at++) scale[at % D]! += (values[at]! - mean[at % D]!) ** 2 / count;
  return { mean, scale: scale.map((variance) => (variance > 1e-12 ? 1 / Math.sqrt(variance) : 0)) };
}

export function standardized({ values, width: D }: Matrix, { mean, scale }: Standards): Matrix {
  return {
    values: values.map((value, at) => (value - mean[at % D]!) * scale[at % D]!),
    width: D,
  };
}

/** The layer for raw vectors that does what the given one does for standardised ones. */
export function unstandardized({ weights, bias }: DenseLayer, { mean, scale }: Standards): DenseLayer {
  const outputs = bias.length;
  const shifted = Float64Array.from(bias);
  const scaled = weights.map((weight, at) => {
    const d = Math.floor(at / outputs);
    shifted[at % outputs]! -= mean[d]! * scale[d]! * weight;
    return weight * scale[d]!;
  });
  return { weights: scaled, bias: Float32Array.from(shifted) };
}
