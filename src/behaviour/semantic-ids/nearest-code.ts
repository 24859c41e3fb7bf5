/**
 * Exact nearest centre of one vector, in squared Euclidean distance. Distances are summed in dimension order
 * in float64; the lowest code wins a tie. The first pass sums the first dimensions of all codes. The second
 * pass completes only sums that do not exceed the best. Terms are non-negative and rounding is monotonic, so
 * the result equals that of a full search to the last bit.
 *
 * K codes, W dimensions.
 */

export interface Codebook {
  /** Row-major [K × W], as float64, which the loop reads faster than float32. */
  readonly centers: Float64Array;
  readonly width: number;
  /** Scratch memory: the sums of the first pass [K]. */
  readonly partialSums: Float64Array;
}

/** Dimensions of the first pass, and between two comparisons with the best. */
const STRIDE = 4;

export function codebookOf(centers: Float32Array, width: number): Codebook {
  return {
    centers: Float64Array.from(centers),
    width,
    partialSums: new Float64Array(centers.length / width),
  };
}

export function nearestCode(codebook: Codebook, vector: Float64Array): number {
  const { partialSums, width } = codebook;
  let nearest = sumFirstDimensions(codebook, vector);
  let best = sumRemaining(codebook, vector, nearest, Number.POSITIVE_INFINITY);
  for (let code = 0; code < partialSums.length; code++) {
    if (partialSums[code]! > best) continue;
    const sum = width > STRIDE ? sumRemaining(codebook, vector, code, best) : partialSums[code]!;
    if (sum < best || (sum === best && code < nearest)) {
      best = sum;
      nearest = code;
    }
  }
  return nearest;
}

/** Fills `partialSums`. Returns the code with the smallest sum. */
function sumFirstDimensions({ centers, width, partialSums }: Codebook, vector: Float64Array): number {
  const dimensions = Math.min(STRIDE, width);
  let least = Number.POSITIVE_INFINITY;
  let first = 0;
  for (let code = 0, start = 0; code < partialSums.length; code++, start += width) {
    let sum = 0;
    for (let w = 0; w < dimensions; w++) {
      const difference = vector[w]! - centers[start + w]!;
      sum += difference * difference;
    }
    partialSums[code] = sum;
    if (sum < least) {
      least = sum;
      first = code;
    }
  }
  return first;
}

/** The full sum, or any sum above `best` if the full sum is above it. */
function sumRemaining(
  { centers, width, partialSums }: Codebook,
  vector: Float64Array,
  code: number,
  best: number,
): number {
  const start = code * width;
  let sum = partialSums[code]!;
  for (let from = STRIDE; from < width && sum <= best; from += STRIDE) {
    const to = Math.min(from + STRIDE, width);
    for (let w = from; w < to; w++) {
      const difference = vector[w]! - centers[start + w]!;
      sum += difference * difference;
    }
  }
  return sum;
}
