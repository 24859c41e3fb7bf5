/**
 * Scales a vector to length 1, in place. A zero vector or one with non-finite values becomes the zero vector.
 */
import { norm } from '../../platform/numeric/vectors.ts';

export function toUnitNorm(vector: Float32Array): Float32Array {
  const length = norm(vector);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return vector.fill(0);
  // Not `normalize`, which divides: stored vectors were made by this product, to the bit.
  const factor = 1 / length;
  for (let d = 0; d < vector.length; d++) vector[d]! *= factor;
  return vector;
}
