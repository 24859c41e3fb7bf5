/**
 * Products and lengths of vectors. Every sum is a double, added up in the order of the dimensions. So a
 * result is the same to the bit wherever it is computed. The int8 and SIMD loops of `kernels/` are their own.
 */

/** Dot product over the dimensions that both have; the cosine of unit vectors. */
export function dot(a: Float32Array, b: Float32Array): number {
  const D = Math.min(a.length, b.length);
  let sum = 0;
  for (let d = 0; d < D; d++) sum += a[d]! * b[d]!;
  return sum;
}

/** `dot` for doubles: a function of its own, so that the engine compiles each loop for one type. */
export function dotFloat64(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}

/** Dot product of `D` values of `a` from `aFrom` on with as many of `b` from `bFrom` on: rows of matrices. */
export function dotRows(
  a: Float32Array | Float64Array,
  aFrom: number,
  b: Float32Array | Float64Array,
  bFrom: number,
  D: number,
): number {
  let sum = 0;
  for (let d = 0; d < D; d++) sum += a[aFrom + d]! * b[bFrom + d]!;
  return sum;
}

/** Euclidean length. */
export function norm(vector: ArrayLike<number>): number {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!;
  return Math.sqrt(squares);
}

/** Divides a vector by its length, in place; the zero vector stays zero. */
export function normalize<Vector extends Float32Array | Float64Array>(vector: Vector): Vector {
  const length = norm(vector);
  if (length === 0) return vector;
  for (let d = 0; d < vector.length; d++) vector[d]! /= length;
  return vector;
}

/** In [-1, 1] up to rounding; NaN where a vector is zero. */
export function cosine(a: Float32Array, b: Float32Array): number {
  return dot(a, b) / (norm(a) * norm(b));
}
