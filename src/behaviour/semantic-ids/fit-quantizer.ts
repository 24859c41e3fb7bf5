/** Fits a quantizer of the requested kind. Blocks its thread. */

import { assertNotCollapsed } from './assert-not-collapsed.ts';
import { fitCollaborativeMap } from './collaborative/fit-collaborative-map.ts';
import { type NearestCenters, openNearestCenters } from './k-means/nearest-centers.ts';
import { matrixProduct } from './matrix-product.ts';
import type { Quantizer, QuantizerProblem } from './quantizer.ts';
import type { QuantizerFit } from './quantizer-fit.ts';
import { fitResidualKMeans } from './residual-k-means/fit-residual-k-means.ts';
import { fitRqVae } from './rq-vae/fit-rq-vae.ts';

/** Share of the progress for the collaborative map. */
const MAP_SHARE = 0.4;

/** Figures of a fit, for diagnostics and logs. */
export interface FitReport {
  /** Dimensions of the space in which codes are searched. */
  readonly latentWidth: number;
  /** Share (0..1) of the vectors' variance in this space. */
  readonly varianceKept: number;
  readonly minutes: number;
}

export interface FittedQuantizer {
  readonly quantizer: Quantizer;
  readonly report: FitReport;
}

/**
 * Deterministic on one machine. Throws `CollapsedTokenizerError` if different items get too few codes,
 * RangeError if there is no vector, and `signal.reason`.
 */
export async function fitQuantizer(problem: QuantizerProblem): Promise<FittedQuantizer> {
  const startedMs = performance.now();
  assertVectors(problem);
  const nearest = await openNearestCenters();
  try {
    const { quantizer, codes, ...figures } = await fitKind(problem, nearest);
    assertNotCollapsed({ quantizer, codes, vectors: problem.vectors, seed: problem.seed });
    return { quantizer, report: { ...figures, minutes: (performance.now() - startedMs) / 60_000 } };
  } finally {
    await nearest.close();
  }
}

async function fitKind(problem: QuantizerProblem, nearest: NearestCenters): Promise<QuantizerFit> {
  const { vectors, dimension, kind, onProgress } = problem;
  const rows = { values: vectors, width: dimension };
  const mapShare = problem.collaborative === null ? 0 : MAP_SHARE;
  const map = await fitCollaborativeMap({
    ...problem,
    onProgress: (share, doing) => onProgress?.(mapShare * share, doing),
  });
  const mapped = map === null ? rows : await matrixProduct(rows, { values: map, width: dimension });
  const rest: QuantizerProblem = {
    ...problem,
    onProgress: (share, doing) => onProgress?.(mapShare + (1 - mapShare) * share, doing),
  };
  return kind === 'rq-vae'
    ? fitRqVae(rest, mapped, map, nearest)
    : fitResidualKMeans(rest, mapped, map, nearest);
}

function assertVectors({ vectors, dimension }: QuantizerProblem): void {
  if (vectors.length === 0 || vectors.length % dimension !== 0)
    throw new RangeError(`${vectors.length} numbers are not one or more vectors of ${dimension} dimensions.`);
  if (!vectors.every(Number.isFinite)) throw new RangeError('vectors have values that are no numbers.');
}
