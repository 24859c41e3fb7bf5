/**
 * Two low-rank matrices that adapt the cosine of two texts. For the rater's text a and the rated person's
 * text b, both unit vectors [D], the similarity is
 *
 *   x = a·b + (A a)·(B b)          A, B: [R × D]
 *
 * R = 0 (untrained) is the plain cosine. Because (A a)·(B b) = (BᵀA a)·b, the matrices are applied to the
 * seeker's vector alone, and stored vectors do not change. `forwardQuery` returns the vector whose dot
 * product with a candidate's vector is x with the seeker as rater. `backwardQuery` returns the one with the
 * candidate as rater. Why not full D × D matrices: docs/design/decisions/ranking-model.md.
 */
import { dotRows } from '../../platform/numeric/vectors.ts';

export interface TextProjections {
  readonly dimension: number;
  readonly rank: number;
  /** A, row by row [R × D]. */
  readonly rater: Float32Array;
  /** B, row by row [R × D]. */
  readonly rated: Float32Array;
}

export function forwardQuery(projections: TextProjections | null, seeker: Float32Array): Float32Array {
  if (projections === null) return seeker;
  return through(projections, projections.rater, projections.rated, seeker);
}

export function backwardQuery(projections: TextProjections | null, seeker: Float32Array): Float32Array {
  if (projections === null) return seeker;
  return through(projections, projections.rated, projections.rater, seeker);
}

/** (I + toᵀ · from) · vector */
function through(
  { dimension, rank }: TextProjections,
  from: Float32Array,
  to: Float32Array,
  vector: Float32Array,
): Float32Array {
  const query = vector.slice();
  for (let r = 0; r < rank; r++) {
    const at = r * dimension;
    const component = dotRows(from, at, vector, 0, dimension);
    for (let d = 0; d < dimension; d++) query[d]! += component * to[at + d]!;
  }
  return query;
}
