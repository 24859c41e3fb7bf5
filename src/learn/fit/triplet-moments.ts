/**
 * Sums over triplets that the text projections are fitted to (`fit-projections.ts`). With seeker s and difference
 * d = p - n of the two candidates, and weight w:
 *
 *   Σ w·s·dᵀ = Σ_s s · (Σ w·d)ᵀ     so only the sums by seeker are kept
 *   Σ w·s·sᵀ, Σ w·d·dᵀ              symmetric, so one triangle is computed
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
  const difference = new Float64Array(D);
  const readDifference = (t: number) => {
    const [p, n] = [vectors[positives[t]!]!, vectors[negatives[t]!]!];
    for (let d = 0; d < D; d++) difference[d] = p[d]! - n[d]!;
  };
  const bySeeker = new Map<number, { readonly sum: Float64Array; weight: number }>();
  let differenceTrace = 0;
  for (const t of usable) {
    const mine = bySeeker.get(seekers[t]!) ?? { sum: new Float64Array(D), weight: 0 };
    bySeeker.set(seekers[t]!, mine);
    const weight = weights[t]!;
    mine.weight += weight;
    readDifference(t);
    differenceTrace += addWeighted(mine.sum, difference, weight);
  }
  const cross = new Float64Array(D * D);
  const ofSeekers = new Float64Array(D * D);
  const seekerMoments = new SecondMoments(ofSeekers, D);
  for (const [seeker, mine] of bySeeker) {
    addOuter(cross, vectors[seeker]!, mine.sum);
    seekerMoments.add(vectors[seeker]!, mine.weight);
  }
  seekerMoments.end();
  const ofDifferences = new Float64Array(D * D);
  const differenceMoments = new SecondMoments(ofDifferences, D);
  const step = Math.max(1, Math.floor(usable.length / MOMENT_TRIPLETS));
  for (let at = 0; at < usable.length; at += step) {
    readDifference(usable[at]!);
    differenceMoments.add(difference, step * weights[usable[at]!]!);
  }
  differenceMoments.end();
  return { D, cross, ofSeekers, seekerTrace: traceOf(ofSeekers, D), ofDifferences, differenceTrace };
}

/** Adds weight · a to the sum; returns weight · |a|². */
function addWeighted(sum: Float64Array, a: Float64Array, weight: number): number {
  let squares = 0;
  for (let d = 0; d < a.length; d++) {
    sum[d]! += weight * a[d]!;
    squares += weight * a[d]! * a[d]!;
  }
  return squares;
}

/** Adds a bᵀ. */
function addOuter(into: Float64Array, a: Float32Array, b: Float64Array): void {
  const D = a.length;
  for (let i = 0; i < D; i++) {
    const value = a[i]!;
    const row = i * D;
    for (let j = 0; j < D; j++) into[row + j]! += value * b[j]!;
  }
}

/** Vectors that are added at once: the matrix is then read and written a quarter as often. */
const AT_ONCE = 4;

/** Sums weight · a aᵀ into a matrix that is complete, and exactly symmetric, after `end`. */
class SecondMoments {
  readonly #into: Float64Array;
  readonly #waiting: readonly Float64Array[];
  readonly #weights = new Float64Array(AT_ONCE);
  #count = 0;

  constructor(into: Float64Array, D: number) {
    this.#into = into;
    this.#waiting = Array.from({ length: AT_ONCE }, () => new Float64Array(D));
  }

  add(a: Float32Array | Float64Array, weight: number): void {
    this.#waiting[this.#count]!.set(a);
    this.#weights[this.#count] = weight;
    this.#count++;
    if (this.#count === AT_ONCE) this.#addWaiting();
  }

  /** The upper triangle is computed, and copied to the lower. */
  end(): void {
    this.#weights.fill(0, this.#count);
    this.#addWaiting();
    const [matrix, D] = [this.#into, this.#waiting[0]!.length];
    for (let i = 0; i < D; i++) for (let j = 0; j < i; j++) matrix[i * D + j] = matrix[j * D + i]!;
  }

  #addWaiting(): void {
    const [a, b, c, d] = this.#waiting as [Float64Array, Float64Array, Float64Array, Float64Array];
    const [wa, wb, wc, wd] = this.#weights as unknown as [number, number, number, number];
    const [into, D] = [this.#into, a.length];
    for (let i = 0; i < D; i++) {
      const [va, vb, vc, vd] = [wa * a[i]!, wb * b[i]!, wc * c[i]!, wd * d[i]!];
      const row = i * D;
      for (let j = i; j < D; j++) into[row + j]! += va * a[j]! + vb * b[j]! + vc * c[j]! + vd * d[j]!;
    }
    this.#count = 0;
  }
}

function traceOf(moments: Float64Array, D: number): number {
  let trace = 0;
  for (let d = 0; d < D; d++) trace += moments[d * D + d]!;
  return trace;
}
