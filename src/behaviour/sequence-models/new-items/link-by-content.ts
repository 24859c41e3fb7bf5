/**
 * The known items that new ones resemble, by the cosine of their centred text vectors. Texts of one catalogue
 * have most of their vector in common, and the common part does not tell items apart.
 *
 * C known items, M neighbours, W width of a text vector.
 */
import { dotRows, normalize } from '../../../platform/numeric/vectors.ts';
import { NEIGHBOURS, weightsByCosine } from '../items/content-neighbours.ts';
import { selectBest } from '../serving/select-best.ts';

export interface ContentLink {
  /** Positions among the known items [M]. */
  readonly neighbours: Uint32Array;
  /** Add up to 1 [M]. */
  readonly weights: Float32Array;
}

export interface KnownContents {
  /** Centred rows of unit norm, zeros where nothing is known, row-major [C × W]. */
  readonly rows: Float32Array;
  /** The mean that was subtracted [W]. */
  readonly mean: Float32Array;
}

/** `vectors`: of the texts of the known items, in their order; zeros for an item without a text. */
export function knownContents(vectors: readonly Float32Array[]): KnownContents {
  const W = vectors[0]?.length ?? 0;
  const mean = meanOf(vectors, W);
  const rows = new Float32Array(vectors.length * W);
  for (const [at, vector] of vectors.entries()) rows.set(centred(vector, mean), at * W);
  return { rows, mean };
}

function meanOf(vectors: readonly Float32Array[], W: number): Float32Array {
  const sums = new Float64Array(W);
  let told = 0;
  for (const vector of vectors) {
    if (isZero(vector)) continue;
    told++;
    for (let d = 0; d < W; d++) sums[d]! += vector[d]!;
  }
  return Float32Array.from(sums, (sum) => sum / Math.max(1, told));
}

const isZero = (vector: Float32Array) => vector.every((value) => value === 0);

function centred(vector: Float32Array, mean: Float32Array): Float32Array {
  if (isZero(vector)) return vector;
  return normalize(vector.map((value, d) => value - mean[d]!));
}

/** null: the text says nothing, or no known item has one. */
export function linkByContent(vector: Float32Array, { rows, mean }: KnownContents): ContentLink | null {
  const W = mean.length;
  const own = centred(vector, mean);
  if (W === 0 || isZero(own)) return null;
  const cosines = new Float32Array(rows.length / W);
  for (let known = 0; known < cosines.length; known++) {
    cosines[known] = dotRows(own, 0, rows, known * W, W);
  }
  const neighbours = selectBest(cosines, NEIGHBOURS, (known) => known);
  const weights = weightsByCosine(Array.from(neighbours, (known) => cosines[known]!));
  return { neighbours, weights: Float32Array.from(weights) };
}
