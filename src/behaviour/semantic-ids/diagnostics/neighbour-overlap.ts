/**
 * Neighbour overlap: the share of the ten nearest neighbours by vector that are also nearest by code. It is
 * measured for a seeded sample of items against a seeded sample of the catalogue. Items of equal codes are
 * equally near; a tie at the tenth position shares the remaining positions.
 *
 * N vectors, D dimensions; similarity is the cosine.
 */
import { randomOrder } from '../../../platform/numeric/random-streams.ts';
import { dotRows, normalize } from '../../../platform/numeric/vectors.ts';

const NEIGHBOURS = 10;
const MAX_QUERIES = 100;
const MAX_ITEMS = 20_000;

export interface OverlapSample {
  /** The rows among which neighbours are searched, ascending [≤ 20,000]. */
  readonly pool: Int32Array;
  /** Positions in the pool of the items whose neighbours are searched [≤ 100]. */
  readonly queries: Int32Array;
}

export function overlapSample(count: number, seed: number): OverlapSample {
  const pool = randomOrder(seed, 'overlap pool', count).subarray(0, MAX_ITEMS).sort();
  const queries = randomOrder(seed, 'overlap queries', pool.length).subarray(0, MAX_QUERIES);
  return { pool, queries };
}

/** By query: the positions of its nearest neighbours by the vectors; the first rows win ties. */
export function trueNeighbours(
  pool: Float32Array,
  dimension: number,
  queries: Int32Array,
): readonly Set<number>[] {
  const rows = toUnitRows(pool, dimension);
  return Array.from(queries, (query) => {
    const similarities = similaritiesTo(rows, dimension, query);
    const order = Array.from(similarities.keys()).filter((row) => row !== query);
    order.sort((a, b) => similarities[b]! - similarities[a]! || a - b);
    return new Set(order.slice(0, NEIGHBOURS));
  });
}

/** Mean overlap of the queries, 0..1. */
export function neighbourOverlap(
  reconstructed: Float32Array,
  dimension: number,
  queries: Int32Array,
  truth: readonly Set<number>[],
): number {
  const rows = toUnitRows(reconstructed, dimension);
  let sum = 0;
  queries.forEach((query, at) => {
    const similarities = similaritiesTo(rows, dimension, query);
    sum += overlapOf(similarities, query, truth[at]!);
  });
  return sum / queries.length;
}

function overlapOf(similarities: Float64Array, query: number, truth: Set<number>): number {
  const positions = truth.size;
  if (positions === 0) return 1;
  similarities[query] = Number.NEGATIVE_INFINITY;
  const last = similarities.slice().sort().at(-positions)!;
  let [above, equal, trueAbove, trueEqual] = [0, 0, 0, 0];
  similarities.forEach((value, row) => {
    if (value > last) {
      above += 1;
      if (truth.has(row)) trueAbove += 1;
    } else if (value === last) {
      equal += 1;
      if (truth.has(row)) trueEqual += 1;
    }
  });
  return (trueAbove + ((positions - above) * trueEqual) / equal) / positions;
}

function toUnitRows(rows: Float32Array, dimension: number): Float32Array {
  const unit = rows.slice();
  for (let start = 0; start < unit.length; start += dimension)
    normalize(unit.subarray(start, start + dimension));
  return unit;
}

function similaritiesTo(rows: Float32Array, dimension: number, query: number): Float64Array {
  const queryVector = new Float64Array(rows.subarray(query * dimension, (query + 1) * dimension));
  const similarities = new Float64Array(rows.length / dimension);
  for (let row = 0, start = 0; row < similarities.length; row++, start += dimension) {
    similarities[row] = dotRows(queryVector, 0, rows, start, dimension);
  }
  return similarities;
}
