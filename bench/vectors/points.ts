/** Clustered vectors, each with a number from 0 to 999, so that filters can pass any fraction of them. */
import { topPositions } from '../../src/matching/index/top-positions.ts';
import { dotRows } from '../../src/platform/numeric/vectors.ts';
import { definition as dating, TENANT } from '../filter/counterpart.ts';
import { openWorld } from '../world/generate-people.ts';

export interface Points {
  readonly count: number;
  readonly dimension: number;
  /** [count × dimension], unit norm. */
  readonly vectors: Float32Array;
  /** 0 … 999, uniform and independent of the vector. */
  readonly buckets: Uint16Array;
  /** Vectors that are not among the points. */
  readonly queries: readonly Float32Array[];
}

export function makePoints(count: number, dimension: number, queries: number): Points {
  const world = openWorld({ tenant: TENANT, definition: dating, encoderId: 'none', dimension });
  const vectors = new Float32Array(count * dimension);
  const buckets = new Uint16Array(count);
  for (let n = 0; n < count; n++) {
    vectors.set(world.vector(n), n * dimension);
    buckets[n] = (Math.imul(n, 2_654_435_761) >>> 8) % 1000;
  }
  return {
    count,
    dimension,
    vectors,
    buckets,
    queries: Array.from({ length: queries }, (_, q) => world.vector(count + q)),
  };
}

/** The truth: the k nearest by cosine of float32 vectors among points of buckets below `below`. */
export function exactNearest(
  { count, dimension, vectors, buckets }: Points,
  query: Float32Array,
  below: number,
  k: number,
): Uint32Array {
  const cosines = new Float64Array(count).fill(Number.NEGATIVE_INFINITY);
  for (let n = 0; n < count; n++) {
    if (buckets[n]! >= below) continue;
    cosines[n] = dotRows(vectors, n * dimension, query, 0, dimension);
  }
  return topPositions(
    cosines,
    k,
    -2,
    (a, b) => a < b,
    () => true,
  );
}
