/**
 * The two matrices of a text head. The likeness of a judge's text a and a judged one's b, both unit vectors [D], is
 *
 *   x = a·b + (A a)·(B b)          A, B: [R × D]
 *
 * so that no training at all (R = 0) is the plain cosine. Because (A a)·(B b) = (BᵀA a)·b, a head is applied to the
 * seeker alone, and the stored vectors stay: `forwardQuery` gives the vector whose dot product with each candidate's
 * is x with the seeker as judge, `backwardQuery` the one with the candidate as judge.
 *
 * (Considered: two full D × D matrices. 131,072 free numbers for some thousand triplets, where R = 16 has 8,192, and
 * the identity has to be learned or held by shrinkage instead of being there from the first day.)
 */

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
    let component = 0;
    for (let d = 0; d < dimension; d++) component += from[at + d]! * vector[d]!;
    for (let d = 0; d < dimension; d++) query[d]! += component * to[at + d]!;
  }
  return query;
}

export function norm(vector: Float32Array | Float64Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}
