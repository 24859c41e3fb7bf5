/**
 * Fits the text projections to decisions, where both choices and refusals are known, by ridge logistic
 * regression on top of the other parts:
 *
 *   log-odds = offset + zᵀ Θ y          z, y: the rater's and the rated person's text in R directions [R]
 *
 * The directions are the largest of the texts' second moments, not centred. The first is close to their mean,
 * so Θ also holds the value of a topic to everyone.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { fitLogistic } from '../../../platform/numeric/fit-logistic.ts';
import { SparseRowsBuilder } from '../../../platform/numeric/sparse-rows.ts';
import { standardDeviation } from '../../../platform/numeric/statistics.ts';
import { dot, dotRows } from '../../../platform/numeric/vectors.ts';
import type { TextProjections } from '../../ranking/text-projections.ts';
import type { Evidence } from './evidence.ts';
import { type ProjectionFit, scaled } from './fit-projections.ts';
import type { Vectors } from './triplet-moments.ts';

const RANK = 8;
/** Ridge of an entry of Θ, for directions scaled by the second largest. */
const RIDGE = 300;
const FEWEST_OUTCOMES = 500;
/** Minimum spread of the second direction; below it all texts are the same. */
const LEAST_SPREAD = 1e-6;

/** Returns projections at scale 1. `rows`: training rows; `offsets` [N]: log-odds of the other parts. */
export function fitOutcomeProjections(
  vectors: Vectors,
  { raters, rated, labels, weights, outcomes }: Evidence,
  rows: Uint32Array,
  offsets: Float64Array,
): ProjectionFit {
  const usable = rows.filter((n) => n < outcomes && vectors[raters[n]!] && vectors[rated[n]!]);
  const refusals = usable.filter((n) => labels[n] === 0).length;
  if (usable.length < FEWEST_OUTCOMES || refusals === 0 || refusals === usable.length)
    return { projections: null, reason: 'too few choices and refusals have a text on both sides' };
  const directions = directionsOnce(vectors);
  if (directions === null) return { projections: null, reason: 'all texts are the same' };
  const { basis, rank: R, dimension: D } = directions;
  const read = vectors.map(
    (vector) => vector && Float64Array.from({ length: R }, (_, r) => dotRows(basis, r * D, vector, 0, D)),
  );
  const builder = new SparseRowsBuilder(R * R);
  for (const n of usable) {
    const [z, y] = [read[raters[n]!]!, read[rated[n]!]!];
    for (let i = 0; i < R; i++) for (let j = 0; j < R; j++) builder.add(i * R + j, z[i]! * y[j]!);
    builder.endRow();
  }
  const { theta } = fitLogistic({
    x: builder.build(),
    rows: Uint32Array.from(usable.keys()),
    labels: Uint8Array.from(usable, (n) => labels[n]!),
    weights: Float64Array.from(usable, (n) => weights[n]!),
    offsets: Float64Array.from(usable, (n) => offsets[n]!),
    precision: new Float64Array(R * R).fill(RIDGE),
    stiff: [],
  });
  const rater = new Float32Array(R * D);
  for (let i = 0; i < R; i++)
    for (let j = 0; j < R; j++)
      for (let d = 0; d < D; d++) rater[j * D + d]! += theta[i * R + j]! * basis[i * D + d]!;
  const projections: TextProjections = { dimension: D, rank: R, rater, rated: basis };
  const added = (n: number) => {
    const [z, y] = [read[raters[n]!]!, read[rated[n]!]!];
    return z.reduce((sum, value, i) => sum + value * dotRows(theta, i * R, y, 0, R), 0);
  };
  const spread = standardDeviation(Array.from(usable, added));
  const usual = standardDeviation(Array.from(usable, (n) => dot(vectors[raters[n]!]!, vectors[rated[n]!]!)));
  if (!(spread > LEAST_SPREAD && usual > LEAST_SPREAD))
    return { projections: null, reason: 'the texts of the chosen are no other than those of the others' };
  return { projections: scaled(projections, usual / spread) };
}

interface TextDirections {
  /** [R × D] */
  readonly basis: Float32Array;
  readonly rank: number;
  readonly dimension: number;
}

/** The folds of a fit read the same texts. */
const directionsOfTexts = new WeakMap<Vectors, TextDirections | null>();

function directionsOnce(vectors: Vectors): TextDirections | null {
  const known = directionsOfTexts.get(vectors);
  if (known !== undefined) return known;
  const found = textDirections(vectors);
  directionsOfTexts.set(vectors, found);
  return found;
}

/**
 * The largest directions of all texts [R × D], so that the second has a mean square of 1; reads no labels.
 */
function textDirections(vectors: Vectors): TextDirections | null {
  const texts = vectors.filter((vector) => vector !== null);
  const dimension = texts[0]!.length;
  const moments = Matrix.zeros(dimension, dimension);
  const lines = moments.to2DArray();
  for (const text of texts)
    for (let i = 0; i < dimension; i++)
      for (let j = 0; j <= i; j++) lines[i]![j]! += (text[i]! * text[j]!) / texts.length;
  for (let i = 0; i < dimension; i++) for (let j = 0; j < i; j++) lines[j]![i] = lines[i]![j]!;
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(new Matrix(lines), {
    assumeSymmetric: true,
  });
  const order = [...realEigenvalues.keys()].sort((a, b) => realEigenvalues[b]! - realEigenvalues[a]!);
  const rank = Math.min(RANK, dimension);
  const unit = Math.sqrt(Math.max(0, realEigenvalues[order[1]!] ?? 0));
  if (unit < LEAST_SPREAD) return null;
  const basis = new Float32Array(rank * dimension);
  for (let r = 0; r < rank; r++)
    for (let d = 0; d < dimension; d++) basis[r * dimension + d] = eigenvectorMatrix.get(d, order[r]!) / unit;
  return { basis, rank, dimension };
}
