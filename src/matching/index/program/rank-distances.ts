/**
 * Distances as ranks among the kilometres of all preferences. A rank takes two bytes in place of eight, so
 * ranks stay in the first-level cache while a segment is read. Ranks compare as the distances do.
 */

/** The rank of an unknown distance: beyond every preference. */
const UNKNOWN = 2 ** 16 - 1;

/**
 * `distances`: by place code, NaN where the place is not resolved; null: none is known. `reaches`: kilometres
 * by code; entry 0 is no preference. A place is within a reach where its rank is at most the reach's; entry 0
 * of `met` is below every rank.
 */
export function rankDistances(
  distances: Float64Array | null,
  codeLimit: number,
  reaches: readonly number[],
): { readonly distances: Uint16Array; readonly met: Uint16Array } {
  const kilometres = Float64Array.from(reaches.slice(1)).sort();
  const met = Uint16Array.from(reaches, (km, code) => (code === 0 ? 0 : 1 + below(kilometres, km)));
  const ranks = new Uint16Array(codeLimit).fill(UNKNOWN);
  if (distances === null) return { distances: ranks, met };
  const farthest = kilometres.at(-1)!;
  for (let code = 1; code < codeLimit; code++) {
    const distance = distances[code]!;
    if (distance <= farthest) ranks[code] = 1 + below(kilometres, distance);
  }
  return { distances: ranks, met };
}

/** How many of the ascending numbers are below `value`. */
function below(ascending: Float64Array, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
