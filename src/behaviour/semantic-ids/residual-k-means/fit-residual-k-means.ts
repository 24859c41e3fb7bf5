/**
 * Fits residual k-means on the principal axes of the vectors (multistage vector quantization: Juang and Gray,
 * 1982). Each level is fitted to the residuals of the levels before and is independent of later levels. A
 * prefix of codes is therefore as good as it can be, with or without progressive masking.
 */
import type { DenseLayer } from '../dense-layers.ts';
import { fitMeanings } from '../fit-meanings.ts';
import { fitResidualLevels } from '../fit-residual-levels.ts';
import type { Matrix, NearestCenters } from '../k-means/nearest-centers.ts';
import { matrixProduct } from '../matrix-product.ts';
import type { QuantizerProblem } from '../quantizer.ts';
import type { QuantizerFit } from '../quantizer-fit.ts';
import { quantizerFromState } from '../quantizer-from-state.ts';
import { quantizerState } from '../quantizer-state.ts';
import { type PrincipalAxes, principalAxes } from './principal-axes.ts';

const MAX_AXES = 64;
/** Maximum values of meanings in vector space (64 MiB). Larger ones stay in the latent space. */
const MAX_MEANING_VALUES = 2 ** 24;

/** `mapped`: the problem's vectors after the collaborative map, if there is one. */
export async function fitResidualKMeans(
  problem: QuantizerProblem,
  mapped: Matrix,
  map: Float32Array | null,
  nearest: NearestCenters,
): Promise<QuantizerFit> {
  const { vectors, dimension, layout, seed, signal, onProgress } = problem;
  onProgress?.(0, 'computing principal axes');
  const principal = await principalAxes(mapped, MAX_AXES, seed);
  const latent = project(mapped, principal);
  const levels = await fitResidualLevels({
    latent,
    layout,
    seed,
    nearest,
    normalizeResiduals: true,
    signal,
    onProgress: (share) => onProgress?.(0.1 + 0.9 * share, 'fitting codebooks'),
  });
  const codeCount = layout.sizes.reduce((sum, size) => sum + size, 0);
  const isLatent = map === null && codeCount * dimension > MAX_MEANING_VALUES;
  const meaningVectors = isLatent ? latent : { values: vectors, width: dimension };
  const state = quantizerState({
    kind: 'residual-kmeans',
    layout,
    dimension,
    encoder: [await encoderOf(principal, map)],
    decoder: isLatent ? [decoderOf(principal)] : [],
    levels,
    meanings: fitMeanings(meaningVectors, levels.codes, layout.sizes, levels.assignment.centers),
    settings: {
      normalize_residuals: true,
      progressive_masking: problem.progressiveMasking,
      collaborative_weight: map === null ? 0 : (problem.collaborative?.weight ?? 0),
      seed,
    },
  });
  return {
    quantizer: quantizerFromState(state),
    codes: levels.codes,
    latentWidth: latent.width,
    varianceKept: principal.varianceKept,
  };
}

function project({ values, width: D }: Matrix, { mean, axes }: PrincipalAxes): Matrix {
  const W = axes.length / D;
  const latent = new Float32Array((values.length / D) * W);
  const row = new Float64Array(W);
  for (let at = 0; at * D < values.length; at++) {
    row.fill(0);
    for (let d = 0; d < D; d++) {
      const value = values[at * D + d]! - mean[d]!;
      for (let w = 0; w < W; w++) row[w]! += value * axes[d * W + w]!;
    }
    latent.set(row, at * W);
  }
  return { values: latent, width: W };
}

/** z = (x M - mean) A */
async function encoderOf({ mean, axes }: PrincipalAxes, map: Float32Array | null): Promise<DenseLayer> {
  const W = axes.length / mean.length;
  const bias = new Float32Array(W);
  for (let w = 0; w < W; w++) {
    let sum = 0;
    for (let d = 0; d < mean.length; d++) sum += mean[d]! * axes[d * W + w]!;
    bias[w] = -sum;
  }
  if (map === null) return { weights: axes, bias };
  const product = await matrixProduct({ values: map, width: mean.length }, { values: axes, width: W });
  return { weights: product.values, bias };
}

/** x ≈ z Aᵀ + mean */
function decoderOf({ mean, axes }: PrincipalAxes) {
  const D = mean.length;
  const W = axes.length / D;
  const weights = new Float32Array(W * D);
  for (let d = 0; d < D; d++) for (let w = 0; w < W; w++) weights[w * D + d] = axes[d * W + w]!;
  return { weights, bias: Float32Array.from(mean) };
}
