/**
 * The graph of an RQ-VAE (Lee et al., 2022; TIGER, Rajput et al., 2023): an encoder, L codebooks of
 * residuals, and a decoder, trained together. The decoder gets the quantized vector, whose gradient goes to
 * the encoder (straight-through estimator: Bengio et al., 2013). The codebook loss moves codes towards their
 * residuals. The commitment loss, with weight 0.25, moves the encoder towards its codes (VQ-VAE: van den Oord
 * et al., 2017).
 *
 * B rows, D dimensions, W latent dimensions, K codes of a level.
 */
import { Graph, type Tensor } from '../../../engines/tensor/graph/graph.ts';
import { xavierUniform, zeros } from '../../../engines/tensor/graph/initializers.ts';
import { add, mul, sub } from '../../../engines/tensor/ops/arithmetic.ts';
import { relu, square } from '../../../engines/tensor/ops/elementwise.ts';
import { gather } from '../../../engines/tensor/ops/gather.ts';
import { stopGradient, straightThrough } from '../../../engines/tensor/ops/gradient-control.ts';
import { squaredError } from '../../../engines/tensor/ops/losses.ts';
import { matMul } from '../../../engines/tensor/ops/mat-mul.ts';
import { mean, sum } from '../../../engines/tensor/ops/reduce.ts';
import { argMax, cast } from '../../../engines/tensor/ops/select.ts';
import { slice } from '../../../engines/tensor/ops/shape.ts';

export interface ResidualShape {
  readonly dimension: number;
  /** Widths of the hidden layers, then the latent width. */
  readonly widths: readonly number[];
  readonly sizes: readonly number[];
}

const COMMITMENT = 0.25;

/**
 * Inputs: `rows` [B, D], standardised; `kept` [B, L], 1 where the code of a level goes to the decoder.
 * Metrics: the codes of each level [B]. Evaluation: the residual that each level quantizes [B, W].
 */
export function residualModel({ dimension, widths, sizes }: ResidualShape) {
  const graph = new Graph();
  const rows = graph.input('rows', 'float32', ['B', dimension]);
  const kept = graph.input('kept', 'float32', ['B', sizes.length]);
  const latent = layers(graph, 'encoder', rows, widths);
  const width = widths.at(-1)!;
  const metrics: Record<string, Tensor> = {};
  const evaluation: Record<string, Tensor> = {};
  const losses: Tensor[] = [];
  const levelVectors: Tensor[] = [];
  let residual = latent;
  for (const [level, size] of sizes.entries()) {
    evaluation[`rest.${level}`] = residual;
    const codebook = graph.parameter(codebookName(level), [size, width], {
      initializer: zeros,
      decay: false,
    });
    const code = argMax(similarity(stopGradient(residual), stopGradient(codebook)));
    const center = gather(codebook, code);
    metrics[`code.${level}`] = cast(code, 'float32');
    losses.push(
      squaredDistance(stopGradient(residual), center),
      mul(squaredDistance(residual, stopGradient(center)), COMMITMENT),
    );
    levelVectors.push(mul(center, slice(kept, { axis: 1, start: level, end: level + 1 })));
    residual = sub(residual, stopGradient(center));
  }
  const quantized = straightThrough(
    levelVectors.reduce((total, vectors) => add(total, vectors)),
    latent,
  );
  const reconstructed = layers(graph, 'decoder', quantized, [...widths.slice(0, -1).reverse(), dimension]);
  const reconstruction = squaredDistance(reconstructed, rows);
  const loss = losses.reduce((total, levelLoss) => add(total, levelLoss), reconstruction);
  return { loss, metrics: { ...metrics, reconstruction }, evaluation };
}

export const codebookName = (level: number): string => `codebook.${level}`;

/** x · c - |c|²/2, which is greatest for the nearest code. */
function similarity(rows: Tensor, codebook: Tensor): Tensor {
  const halves = mul(sum(square(codebook), { axes: [1] }), 0.5);
  return sub(matMul(rows, codebook, { transposeB: true }), halves);
}

/** Squared Euclidean distance, mean over rows. */
function squaredDistance(a: Tensor, b: Tensor): Tensor {
  return mean(sum(squaredError(a, b), { axes: [-1] }));
}

function layers(graph: Graph, part: string, x: Tensor, widths: readonly number[]): Tensor {
  return widths.reduce((values, width, at) => {
    const inputs = Number(values.shape[1]);
    const name = `${part}.${at}`;
    const weights = graph.parameter(`${name}.weights`, [inputs, width], { initializer: xavierUniform });
    const bias = graph.parameter(`${name}.bias`, [width], { initializer: zeros });
    return add(matMul(at === 0 ? values : relu(values), weights), bias);
  }, x);
}
