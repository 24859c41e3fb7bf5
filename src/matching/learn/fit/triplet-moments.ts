/**
 * Sums over triplets, to which the text projections are fitted (`fit-projections.ts`). With seeker s and
 * difference d = p - n of the two candidates, and weight w:
 *
 *   Σ w·s·dᵀ = Σ_s s · (Σ w·d)ᵀ     so only the sums by seeker are kept
 *   Σ w·d·dᵀ                        over a sample
 *
 * T triplets, D dimensions of the encoder.
 */
import type { TrainingTriplets } from '../training-set.ts';

/** Seekers' and candidates' texts, unit norm; null: none. */
export type Vectors = readonly (Float32Array | null)[];

/** About this many triplets, evenly spaced, give the moments of d; fewer than twice as many are read. */
const MOMENT_TRIPLETS = 4000;

export interface TripletMoments {
  readonly D: number;
  /** Row-major [D × D], as the next two. */
  readonly cross: Float64Array;
  readonly ofSeekers: Float64Array;
  readonly ofDifferences: Float64Array;
  /** Traces over all triplets, also where the moments are those of a sample. */
  readonly seekerTrace: number;
  readonly differenceTrace: number;
}

/** `usable`: at least one triplet, all with a text on all three corners. */
export function momentsOf(
  vectors: Vectors,
  { seekers, positives, negatives, weights }: TrainingTriplets,
  usable: Uint32Array,
): TripletMoments {
  const D = vectors[seekers[usable[0]!]!]!.length;
  const bySeeker = new Map<number, { readonly sum: Float64Array; weight: number }>();
  let differenceTrace = 0;
  for (const t of usable) {
    const mine = bySeeker.get(seekers[t]!) ?? { sum: new Float64Array(D), weight: 0 };
    bySeeker.set(seekers[t]!, mine);
    const weight = weights[t]!;
    mine.weight += weight;
    differenceTrace += addDifference(mine.sum, vectors[positives[t]!]!, vectors[negatives[t]!]!, weight);
  }
  const cross = new Float64Array(D * D);
  const ofSeekers = new Float64Array(D * D);
  const crossProducts = new SumOfProducts(cross, D);
  const seekerMoments = new SumOfProducts(ofSeekers, D);
  for (const [seeker, mine] of bySeeker) {
    const vector = vectors[seeker]!;
    crossProducts.add(vector, mine.sum, 1);
    seekerMoments.add(vector, vector, mine.weight);
  }
  crossProducts.end();
  seekerMoments.endSymmetric();
  const ofDifferences = new Float64Array(D * D);
  const differenceMoments = new SumOfProducts(ofDifferences, D);
  const step = Math.max(1, Math.floor(usable.length / MOMENT_TRIPLETS));
  for (let at = 0; at < usable.length; at += step) {
    const t = usable[at]!;
    const difference = new Float64Array(D);
    addDifference(difference, vectors[positives[t]!]!, vectors[negatives[t]!]!, 1);
    differenceMoments.add(difference, difference, step * weights[t]!);
  }
  differenceMoments.endSymmetric();
  return { D, cross, ofSeekers, seekerTrace: traceOf(ofSeekers, D), ofDifferences, differenceTrace };
}

/** Adds weight · (p - n) to the sum; returns weight · |p - n|². */
function addDifference(sum: Float64Array, p: Float32Array, n: Float32Array, weight: number): number {
  let squares = 0;
  for (let d = 0; d < sum.length; d++) {
    const difference = p[d]! - n[d]!;
    sum[d]! += weight * difference;
    squares += difference * difference;
  }
  return weight * squares;
}

/** Products that are added at once: the matrix is then read and written a quarter as often. */
const AT_ONCE = 4;

/** Sums weight · a bᵀ into a matrix, which is complete after one of the ends. */
class SumOfProducts {
  readonly #into: Float64Array;
  readonly #left: readonly Float64Array[];
  readonly #right: readonly Float64Array[];
  #count = 0;

  constructor(into: Float64Array, D: number) {
    this.#into = into;
    this.#left = Array.from({ length: AT_ONCE }, () => new Float64Array(D));
    this.#right = Array.from({ length: AT_ONCE }, () => new Float64Array(D));
  }

  add(a: Float32Array | Float64Array, b: Float32Array | Float64Array, weight: number): void {
    const [left, right] = [this.#left[this.#count]!, this.#right[this.#count]!];
    for (let d = 0; d < left.length; d++) left[d] = weight * a[d]!;
    right.set(b);
    this.#count++;
    if (this.#count === AT_ONCE) this.#addWaiting();
  }

  end(): void {
    for (const left of this.#left.slice(this.#count)) left.fill(0);
    this.#addWaiting();
  }

  /**
   * For products of vectors with themselves: makes the matrix exactly symmetric, as its decomposition
   * requires.
   */
  endSymmetric(): void {
    this.end();
    const [matrix, D] = [this.#into, this.#left[0]!.length];
    for (let i = 0; i < D; i++) for (let j = 0; j < i; j++) matrix[i * D + j] = matrix[j * D + i]!;
  }

  #addWaiting(): void {
    addProducts(this.#into, this.#left, this.#right);
    this.#count = 0;
  }
}

function addProducts(
  into: Float64Array,
  left: readonly Float64Array[],
  right: readonly Float64Array[],
): void {
  const [a, b, c, d] = left as [Float64Array, Float64Array, Float64Array, Float64Array];
  const [x, y, z, w] = right as [Float64Array, Float64Array, Float64Array, Float64Array];
  const D = a.length;
  for (let i = 0; i < D; i++) {
    const [ai, bi, ci, di] = [a[i]!, b[i]!, c[i]!, d[i]!];
    const row = i * D;
    for (let j = 0; j < D; j++) into[row + j]! += ai * x[j]! + bi * y[j]! + ci * z[j]! + di * w[j]!;
  }
}

function traceOf(moments: Float64Array, D: number): number {
  let trace = 0;
  for (let d = 0; d < D; d++) trace += moments[d * D + d]!;
  return trace;
}
