/**
 * K-means (Lloyd, 1982) with several starts on a sample of the rows. The best start is continued on all rows.
 * Initial centres are drawn by squared distance (k-means++, Arthur and Vassilvitskii, 2007), K/64 per round
 * (as k-means||, Bahmani et al., 2012). The centre of an empty cluster is reset to a random row, drawn by
 * squared distance.
 *
 * N rows, K centres, W their width. Deterministic on one machine.
 */
import { randomOrder, randomUniform } from '../../../platform/numeric/random-streams.ts';
import { mean } from '../../../platform/numeric/statistics.ts';
import type { Matrix, Nearest, NearestCenters } from './nearest-centers.ts';

export interface KMeansOptions {
  readonly size: number;
  readonly seed: number;
  /** Name of the stream of random numbers; each level has its own. */
  readonly stream: string;
  readonly nearest: NearestCenters;
  readonly signal?: AbortSignal | undefined;
}

const STARTS = 3;
const START_ITERATIONS = 4;
const MAX_ITERATIONS = 40;
/** Rows used per centre; more change the result little (256 as in faiss). */
const ROWS_PER_CENTER = 256;
/** Rows used per centre while starts are compared. */
const ROWS_PER_START = 32;
/** Rounds in which initial centres are drawn. */
const ROUNDS = 64;
/** Least relative decrease of the error; a smaller one ends the iterations. */
const MIN_GAIN = 1e-4;

/** Returns the centres, row-major [K × W]. With fewer than K different rows, some are equal. */
export async function fitKMeans(rows: Matrix, options: KMeansOptions): Promise<Float32Array> {
  const { size, stream } = options;
  const all = sampleRows(rows, ROWS_PER_CENTER * size, options.seed, `${stream} rows`);
  const startRows = sampleRows(all, ROWS_PER_START * size, options.seed, `${stream} start rows`);
  let best: { readonly centers: Float32Array; readonly error: number } | null = null;
  for (let start = 0; start < STARTS; start++) {
    const startOptions = { ...options, stream: `${stream} ${start}` };
    const centers = await initialCenters(startRows, startOptions);
    const error = await runLloyd(startRows, centers, START_ITERATIONS, startOptions);
    if (best === null || error < best.error) best = { centers, error };
  }
  await runLloyd(all, best!.centers, MAX_ITERATIONS, { ...options, stream: `${stream} all` });
  return best!.centers;
}

function sampleRows({ values, width }: Matrix, most: number, seed: number, stream: string): Matrix {
  const count = values.length / width;
  if (count <= most) return { values, width };
  const chosen = randomOrder(seed, stream, count).subarray(0, most).sort();
  const some = new Float32Array(most * width);
  chosen.forEach((row, at) => void some.set(values.subarray(row * width, (row + 1) * width), at * width));
  return { values: some, width };
}

async function initialCenters(rows: Matrix, options: KMeansOptions): Promise<Float32Array> {
  const { size, seed, stream, nearest } = options;
  const { values, width } = rows;
  const count = values.length / width;
  const centers = new Float32Array(size * width);
  const nearestDistances = new Float32Array(count).fill(1);
  const round = Math.ceil(size / ROUNDS);
  for (let drawnCount = 0; drawnCount < size; ) {
    options.signal?.throwIfAborted();
    const batch = drawnCount === 0 ? 1 : Math.min(round, size - drawnCount);
    const uniform = randomUniform(seed, `${stream} start ${drawnCount}`, batch);
    const drawnRows = drawByWeight(nearestDistances, uniform);
    drawnRows.forEach((row, at) => {
      centers.set(values.subarray(row * width, (row + 1) * width), (drawnCount + at) * width);
    });
    const { distances } = await nearest.find(rows, {
      values: centers.subarray(drawnCount * width, (drawnCount + batch) * width),
      width,
    });
    for (let row = 0; row < count; row++)
      nearestDistances[row] =
        drawnCount === 0 ? distances[row]! : Math.min(nearestDistances[row]!, distances[row]!);
    drawnCount += batch;
  }
  return centers;
}

/** Draws rows with a probability proportional to their weights; uniformly if all weights are 0. */
function drawByWeight(weights: Float32Array, uniform: Float64Array): Int32Array {
  const sums = new Float64Array(weights.length);
  let total = 0;
  for (let row = 0; row < weights.length; row++) sums[row] = total += weights[row]!;
  return Int32Array.from(uniform, (share) =>
    total === 0 ? Math.floor(share * weights.length) : firstSumAbove(sums, share * total),
  );
}

function firstSumAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Updates the centres in place. Returns the mean squared distance at the last assignment. */
async function runLloyd(
  rows: Matrix,
  centers: Float32Array,
  most: number,
  options: KMeansOptions,
): Promise<number> {
  let error = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < most; iteration++) {
    options.signal?.throwIfAborted();
    const found = await options.nearest.find(rows, { values: centers, width: rows.width });
    const current = mean(found.distances);
    const resetCount = updateCenters(rows, found, centers, options, iteration);
    const gain = error - current;
    error = current;
    if (resetCount === 0 && gain < MIN_GAIN * error) break;
  }
  return error;
}

/** Moves the centres to the means of their rows. Returns how many had no rows and were reset. */
function updateCenters(
  { values, width }: Matrix,
  { codes, distances }: Nearest,
  centers: Float32Array,
  { size, seed, stream }: KMeansOptions,
  iteration: number,
): number {
  const sums = new Float64Array(size * width);
  const counts = new Uint32Array(size);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    counts[code]! += 1;
    for (let w = 0; w < width; w++) sums[code * width + w]! += values[row * width + w]!;
  }
  const dead: number[] = [];
  for (let code = 0; code < size; code++) {
    if (counts[code] === 0) dead.push(code);
    else for (let w = 0; w < width; w++) centers[code * width + w] = sums[code * width + w]! / counts[code]!;
  }
  const uniform = randomUniform(seed, `${stream} revived ${iteration}`, dead.length);
  const rows = drawByWeight(distances, uniform);
  dead.forEach((code, at) => {
    const row = rows[at]!;
    centers.set(values.subarray(row * width, (row + 1) * width), code * width);
  });
  return dead.length;
}
