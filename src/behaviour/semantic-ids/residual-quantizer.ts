/**
 * A fitted quantizer, the same for both kinds. Dense layers map a vector to a latent vector z. Each level
 * takes the nearest code and passes the residual to the next level.
 *
 * With normalised residuals, the residual is first scaled to length 1, which separates items close to their
 * code better.
 *
 * Prefix centres: items that share all codes but the last are near-duplicates, and their residuals point in
 * one direction. The last level therefore subtracts the mean of the group at fit (the centre of the prefix)
 * before it searches. A prefix of fewer than two items has no centre. Centres are fixed at fit
 * ([figures](../../docs/design/decisions/semantic-ids.md)).
 *
 * Assignment is float64 arithmetic in a fixed order (`dense-layers.ts`, `nearest-code.ts`; square roots and
 * divisions are exactly rounded). It is a pure function of vector and state.
 *
 * The meaning of a code is its reconstruction vector: the mean residual of the items that have the code. It
 * is not the codebook entry, whose length is lost. Meanings may lie in the space of the vectors; then there
 * is no decoder.
 */
import { normalize } from '../../platform/numeric/vectors.ts';
import type { CodebookLayout } from './codebook-layout.ts';
import { applyLayers, type DenseLayer } from './dense-layers.ts';
import { type Codebook, nearestCode } from './nearest-code.ts';
import { prefixKey } from './prefix-key.ts';
import type { Quantizer, QuantizerKind, QuantizerState } from './quantizer.ts';

export interface QuantizerParts {
  readonly kind: QuantizerKind;
  readonly layout: CodebookLayout;
  readonly dimension: number;
  readonly encoder: readonly DenseLayer[];
  /** Empty if meanings are vectors. */
  readonly decoder: readonly DenseLayer[];
  readonly assignment: Assignment;
  readonly meanings: CodeMeanings;
  readonly state: QuantizerState;
}

export interface CodeMeanings {
  readonly width: number;
  /** By level, row-major [K × width]. Zero for a code that no item has. */
  readonly levels: readonly Float32Array[];
  /** By prefix, as `PrefixCenters`; row-major [P × width]. */
  readonly prefixes: Float32Array;
}

export interface Assignment {
  readonly codebooks: readonly Codebook[];
  readonly width: number;
  /** True: at every level after the first. False: only at the last level, and only with prefix centres. */
  readonly normalizeResiduals: boolean;
  readonly centers: PrefixCenters | null;
}

/** P prefixes of L - 1 codes that several items had at fit. */
export interface PrefixCenters {
  /** From `prefixKey` to the row of `values`. */
  readonly rows: ReadonlyMap<string, number>;
  /** Row-major [P × W]. */
  readonly values: Float32Array;
}

export function residualQuantizer(parts: QuantizerParts): Quantizer {
  const { kind, layout, dimension, encoder, assignment, state } = parts;
  const levels = layout.sizes.length;
  return {
    kind,
    layout,
    dimension,
    codesOf: (vectors) => {
      const count = rowsOf(vectors.length, dimension, 'vectors');
      const codes = new Uint16Array(count * levels);
      for (let row = 0; row < count; row++) {
        const vector = new Float64Array(vectors.subarray(row * dimension, (row + 1) * dimension));
        assignLevels(
          assignment,
          applyLayers(encoder, vector),
          codes.subarray(row * levels, (row + 1) * levels),
        );
      }
      return codes;
    },
    reconstruct: (codes, levelCount = levels) => {
      const count = rowsOf(codes.length, levels, 'codes');
      const vectors = new Float32Array(count * dimension);
      for (let row = 0; row < count; row++)
        vectors.set(
          meaningOf(parts, codes.subarray(row * levels, (row + 1) * levels), levelCount),
          row * dimension,
        );
      return vectors;
    },
    toState: () => state,
  };
}

function rowsOf(length: number, width: number, what: string): number {
  if (length % width !== 0)
    throw new RangeError(`${length} numbers are no whole number of ${what} of ${width}.`);
  return length / width;
}

/** Writes the codes of a latent vector, which is overwritten. Returns the residual of the last level. */
function assignLevels(
  { codebooks, width, normalizeResiduals, centers }: Assignment,
  residual: Float64Array,
  codes: Uint16Array,
): Float64Array {
  codebooks.forEach((codebook, level) => {
    if (normalizeResiduals && level > 0) normalize(residual);
    if (centers !== null && level === codebooks.length - 1) subtractPrefixCenter(centers, codes, residual);
    const code = nearestCode(codebook, residual);
    codes[level] = code;
    for (let w = 0; w < width; w++) residual[w]! -= codebook.centers[code * width + w]!;
  });
  return residual;
}

function subtractPrefixCenter(
  { rows, values }: PrefixCenters,
  codes: Uint16Array,
  residual: Float64Array,
): void {
  const width = residual.length;
  const row = rows.get(prefixKey(codes, codes.length - 1));
  normalize(residual);
  if (row === undefined) return;
  for (let w = 0; w < width; w++) residual[w]! -= values[row * width + w]!;
  normalize(residual);
}

function meaningOf(parts: QuantizerParts, codes: Uint16Array, levelCount: number): Float64Array {
  const { assignment, meanings, decoder } = parts;
  const { width } = meanings;
  const sum = new Float64Array(width);
  const add = (table: Float32Array, row: number) => {
    for (let w = 0; w < width; w++) sum[w]! += table[row * width + w]!;
  };
  for (let level = 0; level < Math.min(levelCount, codes.length); level++) {
    if (assignment.centers !== null && level === codes.length - 1) {
      const row = assignment.centers.rows.get(prefixKey(codes, level));
      if (row !== undefined) add(meanings.prefixes, row);
    }
    add(meanings.levels[level]!, codes[level]!);
  }
  return applyLayers(decoder, sum);
}
