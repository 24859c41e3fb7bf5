/** Fits the encoder and codebooks of an RQ-VAE. The last level is fitted again, with prefix centres. */
import { applyLayers, type DenseLayer } from '../dense-layers.ts';
import { fitMeanings } from '../fit-meanings.ts';
import { fitResidualLevels } from '../fit-residual-levels.ts';
import type { Matrix, NearestCenters } from '../k-means/nearest-centers.ts';
import { matrixProduct } from '../matrix-product.ts';
import type { QuantizerProblem } from '../quantizer.ts';
import type { QuantizerFit } from '../quantizer-fit.ts';
import { quantizerFromState } from '../quantizer-from-state.ts';
import { quantizerState } from '../quantizer-state.ts';
import { codebookName } from './residual-model.ts';
import { absorbStandardization, fitStandardization, standardized } from './standardize.ts';
import { trainResidualModel } from './train-residual-model.ts';

const WIDTHS = [256, 128, 32];

/** `mapped`: the problem's vectors after the collaborative map, if there is one. */
export async function fitRqVae(
  problem: QuantizerProblem,
  mapped: Matrix,
  map: Float32Array | null,
  nearest: NearestCenters,
): Promise<QuantizerFit> {
  const { vectors, dimension, layout, seed, signal, onProgress } = problem;
  const standardization = fitStandardization(mapped);
  const trained = await trainResidualModel({
    problem: { ...problem, onProgress: (share, doing) => onProgress?.(0.9 * share, doing) },
    rows: standardized(mapped, standardization),
    widths: WIDTHS,
    nearest,
  });
  const layers = WIDTHS.map((_, at) => ({
    weights: trained.get(`encoder.${at}.weights`)!,
    bias: trained.get(`encoder.${at}.bias`)!,
  }));
  const first = await absorbMap(map, absorbStandardization(layers[0]!, standardization), dimension);
  const encoder = [first, ...layers.slice(1)];
  const latent = latentOf(encoder, { values: vectors, width: dimension });
  const { sizes } = layout;
  const levels = await fitResidualLevels({
    latent,
    layout,
    seed,
    nearest,
    normalizeResiduals: false,
    localCenters: sizes.length > 1,
    given: sizes.slice(0, sizes.length > 1 ? -1 : 1).map((_, level) => trained.get(codebookName(level))!),
    signal,
    onProgress: (share) => onProgress?.(0.9 + 0.1 * share, 'fitting the last level'),
  });
  const rows = { values: vectors, width: dimension };
  const state = quantizerState({
    kind: 'rq-vae',
    layout,
    dimension,
    encoder,
    decoder: [],
    levels,
    meanings: fitMeanings(rows, levels.codes, sizes, levels.assignment.centers),
    settings: {
      normalize_residuals: false,
      progressive_masking: problem.progressiveMasking,
      collaborative_weight: map === null ? 0 : (problem.collaborative?.weight ?? 0),
      seed,
    },
  });
  return {
    quantizer: quantizerFromState(state),
    codes: levels.codes,
    latentWidth: latent.width,
    varianceKept: 1,
  };
}

/** The layer with the map multiplied in, so that it takes unmapped vectors. */
async function absorbMap(
  map: Float32Array | null,
  layer: DenseLayer,
  dimension: number,
): Promise<DenseLayer> {
  if (map === null) return layer;
  const weights = { values: layer.weights, width: layer.bias.length };
  const product = await matrixProduct({ values: map, width: dimension }, weights);
  return { weights: product.values, bias: layer.bias };
}

function latentOf(encoder: readonly DenseLayer[], { values, width }: Matrix): Matrix {
  const outputs = encoder.at(-1)!.bias.length;
  const latent = new Float32Array((values.length / width) * outputs);
  for (let row = 0; row * width < values.length; row++)
    latent.set(
      applyLayers(encoder, new Float64Array(values.subarray(row * width, (row + 1) * width))),
      row * outputs,
    );
  return { values: latent, width: outputs };
}
