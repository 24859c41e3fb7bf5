/** The number of codes of each level of a semantic ID, and the tokens of codes. L levels. */

/** `multi`: level n (from 0) has baseSize / 2^n codes; `uniform`: every level has `baseSize`. */
export type Resolution = 'multi' | 'uniform';

export interface CodebookLayout {
  readonly resolution: Resolution;
  /** A power of two, 2 to 65,536. */
  readonly baseSize: number;
  /** Codes per level [L], each at least 2; L is 1 to 8. */
  readonly sizes: readonly number[];
}

export const MAX_LEVELS = 8;
export const MAX_CODEBOOK_SIZE = 65_536;

/** Throws RangeError if a level has fewer than 2 codes. */
export function codebookLayout(levels: number, resolution: Resolution, baseSize: number): CodebookLayout {
  const sizes = Array.from({ length: levels }, (_, level) =>
    resolution === 'multi' ? baseSize / 2 ** level : baseSize,
  );
  const last = sizes.at(-1);
  if (last === undefined || last < 2)
    throw new RangeError(
      `${levels} levels of resolution ${resolution} from ${baseSize} leave the last level ${last ?? 0} codes; at least 2 are needed`,
    );
  return { resolution, baseSize, sizes };
}

/** `<sid_0_17><sid_1_4>…`: one token per level. */
export function tokensOf(codes: ArrayLike<number>): string {
  return Array.from(codes, (code, level) => `<sid_${level}_${code}>`).join('');
}
