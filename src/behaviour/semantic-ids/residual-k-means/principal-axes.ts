/**
 * Principal component analysis. Codes are searched in the few dimensions of the largest variance
 * ([figures](../../../docs/design/decisions/semantic-ids.md)).
 *
 * N rows, D dimensions, W axes.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { randomOrder } from '../../../platform/numeric/random-streams.ts';
import type { Matrix as Rows } from '../k-means/nearest-centers.ts';
import { matrixProduct } from '../matrix-product.ts';

export interface PrincipalAxes {
  /** [D] */
  readonly mean: Float64Array;
  /** Orthonormal, in descending order of variance; row-major [D × W]. */
  readonly axes: Float32Array;
  /** Share (0..1) of the variance on the axes. */
  readonly varianceKept: number;
}

/** More rows change the axes little. */
const MAX_ROWS = 65_536;

export async function principalAxes(rows: Rows, most: number, seed: number): Promise<PrincipalAxes> {
  const { width: D } = rows;
  const W = Math.min(most, D);
  const count = rows.values.length / D;
  const chosen = randomOrder(seed, 'principal axes', count).subarray(0, MAX_ROWS).sort();
  const mean = meanOf(rows, chosen);
  const scatter = await scatterOf(rows, chosen, mean);
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(scatter, {
    assumeSymmetric: true,
  });
  const axes = new Float32Array(D * W);
  for (let d = 0; d < D; d++)
    for (let w = 0; w < W; w++) axes[d * W + w] = eigenvectorMatrix.get(d, D - 1 - w);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + Math.max(0, value), 0);
  const all = total(realEigenvalues);
  return { mean, axes, varianceKept: all === 0 ? 1 : total(realEigenvalues.slice(D - W)) / all };
}

function meanOf({ values, width }: Rows, chosen: Int32Array): Float64Array {
  const mean = new Float64Array(width);
  for (const row of chosen)
    for (let d = 0; d < width; d++) mean[d]! += values[row * width + d]! / chosen.length;
  return mean;
}

async function scatterOf({ values, width }: Rows, chosen: Int32Array, mean: Float64Array): Promise<Matrix> {
  const centered = new Float32Array(chosen.length * width);
  chosen.forEach((row, at) => {
    for (let d = 0; d < width; d++) centered[at * width + d] = values[row * width + d]! - mean[d]!;
  });
  const rows: Rows = { values: centered, width };
  const scatter = await matrixProduct(rows, rows, { transposeA: true });
  return Matrix.from1DArray(width, width, Array.from(scatter.values));
}
