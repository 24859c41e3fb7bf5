/** The vectors of a model's items. I items, D width of a vector. */
import { normalize } from '../../../platform/numeric/vectors.ts';

/** A copy of unit norm. null: the vector is zero, since the model knows nothing of the item. */
export function unitItemVector(vectors: Float32Array, width: number, item: number): Float32Array | null {
  const vector = vectors.slice(item * width, (item + 1) * width);
  return vector.every((value) => value === 0) ? null : normalize(vector);
}
