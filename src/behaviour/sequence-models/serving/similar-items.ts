/** The cosines of the vectors of items with that of one item. */
import { dotRows, norm } from '../../../platform/numeric/vectors.ts';

interface SimilarityProblem {
  /** [I × D]; zeros for an item of which the model knows nothing. */
  readonly itemVectors: Float32Array;
  readonly width: number;
  readonly item: number;
}

/** NaN: the item itself, and items without a vector [I]. */
export function similaritiesTo({ itemVectors, width, item }: SimilarityProblem): Float32Array {
  const norms = normsOf(itemVectors, width);
  return Float32Array.from(norms, (length, other) =>
    other === item || length === 0 || norms[item] === 0
      ? Number.NaN
      : dotRows(itemVectors, item * width, itemVectors, other * width, width) / (length * norms[item]!),
  );
}

const computed = new WeakMap<Float32Array, Float64Array>();

/** [I], computed once for the vectors of a model. */
function normsOf(itemVectors: Float32Array, width: number): Float64Array {
  const earlier = computed.get(itemVectors);
  if (earlier !== undefined) return earlier;
  const norms = Float64Array.from({ length: itemVectors.length / width }, (_, item) =>
    norm(itemVectors.subarray(item * width, (item + 1) * width)),
  );
  computed.set(itemVectors, norms);
  return norms;
}
