/**
 * K-means (Lloyd): several starts on a sample of the rows, and the best one continued on all rows. Starts are
 * drawn by squared distance (k-means++, Arthur and Vassilvitskii 2007), K/64 a round (k-means||, Bahmani et
 * al. 2012). An empty cluster moves to a row far from its centre.
 *
 * N rows, K centres, W their width. Deterministic on one machine.
 */
import { randomOrder, randomUniform } from '../../numeric/random-streams.ts';
import { mean } from '../../numeric/statistics.ts';
import type { Matrix, Nearest, NearestCenters } from './nearest-centers.ts';

export interface KMeansOptions {
  readonly size: number;
  readonly seed: number;
  /** Of the random numbers: another one for each level. */
  readonly stream: string;
  readonly nearest: NearestCenters;
  readonly signal?: AbortSignal | undefined;
}

const STARTS = 3;
const START_ITERATIONS = 4;
const MAX_ITERATIONS = 40;
/** Rows that a centre is learned from at most; more change it hardly (as in faiss, 256). */
const ROWS_PER_CENTER = 256;
/** Rows a centre, while starts are compared. */
const ROWS_PER_START = 32;
const ROUNDS = 64;
/** An iteration that lowers the error by a smaller share is the last. */
const MIN_GAIN = 1e-4;

/** Centres, row-major [K × W]; where there are fewer than K different rows, some are equal. */
export async function fitKMeans(rows: Matrix, options: KMeansOptions): Promise<Float32Array> {
  const { size, stream } = options;
  const all = someRows(rows, ROWS_PER_CENTER * size, options.seed, `${stream} rows`);
  const few = someRows(all, ROWS_PER_START * size, options.seed, `${stream} start rows`);
  let best: { readonly centers: Float32Array; readonly error: number } | null = null;
  for (let start = 0; start < STARTS; start++) {
    const named = { ...options, stream: `${stream} ${start}` };
    const centers = await startCenters(few, named);
    const error = await iterate(few, centers, START_ITERATIONS, named);
    if (best === null || error < best.error) best = { centers, error };
  }
  await iterate(all, best!.centers, MAX_ITERATIONS, { ...options, stream: `${stream} all` });
  return best!.centers;
}

function someRows({ values, width }: Matrix, most: number, seed: number, stream: string): Matrix {
  const count = values.length / width;
  if (count <= most) return { values, width };
  const chosen = randomOrder(seed, stream, count).subarray(0, most).sort();
  const some = new Float32Array(most * width);
  chosen.forEach((row, at) => void some.set(values.subarray(row * width, (row + 1) * width), at * width));
  return { values: some, width };
}

async function startCenters(rows: Matrix, options: KMeansOptions): Promise<Float32Array> {
  const { size, seed, stream, nearest } = options;
  const { values, width } = rows;
  const count = values.length / width;
  const centers = new Float32Array(size * width);
  const away = new Float32Array(count).fill(1);
  const round = Math.ceil(size / ROUNDS);
  for (let have = 0; have < size; ) {
    options.signal?.throwIfAborted();
    const take = have === 0 ? 1 : Math.min(round, size - have);
    const uniform = randomUniform(seed, `${stream} start ${have}`, take);
    const drawn = drawByWeight(away, uniform);
    drawn.forEach((row, at) => {
      centers.set(values.subarray(row * width, (row + 1) * width), (have + at) * width);
    });
    const { distances } = await nearest.find(rows, {
      values: centers.subarray(have * width, (have + take) * width),
      width,
    });
    for (let row = 0; row < count; row++)
      away[row] = have === 0 ? distances[row]! : Math.min(away[row]!, distances[row]!);
    have += take;
  }
  return centers;
}

/** Rows, each by its weight; all weights 0: by nothing but the number. */
function drawByWeight(weights: Float32Array, uniform: Float64Array): Int32Array {
  const sums = new Float64Array(weights.length);
  let total = 0;
  for (let row = 0; row < weights.length; row++) sums[row] = total += weights[row]!;
  return Int32Array.from(uniform, (share) =>
    total === 0 ? Math.floor(share * weights.length) : firstAbove(sums, share * total),
  );
}

function firstAbove(sums: Float64Array, value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Changes the centres; gives the mean squared distance at the last assignment. */
async function iterate(
  rows: Matrix,
  centers: Float32Array,
  most: number,
  options: KMeansOptions,
): Promise<number> {
  let error = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < most; iteration++) {
    options.signal?.throwIfAborted();
    const found = await options.nearest.find(rows, { values: centers, width: rows.width });
    const now = mean(found.distances);
    const revived = moveCenters(rows, found, centers, options, iteration);
    const gained = error - now;
    error = now;
    if (revived === 0 && gained < MIN_GAIN * error) break;
  }
  return error;
}

/** To the means of their rows; gives how many had none and were moved. */
function moveCenters(
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
