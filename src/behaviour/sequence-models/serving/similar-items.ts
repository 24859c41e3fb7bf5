/** The items whose vectors have the largest cosine with that of one item, by an exact scan. */
import { dotRows, norm } from '../../../platform/numeric/vectors.ts';
import { selectBest } from './select-best.ts';

export interface SimilarityProblem {
  /** [I × D]; zeros for an item of which the model knows nothing. */
  readonly itemVectors: Float32Array;
  readonly width: number;
  readonly item: number;
  readonly limit: number;
  /** The rank of an item among items of equal similarity. */
  readonly rankOf: (item: number) => number;
}

/** Most similar first; without the item itself and items without a vector. */
export function similarItems({ itemVectors, width, item, limit, rankOf }: SimilarityProblem) {
  const norms = normsOf(itemVectors, width);
  const cosines = Float32Array.from(norms, (length, other) =>
    other === item || length === 0 || norms[item] === 0
      ? Number.NaN
      : dotRows(itemVectors, item * width, itemVectors, other * width, width) / (length * norms[item]!),
  );
  return Array.from(selectBest(cosines, limit, rankOf), (other) => ({
    item: other,
    similarity: cosines[other]!,
  }));
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
