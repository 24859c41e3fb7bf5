/**
 * Fits the meanings of codes, level by level: the mean residual of the items that have the code. Given the
 * earlier levels, this minimises the squared error of the sum of the codes so far. If the last level has
 * prefix centres, the mean residual of each prefix is subtracted first.
 *
 * N rows, L levels, K codes of a level.
 */
import type { Matrix } from './k-means/nearest-centers.ts';
import { prefixKey } from './prefix-key.ts';
import type { CodeMeanings, PrefixCenters } from './residual-quantizer.ts';

/** With more rows, every n-th row is used, to bound memory. */
const MAX_ROWS = 2 ** 19;

export function fitMeanings(
  vectors: Matrix,
  codes: Uint16Array,
  sizes: readonly number[],
  centers: PrefixCenters | null,
): CodeMeanings {
  const { width } = vectors;
  const L = sizes.length;
  const stride = Math.ceil(vectors.values.length / width / MAX_ROWS);
  const residuals = everyNth(vectors, stride);
  const fitGroups = (count: number, groupOf: (row: number) => number) =>
    subtractMeans(residuals, width, count, groupOf);
  let prefixes = new Float32Array();
  const levels = sizes.map((size, level) => {
    if (centers !== null && level === L - 1)
      prefixes = fitGroups(centers.rows.size, (row) => {
        const start = row * stride * L;
        return centers.rows.get(prefixKey(codes.subarray(start, start + L), level)) ?? -1;
      });
    return fitGroups(size, (row) => codes[row * stride * L + level]!);
  });
  return { width, levels, prefixes };
}

/** Rows 0, n, 2 n, … as a copy. */
function everyNth({ values, width }: Matrix, n: number): Float32Array {
  if (n === 1) return values.slice();
  const rows = new Float32Array(Math.ceil(values.length / width / n) * width);
  for (let to = 0; to < rows.length; to += width) rows.set(values.subarray(to * n, to * n + width), to);
  return rows;
}

/**
 * Returns the mean of each group [count × W] and subtracts it from its rows. Group -1: the row has no group.
 */
function subtractMeans(
  residuals: Float32Array,
  width: number,
  count: number,
  groupOf: (row: number) => number,
): Float32Array<ArrayBuffer> {
  const sums = new Float64Array(count * width);
  const members = new Uint32Array(count);
  const groups = Int32Array.from({ length: residuals.length / width }, (_, row) => groupOf(row));
  groups.forEach((group, row) => {
    if (group < 0) return;
    members[group]! += 1;
    for (let w = 0; w < width; w++) sums[group * width + w]! += residuals[row * width + w]!;
  });
  const means = Float32Array.from(sums, (sum, at) => sum / Math.max(1, members[Math.floor(at / width)]!));
  groups.forEach((group, row) => {
    if (group < 0) return;
    for (let w = 0; w < width; w++) residuals[row * width + w]! -= means[group * width + w]!;
  });
  return means;
}
