/** Scales a vector to length 1, in place; the zero vector, and one that is not finite, becomes the zero vector. */
export function toUnitNorm(vector: Float32Array): Float32Array {
  let squares = 0;
  for (let d = 0; d < vector.length; d++) squares += vector[d]! * vector[d]!;
  if (!(squares > 0 && squares < Number.POSITIVE_INFINITY)) return vector.fill(0);
  const factor = 1 / Math.sqrt(squares);
  for (let d = 0; d < vector.length; d++) vector[d]! *= factor;
  return vector;
}
