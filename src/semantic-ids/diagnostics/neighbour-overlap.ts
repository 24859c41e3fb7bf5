/**
 * Neighbour overlap: the share of the ten nearest neighbours by vector that are also nearest by code. It is
 * measured for a seeded sample of items against a seeded sample of the catalogue. Items of equal codes are
 * equally near; a tie at the tenth position shares the remaining positions.
 *
 * N vectors, D dimensions; similarity is the cosine.
 */
import { randomOrder } from '../../numeric/random-streams.ts';
import { dotRows, normalize } from '../../numeric/vectors.ts';

const NEIGHBOURS = 10;
const MAX_QUERIES = 100;
const MAX_ITEMS = 20_000;

export interface OverlapSample {
  /** Rows compared with [≤ 20,000], ascending. */
  readonly pool: Int32Array;
  /** Positions in the pool of the items that are asked about [≤ 100]. */
  readonly queries: Int32Array;
}

export function overlapSample(count: number, seed: number): OverlapSample {
  const pool = randomOrder(seed, 'overlap pool', count).subarray(0, MAX_ITEMS).sort();
  const queries = randomOrder(seed, 'overlap queries', pool.length).subarray(0, MAX_QUERIES);
  return { pool, queries };
}

/** By query, the positions of its nearest by the vectors themselves; rows of equal likeness in their order. */
export function trueNeighbours(
  pool: Float32Array,
  dimension: number,
  queries: Int32Array,
): readonly Set<number>[] {
  const rows = toUnitRows(pool, dimension);
  return Array.from(queries, (query) => {
    const likeness = likenessTo(rows, dimension, query);
    const order = Array.from(likeness.keys()).filter((row) => row !== query);
    order.sort((a, b) => likeness[b]! - likeness[a]! || a - b);
    return new Set(order.slice(0, NEIGHBOURS));
  });
}

/** 0..1, the mean over the queries. */
export function neighbourOverlap(
  reconstructed: Float32Array,
  dimension: number,
  queries: Int32Array,
  truth: readonly Set<number>[],
): number {
  const rows = toUnitRows(reconstructed, dimension);
  let sum = 0;
  queries.forEach((query, at) => {
    const likeness = likenessTo(rows, dimension, query);
    sum += sharedPlaces(likeness, query, truth[at]!);
  });
  return sum / queries.length;
}

function sharedPlaces(likeness: Float64Array, query: number, truth: Set<number>): number {
  const places = truth.size;
  if (places === 0) return 1;
  likeness[query] = Number.NEGATIVE_INFINITY;
  const last = likeness.slice().sort().at(-places)!;
  let [above, equal, trueAbove, trueEqual] = [0, 0, 0, 0];
  likeness.forEach((value, row) => {
    if (value > last) {
      above += 1;
      if (truth.has(row)) trueAbove += 1;
    } else if (value === last) {
      equal += 1;
      if (truth.has(row)) trueEqual += 1;
    }
  });
  return (trueAbove + ((places - above) * trueEqual) / equal) / places;
}

function toUnitRows(rows: Float32Array, dimension: number): Float32Array {
  const unit = rows.slice();
  for (let start = 0; start < unit.length; start += dimension)
    normalize(unit.subarray(start, start + dimension));
  return unit;
}

function likenessTo(rows: Float32Array, dimension: number, query: number): Float64Array {
  const queryVector = new Float64Array(rows.subarray(query * dimension, (query + 1) * dimension));
  const likeness = new Float64Array(rows.length / dimension);
  for (let row = 0, start = 0; row < likeness.length; row++, start += dimension) {
    likeness[row] = dotRows(queryVector, 0, rows, start, dimension);
  }
  return likeness;
}
