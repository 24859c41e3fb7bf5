/**
 * Fits the two text projections to triplets, in closed form. The bilinear form sᵀWc should be higher for the
 * chosen candidate p than for the other candidate n. With d = p - n, it is the least-squares solution of sᵀWd
 * = 1 over weighted triplets. The moments of s and d are taken as if independent:
 *
 *   W = (S + ρI)⁻¹ · Σ w·s·dᵀ · (C + ρI)⁻¹           S, C: second moments of s and of d; [D × D]
 *
 * The R largest singular directions are kept; small ones are noise. The caller chooses `scale` (relative to
 * the spread of the plain cosine) on held-out outcomes. If the texts of the candidates do not differ, or the
 * differences cancel, no form exists and the reason is returned. Alternative:
 * docs/design/decisions/fitting-and-evaluation.md.
 *
 * T triplets, D dimensions of the encoder, R rank.
 */
import { CholeskyDecomposition, EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { standardDeviation } from '../../../platform/numeric/statistics.ts';
import { dot, dotRows, norm } from '../../../platform/numeric/vectors.ts';
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { TrainingTriplets } from '../training-set.ts';
import { momentsOf, type Vectors } from './triplet-moments.ts';

const RANK = 16;
/** ρ, relative to the mean of the moments' diagonal. */
const RIDGE = 1;
const FEWEST_TRIPLETS = 100;
/** Minimum mean square of d; float32 rounding leaves about 1e-14 for equal texts. */
const LEAST_DIFFERENCE = 1e-12;
/** Minimum norm of the mean of s·dᵀ, relative to its maximum; below it is rounding. */
const LEAST_SIGNAL = 1e-9;
/** Singular values below this share of the largest are rounding. */
const LEAST_SINGULAR = 1e-9;
/** Minimum spread, relative to the values. */
const LEAST_SPREAD = 1e-6;

export type ProjectionFit =
  | { readonly projections: TextProjections }
  /** Why there are no projections. */
  | { readonly projections: null; readonly reason: string };

/** Returns projections at scale 1. `rows`: training triplets. */
export function fitProjections(
  vectors: Vectors,
  triplets: TrainingTriplets,
  rows: Uint32Array,
): ProjectionFit {
  const { seekers, positives, negatives } = triplets;
  const usable = rows.filter((t) => vectors[seekers[t]!] && vectors[positives[t]!] && vectors[negatives[t]!]);
  if (usable.length < FEWEST_TRIPLETS)
    return { projections: null, reason: 'too few triplets have a text on all three corners' };
  const moments = momentsOf(vectors, triplets, usable);
  const { D, cross, ofSeekers, seekerTrace, ofDifferences, differenceTrace } = moments;
  if (differenceTrace <= LEAST_DIFFERENCE * seekerTrace)
    return { projections: null, reason: 'the texts of the chosen and of the others are the same' };
  if (norm(cross) <= LEAST_SIGNAL * Math.sqrt(seekerTrace * differenceTrace))
    return { projections: null, reason: 'the texts of the chosen are no other than those of the others' };
  const left = new CholeskyDecomposition(ridged(ofSeekers, seekerTrace, D)).solve(asMatrix(cross, D));
  const form = new CholeskyDecomposition(ridged(ofDifferences, differenceTrace, D))
    .solve(left.transpose())
    .transpose();
  return { projections: toSpread(largestDirections(form, D), vectors, triplets, usable) };
}

/** The projections multiplied by `scale`. */
export function scaled(projections: TextProjections, scale: number): TextProjections {
  const by = Math.sqrt(scale);
  return {
    ...projections,
    rater: projections.rater.map((value) => value * by),
    rated: projections.rated.map((value) => value * by),
  };
}

function asMatrix(values: Float64Array, D: number): Matrix {
  return Matrix.from1DArray(D, D, values);
}

/** `trace`: of all triplets; above 0 even where that of the sample is 0. */
function ridged(moments: Float64Array, trace: number, D: number): Matrix {
  const matrix = asMatrix(moments, D);
  for (let d = 0; d < D; d++) matrix.set(d, d, matrix.get(d, d) + (RIDGE * trace) / D);
  return matrix;
}

/** W ≈ Σ σ · u vᵀ over the largest σ: A = √σ · uᵀ for the rater, B = √σ · vᵀ for the rated person. */
function largestDirections(form: Matrix, D: number): TextProjections {
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(form.mmul(form.transpose()), {
    assumeSymmetric: true,
  });
  const order = realEigenvalues
    .map((_, at) => at)
    .sort((a, b) => realEigenvalues[b]! - realEigenvalues[a]!)
    .slice(0, Math.min(RANK, D));
  const rater = new Float32Array(order.length * D);
  const rated = new Float32Array(order.length * D);
  const least = LEAST_SINGULAR * Math.sqrt(realEigenvalues[order[0]!]!);
  order.forEach((at, r) => {
    const sigma = Math.max(least, Math.sqrt(Math.max(0, realEigenvalues[at]!)));
    const u = eigenvectorMatrix.getColumnVector(at);
    const v = form.transpose().mmul(u).div(sigma);
    for (let d = 0; d < D; d++) {
      rater[r * D + d] = Math.sqrt(sigma) * u.get(d, 0);
      rated[r * D + d] = Math.sqrt(sigma) * v.get(d, 0);
    }
  });
  return { dimension: D, rank: order.length, rater, rated };
}

/** Scaled so that the added similarity varies over the triplets' pairs as much as the cosine. */
function toSpread(
  projections: TextProjections,
  vectors: Vectors,
  { seekers, positives }: TrainingTriplets,
  usable: Uint32Array,
): TextProjections {
  const { rank, dimension, rater, rated } = projections;
  const added: number[] = [];
  const cosines: number[] = [];
  const component = (matrix: Float32Array, r: number, vector: Float32Array) =>
    dotRows(matrix, r * dimension, vector, 0, dimension);
  for (const t of usable.subarray(0, 1000)) {
    const [s, p] = [vectors[seekers[t]!]!, vectors[positives[t]!]!];
    let plus = 0;
    for (let r = 0; r < rank; r++) plus += component(rater, r, s) * component(rated, r, p);
    added.push(plus);
    cosines.push(dot(s, p));
  }
  const spread = standardDeviation(added);
  const size = Math.max(...added.map(Math.abs));
  return spread <= LEAST_SPREAD * size
    ? projections
    : scaled(projections, standardDeviation(cosines) / spread);
}
