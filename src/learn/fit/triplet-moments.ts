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
  for (const [seeker, mine] of bySeeker) {
    addOuter(cross, vectors[seeker]!, mine.sum);
    addTriangle(ofSeekers, vectors[seeker]!, mine.weight);
  }
  const ofDifferences = new Float64Array(D * D);
  const step = Math.max(1, Math.floor(usable.length / MOMENT_TRIPLETS));
  for (let at = 0; at < usable.length; at += step) {
    readDifference(usable[at]!);
    addTriangle(ofDifferences, difference, step * weights[usable[at]!]!);
  }
  mirror(ofSeekers, D);
  mirror(ofDifferences, D);
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

/** Adds the upper triangle of weight · a aᵀ. */
function addTriangle(into: Float64Array, a: Float32Array | Float64Array, weight: number): void {
  const D = a.length;
  for (let i = 0; i < D; i++) {
    const value = weight * a[i]!;
    const row = i * D;
    for (let j = i; j < D; j++) into[row + j]! += value * a[j]!;
  }
}

/** Copies the upper triangle to the lower: exactly symmetric, as the decomposition requires. */
function mirror(matrix: Float64Array, D: number): void {
  for (let i = 0; i < D; i++) for (let j = 0; j < i; j++) matrix[i * D + j] = matrix[j * D + i]!;
}

function traceOf(moments: Float64Array, D: number): number {
  let trace = 0;
  for (let d = 0; d < D; d++) trace += moments[d * D + d]!;
  return trace;
}
