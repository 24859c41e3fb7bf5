/**
 * The memory of the kernels that score a catalogue: the only copy of the item vectors, their int8 codes, and
 * the arrays of one call. Rows have the width of the vectors, padded with zeros.
 *
 * A vector v with code c and scale s differs from s · c by at most ρ. The product of a state q with it is
 * then within |q| · ρ of s · (c · q). The error of an item is ρ, plus the rounding of q to whole numbers and
 * of sums in float32.
 *
 * I items, D padded width.
 */
import { itemScores, type StructOf } from '../../../../../engines/kernels/kernel-structs.ts';
import { type Kernels, kernelMemory, kernelsOver } from '../../../../../engines/kernels/kernels.ts';

export interface ScorerMemory {
  readonly kernels: Kernels;
  readonly items: number;
  /** D */
  readonly width: number;
  readonly bytes: number;
  /** [I × D] */
  readonly vectors: Float32Array;
  /** [I × D] */
  readonly codes: Int8Array;
  /**
   * s of each item, and its error for a state of length 1 [I × 2]. The error -1 marks a vector of zeros,
   * whose item has no score.
   */
  readonly scales: Float32Array;
  /** [I] */
  readonly popularity: Float32Array;
  readonly mostPopular: number;
  /** Additions to the scores of one call; 0 outside it [I]. */
  readonly extra: Float32Array;
  /** [D] */
  readonly state: Float32Array;
  /** The state in whole numbers up to `queryLimit` [D]. */
  readonly query: Int16Array;
  readonly queryLimit: number;
  /** The items of a scan [I]. */
  readonly rows: Uint32Array;
  /** The items to score, and their scores [I]. */
  readonly candidates: Uint32Array;
  readonly scores: Float32Array;
  /** Arrays for one block of rows [SCAN_BLOCK each]. */
  readonly listed: Uint32Array;
  readonly uppers: Float32Array;
  readonly lowers: Float32Array;
  /** The parameters of the scan. */
  readonly scan: StructOf<typeof itemScores>;
}

/** The most rows of one pass of a scan. */
export const SCAN_BLOCK = 65_536;
/** Bytes of a cache line. */
const LINE = 64;
const CODE_LIMIT = 127;
/** Finite in float32, so that its product with 0 is 0. */
const BOUNDLESS = 3e38;
/** The step of kernels over a row, in numbers. */
const PADDED_TO = 16;

/** `vectors` [I × width] are copied; `popularity` [I] as well. */
export function scorerMemory(vectors: Float32Array, width: number, popularity: Float32Array): ScorerMemory {
  const I = vectors.length / width;
  const D = Math.ceil(width / PADDED_TO) * PADDED_TO;
  const mostPopular = popularity.reduce((most, score) => Math.max(most, score), 0);
  const memory = { ...layOut(I, D), mostPopular };
  for (let item = 0; item < I; item++)
    memory.vectors.set(vectors.subarray(item * width, (item + 1) * width), item * D);
  memory.popularity.set(popularity);
  encode(memory);
  return memory;
}

/** Whether the item has a vector that is not of zeros. */
export function isScored({ scales }: ScorerMemory, item: number): boolean {
  return scales[2 * item + 1]! >= 0;
}

function layOut(items: number, width: number): Omit<ScorerMemory, 'mostPopular'> {
  let bytes = 0;
  const after = (length: number, elementBytes: number) => {
    const from = bytes;
    bytes += Math.ceil((length * elementBytes) / LINE) * LINE;
    return [from, length] as const;
  };
  const places = {
    vectors: after(items * width, 4),
    codes: after(items * width, 1),
    scales: after(2 * items, 4),
    popularity: after(items, 4),
    extra: after(items, 4),
    state: after(width, 4),
    query: after(width, 2),
    rows: after(items, 4),
    candidates: after(items, 4),
    scores: after(items, 4),
    listed: after(SCAN_BLOCK, 4),
    uppers: after(SCAN_BLOCK, 4),
    lowers: after(SCAN_BLOCK, 4),
    scan: after(1, itemScores.bytes),
  };
  const memory = kernelMemory(bytes);
  const floats = ([from, length]: readonly [number, number]) => new Float32Array(memory.buffer, from, length);
  const counts = ([from, length]: readonly [number, number]) => new Uint32Array(memory.buffer, from, length);
  return {
    kernels: kernelsOver(memory),
    items,
    width,
    bytes,
    vectors: floats(places.vectors),
    codes: new Int8Array(memory.buffer, ...places.codes),
    scales: floats(places.scales),
    popularity: floats(places.popularity),
    extra: floats(places.extra),
    state: floats(places.state),
    query: new Int16Array(memory.buffer, ...places.query),
    queryLimit: Math.min(32_767, Math.floor((2 ** 31 - 1) / (CODE_LIMIT * width))),
    rows: counts(places.rows),
    candidates: counts(places.candidates),
    scores: floats(places.scores),
    listed: counts(places.listed),
    uppers: floats(places.uppers),
    lowers: floats(places.lowers),
    scan: itemScores.at(places.scan[0], memory),
  };
}

function encode(memory: ScorerMemory): void {
  const { items, width: D, vectors, codes, scales, queryLimit } = memory;
  // Each of the D numbers of a state is rounded by at most half a step of its largest. Sums of D products are
  // rounded by 2^-24 each.
  const ofRounding = Math.sqrt(D) / (2 * queryLimit) + (D + 16) * 2 ** -22;
  for (let item = 0; item < items; item++) {
    const from = item * D;
    let largest = 0;
    for (let d = from; d < from + D; d++) largest = Math.max(largest, Math.abs(vectors[d]!));
    const scale = Math.fround(largest / CODE_LIMIT);
    scales[2 * item] = scale;
    if (scale === 0) {
      // A scale that underflows bounds nothing.
      scales[2 * item + 1] = largest === 0 ? -1 : BOUNDLESS;
      continue;
    }
    let [squared, residual] = [0, 0];
    for (let d = from; d < from + D; d++) {
      const value = vectors[d]!;
      const code = Math.max(-CODE_LIMIT, Math.min(CODE_LIMIT, Math.round(value / scale)));
      codes[d] = code;
      squared += value * value;
      residual += (value - code * scale) ** 2;
    }
    const rho = Math.sqrt(residual);
    scales[2 * item + 1] = rho + ofRounding * (Math.sqrt(squared) + rho);
  }
}
