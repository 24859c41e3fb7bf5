/**
 * Fits codebooks level by level: k-means of the residuals of the levels before, normalised and centred as in
 * assignment (`residual-quantizer.ts`).
 *
 * N latent rows, W their width, L levels.
 */
import { normalize } from '../../platform/numeric/vectors.ts';
import type { CodebookLayout } from './codebook-layout.ts';
import { fitKMeans } from './k-means/fit-k-means.ts';
import type { Matrix, NearestCenters } from './k-means/nearest-centers.ts';
import { codebookOf, nearestCode } from './nearest-code.ts';
import { prefixKey } from './prefix-key.ts';
import type { Assignment, PrefixCenters } from './residual-quantizer.ts';

export interface ResidualLevelsProblem {
  readonly latent: Matrix;
  readonly layout: CodebookLayout;
  readonly seed: number;
  readonly nearest: NearestCenters;
  readonly normalizeResiduals: boolean;
  /** The last level subtracts prefix centres. Default true. */
  readonly localCenters?: boolean;
  /** Given codebooks of the first levels. Only the other levels are fitted. */
  readonly given?: readonly Float32Array[];
  readonly signal?: AbortSignal | undefined;
  /** 0..1 */
  readonly onProgress?: (share: number) => void;
}

export interface ResidualLevels {
  /** By level, row-major [K × W]. */
  readonly codebooks: readonly Float32Array[];
  readonly assignment: Assignment;
  /** The codes of the rows, row-major [N × L]. */
  readonly codes: Uint16Array;
}

export async function fitResidualLevels(problem: ResidualLevelsProblem): Promise<ResidualLevels> {
  const { latent, layout, normalizeResiduals, localCenters = true, given = [] } = problem;
  const { width } = latent;
  const levels = layout.sizes.length;
  const residuals: Matrix = { values: latent.values.slice(), width };
  const codes = new Uint16Array((latent.values.length / width) * levels);
  const codebooks: Float32Array[] = [];
  let centers: PrefixCenters | null = null;
  for (const [level, size] of layout.sizes.entries()) {
    problem.onProgress?.(level / levels);
    if (normalizeResiduals && level > 0) updateRows(residuals, normalize);
    if (localCenters && level > 0 && level === levels - 1)
      centers = subtractPrefixCenters(residuals, codes, levels);
    const { nearest, seed, signal } = problem;
    const codebook =
      given[level] ?? (await fitKMeans(residuals, { size, seed, stream: `level ${level}`, nearest, signal }));
    subtractNearest(residuals, codebook, (row, code) => {
      codes[row * levels + level] = code;
    });
    codebooks.push(codebook);
  }
  const assignment: Assignment = {
    codebooks: codebooks.map((codebook) => codebookOf(codebook, width)),
    width,
    normalizeResiduals,
    centers,
  };
  return { codebooks, assignment, codes };
}

function updateRows({ values, width }: Matrix, change: (row: Float64Array, number: number) => void): void {
  const row = new Float64Array(width);
  for (let at = 0; at * width < values.length; at++) {
    row.set(values.subarray(at * width, (at + 1) * width));
    change(row, at);
    values.set(row, at * width);
  }
}

function subtractNearest(
  residuals: Matrix,
  codebook: Float32Array,
  onCode: (row: number, code: number) => void,
): void {
  const table = codebookOf(codebook, residuals.width);
  updateRows(residuals, (row, number) => {
    const code = nearestCode(table, row);
    for (let w = 0; w < row.length; w++) row[w]! -= table.centers[code * row.length + w]!;
    onCode(number, code);
  });
}

/** The prefix centres, which are subtracted from the rows in place; null: no prefix has several rows. */
function subtractPrefixCenters(residuals: Matrix, codes: Uint16Array, levels: number): PrefixCenters | null {
  const { width } = residuals;
  const groups = new Map<string, number[]>();
  for (let row = 0; row * levels < codes.length; row++) {
    const key = prefixKey(codes.subarray(row * levels, (row + 1) * levels), levels - 1);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  const shared = [...groups].filter(([, group]) => group.length > 1);
  if (shared.length === 0) return null;
  updateRows(residuals, normalize);
  const values = new Float32Array(shared.length * width);
  const centerOf = new Int32Array(codes.length / levels).fill(-1);
  shared.forEach(([, group], at) => {
    const sum = new Float64Array(width);
    for (const row of group) {
      centerOf[row] = at;
      for (let w = 0; w < width; w++) sum[w]! += residuals.values[row * width + w]! / group.length;
    }
    values.set(sum, at * width);
  });
  updateRows(residuals, (row, number) => {
    const at = centerOf[number]!;
    if (at < 0) return;
    for (let w = 0; w < width; w++) row[w]! -= values[at * width + w]!;
    normalize(row);
  });
  return { rows: new Map(shared.map(([key], at) => [key, at])), values };
}
