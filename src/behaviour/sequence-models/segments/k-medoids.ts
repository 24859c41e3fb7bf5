/**
 * FasterPAM (Schubert and Rousseeuw 2021, Information Systems 101, arXiv 2008.05171): k medoids of n points, by
 * eager swaps. A candidate is swapped in as soon as that lowers the total distance, and the gain against all k
 * medoids is found in one pass over the points.
 *
 *   near, d1   the nearest medoid of a point, and its distance
 *   d2         the distance of the second nearest
 *
 * Removing medoid i costs Σ (d2 - d1) over its points. A candidate x changes the total by a common part, where x
 * is nearer than d1, and a part of each medoid.
 */
import { SeededRandom } from '../../../platform/numeric/seeded-random.ts';

/** Symmetric, row-major [n × n]. */
export interface Distances {
  readonly values: Float32Array;
  readonly n: number;
}

export interface Medoids {
  /** Numbers of points [k]. */
  readonly medoids: Uint32Array;
  /** Total distance of all points from their nearest medoid. */
  readonly loss: number;
  /** Mean of 1 - d1 / d2, the medoid silhouette: how well the segments are separated, 0 to 1. */
  readonly silhouette: number;
}

interface Assignment {
  readonly near: Uint32Array;
  readonly d1: Float64Array;
  readonly d2: Float64Array;
}

/** Random starts; the best result of them is taken. */
const STARTS = 3;
const MIN_GAIN = 1e-9;
const MAX_SWAPS = 10_000;

/** 2 <= k <= n. The same seed gives the same result. */
export function kMedoids(distances: Distances, k: number, seed: number): Medoids {
  let best: Medoids | null = null;
  for (let start = 0; start < STARTS; start++) {
    const found = swapUntilDone(distances, randomPoints(distances.n, k, seed + start));
    if (best === null || found.loss < best.loss) best = found;
  }
  return best!;
}

function randomPoints(n: number, k: number, seed: number): Uint32Array {
  const random = new SeededRandom(seed);
  const points = Uint32Array.from({ length: n }, (_, at) => at);
  for (let at = 0; at < k; at++) {
    const other = random.between(at, n - 1);
    [points[at], points[other]] = [points[other]!, points[at]!];
  }
  return points.slice(0, k);
}

function swapUntilDone(distances: Distances, medoids: Uint32Array): Medoids {
  const { n } = distances;
  const isMedoid = new Uint8Array(n);
  for (const point of medoids) isMedoid[point] = 1;
  let assigned = assign(distances, medoids);
  // Ends after a whole round without a swap.
  for (
    let candidate = 0, since = 0, swaps = 0;
    since < n && swaps < MAX_SWAPS;
    candidate = (candidate + 1) % n
  ) {
    since++;
    if (isMedoid[candidate] === 1) continue;
    const { medoid, change } = bestSwap(distances, assigned, medoids.length, candidate);
    if (change >= -MIN_GAIN) continue;
    isMedoid[medoids[medoid]!] = 0;
    isMedoid[candidate] = 1;
    medoids[medoid] = candidate;
    assigned = assign(distances, medoids);
    since = 0;
    swaps++;
  }
  return { medoids, ...summarise(assigned) };
}

function assign({ values, n }: Distances, medoids: Uint32Array): Assignment {
  const near = new Uint32Array(n);
  const d1 = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  const d2 = new Float64Array(n).fill(Number.POSITIVE_INFINITY);
  for (const [m, medoid] of medoids.entries())
    for (let point = 0; point < n; point++) {
      const distance = values[medoid * n + point]!;
      if (distance < d1[point]!) {
        d2[point] = d1[point]!;
        [near[point], d1[point]] = [m, distance];
      } else if (distance < d2[point]!) d2[point] = distance;
    }
  return { near, d1, d2 };
}

function bestSwap({ values, n }: Distances, { near, d1, d2 }: Assignment, k: number, candidate: number) {
  const changes = new Float64Array(k);
  let common = 0;
  for (let point = 0; point < n; point++) {
    const [own, next] = [d1[point]!, d2[point]!];
    const distance = values[candidate * n + point]!;
    // The cost of losing the point's own medoid, with the candidate there.
    if (distance < own) {
      common += distance - own;
      continue;
    }
    changes[near[point]!]! += Math.min(distance, next) - own;
  }
  let medoid = 0;
  for (let m = 1; m < k; m++) if (changes[m]! < changes[medoid]!) medoid = m;
  return { medoid, change: changes[medoid]! + common };
}

function summarise({ d1, d2 }: Assignment): Pick<Medoids, 'loss' | 'silhouette'> {
  let [loss, sum] = [0, 0];
  for (const [point, distance] of d1.entries()) {
    loss += distance;
    sum += d2[point] === 0 ? 0 : 1 - distance / d2[point]!;
  }
  return { loss, silhouette: sum / d1.length };
}
