/**
 * The code whose centre is nearest to one vector: squared distances summed in the order of the dimensions in float64, the
 * lowest code of equally near ones. Two passes find it: all codes by their first dimensions; then, from the best of these
 * on, every code whose sum so far is not above the best yet. What is added is never negative and rounding keeps the order,
 * so a sum that is above stays above, and the answer is that of the plain search to the last bit.
 *
 * K codes, W dimensions.
 */

export interface Codebook {
  /** Row-major [K × W], as float64, which the loop reads faster than float32. */
  readonly centers: Float64Array;
  readonly width: number;
  /** Room for the first pass [K]. */
  readonly partialSums: Float64Array;
}

/** Dimensions of the first pass, and between two looks at the best. */
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

/** Fills `partialSums`; gives the code with the least. */
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

/** The whole sum, or some sum above `best` where it is above. */
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
