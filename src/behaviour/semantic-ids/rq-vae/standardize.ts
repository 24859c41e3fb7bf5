/**
 * Standardises every dimension to mean 0 and variance 1. Raw unit vectors of a text encoder collapse to a
 * single code, since their common part is larger than their differences.
 *
 * N rows, D dimensions.
 */
import type { DenseLayer } from '../dense-layers.ts';
import type { Matrix } from '../k-means/nearest-centers.ts';

export interface Standardization {
  /** [D] */
  readonly mean: Float64Array;
  /** 1 / standard deviation, or 0 for a constant dimension [D]. */
  readonly scale: Float64Array;
}

export function fitStandardization({ values, width: D }: Matrix): Standardization {
  const count = values.length / D;
  const mean = new Float64Array(D);
  const scale = new Float64Array(D);
  for (let at = 0; at < values.length; at++) mean[at % D]! += values[at]! / count;
  for (let at = 0; at < values.length; at++) scale[at % D]! += (values[at]! - mean[at % D]!) ** 2 / count;
  return { mean, scale: scale.map((variance) => (variance > 1e-12 ? 1 / Math.sqrt(variance) : 0)) };
}

export function standardized({ values, width: D }: Matrix, { mean, scale }: Standardization): Matrix {
  return {
    values: values.map((value, at) => (value - mean[at % D]!) * scale[at % D]!),
    width: D,
  };
}

/** The layer with the standardisation multiplied in, so that it takes raw vectors. */
export function absorbStandardization(
  { weights, bias }: DenseLayer,
  { mean, scale }: Standardization,
): DenseLayer {
  const outputs = bias.length;
  const shifted = Float64Array.from(bias);
  const scaled = weights.map((weight, at) => {
    const d = Math.floor(at / outputs);
    shifted[at % outputs]! -= mean[d]! * scale[d]! * weight;
    return weight * scale[d]!;
  });
  return { weights: scaled, bias: Float32Array.from(shifted) };
}
