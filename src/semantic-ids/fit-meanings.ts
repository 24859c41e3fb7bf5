/**
 * What codes mean: level by level the mean of what is left of the items that have the code, so that the first r codes say
 * the most that such a sum can say of them. Where the last level looks from local centres, the prefix's own mean comes
 * before the last code's.
 *
 * N rows of the space that meanings lie in, L levels, K codes of a level.
 */
import type { Matrix } from './k-means/nearest-centers.ts';
import { prefixKey } from './prefix-key.ts';
import type { CodeMeanings, PrefixCenters } from './residual-quantizer.ts';

export function fitMeanings(
  vectors: Matrix,
  codes: Uint16Array,
  sizes: readonly number[],
  centers: PrefixCenters | null,
): CodeMeanings {
  const { width } = vectors;
  const L = sizes.length;
  const rest = Float64Array.from(vectors.values);
  const take = (count: number, groupOf: (row: number) => number) => takeMeans(rest, width, count, groupOf);
  let prefixes = new Float32Array();
  const levels = sizes.map((size, level) => {
    if (centers !== null && level === L - 1)
      prefixes = take(centers.rows.size, (row) => {
        return centers.rows.get(prefixKey(codes.subarray(row * L, (row + 1) * L), level)) ?? -1;
      });
    return take(size, (row) => codes[row * L + level]!);
  });
  return { width, levels, prefixes };
}

/** Means by group [count × W], taken from the rows; group -1: the row is in none. */
function takeMeans(
  rest: Float64Array,
  width: number,
  count: number,
  groupOf: (row: number) => number,
): Float32Array<ArrayBuffer> {
  const sums = new Float64Array(count * width);
  const members = new Uint32Array(count);
  const groups = Int32Array.from({ length: rest.length / width }, (_, row) => groupOf(row));
  groups.forEach((group, row) => {
    if (group < 0) return;
    members[group]! += 1;
    for (let w = 0; w < width; w++) sums[group * width + w]! += rest[row * width + w]!;
  });
  const means = Float32Array.from(sums, (sum, at) => sum / Math.max(1, members[Math.floor(at / width)]!));
  groups.forEach((group, row) => {
    if (group < 0) return;
    for (let w = 0; w < width; w++) rest[row * width + w]! -= means[group * width + w]!;
  });
  return means;
}
