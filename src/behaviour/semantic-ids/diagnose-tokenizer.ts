/**
 * Quality metrics of a tokenizer: unused codes, shared IDs, lost similarity. They show faults before a model
 * is trained on the codes.
 *
 * N items, D dimensions, L levels; shares are 0..1.
 */
import { codeUse } from './diagnostics/code-use.ts';
import { distinctVectors } from './diagnostics/distinct-vectors.ts';
import { neighbourOverlap, overlapSample, trueNeighbours } from './diagnostics/neighbour-overlap.ts';
import type { Quantizer } from './quantizer.ts';

export interface TokenizerDiagnostics {
  readonly items: number;
  /** Codes of each level [L]. */
  readonly codebook_sizes: readonly number[];
  /** Share of a level's codes that an item has [L]. */
  readonly utilization: readonly number[];
  readonly distinct_codes: number;
  /** Share of items that need a suffix: all but the first of those with equal codes. */
  readonly collision_rate: number;
  /** Lower bound of the collision rate: items of equal content always collide. */
  readonly collision_rate_floor: number;
  /** Number of items that share all codes with another item. */
  readonly colliding_items: number;
  readonly largest_group: number;
  /** By r = 1 … L: share of items that have their first r codes in common with another item [L]. */
  readonly prefix_sharing: readonly number[];
  /** By r: share of the vectors' variance that the first r codes do not explain [L]. */
  readonly reconstruction_error: readonly number[];
  /** By r: share of the ten nearest neighbours that are also nearest by the first r codes [L]. */
  readonly neighbour_overlap: readonly number[];
  /** Number of items that the overlap was measured for. */
  readonly neighbour_overlap_sample: number;
}

export interface TokenizerToDiagnose {
  readonly quantizer: Quantizer;
  /** The vectors that the quantizer was fitted on, row-major [N × D]. */
  readonly vectors: Float32Array;
  /** `quantizer.codesOf(vectors)` */
  readonly codes: Uint16Array;
  readonly seed: number;
}

/** Blocks its thread for about 3 s, nearly independent of the number of items. */
export function diagnoseTokenizer({
  quantizer,
  vectors,
  codes,
  seed,
}: TokenizerToDiagnose): TokenizerDiagnostics {
  const { layout, dimension } = quantizer;
  const { sizes } = layout;
  const items = codes.length / sizes.length;
  const use = codeUse(codes, sizes);
  const sample = overlapSample(items, seed);
  const pool = rowsAt(vectors, dimension, sample.pool);
  const poolCodes = rowsAt(codes, sizes.length, sample.pool);
  const truth = trueNeighbours(pool, dimension, sample.queries);
  const reconstructions = sizes.map((_, level) => quantizer.reconstruct(poolCodes, level + 1));
  return {
    items,
    codebook_sizes: sizes,
    utilization: use.utilization,
    distinct_codes: use.distinctCodes,
    collision_rate: (items - use.distinctCodes) / items,
    collision_rate_floor: (items - distinctVectors(vectors, dimension)) / items,
    colliding_items: Math.round(use.prefixSharing.at(-1)! * items),
    largest_group: use.largestGroup,
    prefix_sharing: use.prefixSharing,
    reconstruction_error: reconstructions.map((reconstructed) => unexplained(pool, reconstructed, dimension)),
    neighbour_overlap: reconstructions.map((reconstructed) =>
      neighbourOverlap(reconstructed, dimension, sample.queries, truth),
    ),
    neighbour_overlap_sample: sample.queries.length,
  };
}

function rowsAt<Values extends Float32Array | Uint16Array>(
  values: Values,
  width: number,
  rows: Int32Array,
): Values {
  const chosen = new (values.constructor as new (length: number) => Values)(rows.length * width);
  rows.forEach((row, at) => void chosen.set(values.subarray(row * width, (row + 1) * width), at * width));
  return chosen;
}

/** Σ|x - y|² / Σ|x - mean|²; 0 where the vectors do not vary. */
function unexplained(vectors: Float32Array, reconstructed: Float32Array, dimension: number): number {
  const mean = new Float64Array(dimension);
  const count = vectors.length / dimension;
  for (let at = 0; at < vectors.length; at++) mean[at % dimension]! += vectors[at]! / count;
  let [missed, all] = [0, 0];
  for (let at = 0; at < vectors.length; at++) {
    missed += (vectors[at]! - reconstructed[at]!) ** 2;
    all += (vectors[at]! - mean[at % dimension]!) ** 2;
  }
  return all < 1e-12 * vectors.length ? 0 : missed / all;
}
