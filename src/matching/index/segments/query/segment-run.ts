/** Input and result of a program's run over one segment. */
import type { PersonEffectRows } from '../../query-program.ts';
import type { TopKBuffer } from './top-k-buffer.ts';
import type { TopRows } from './top-rows.ts';

/** The inputs of a run that differ between segments. Rows are local and ascending. */
export interface SegmentInput {
  /** Rows that are not candidates and not counted (the seeker). */
  readonly leftOut: Uint32Array;
  /** Words of the bitmap of rows that are queried, as far as it goes; absent or null: all live rows. */
  readonly within?: Uint32Array | null;
  /** By rule: row numbers that the rule drops; absent: none. */
  readonly excluded: readonly (Uint32Array | undefined)[];
  /** null where the program has no person effects. */
  readonly personEffects: PersonEffectRows | null;
  /** Prices of exposure by row, as far as the array goes; absent, null and beyond it: 0. */
  readonly prices?: Float32Array | null;
  /**
   * Where a search puts its rows. With a preselection only entries of a distance of at most `maxDistance` are
   * listed.
   */
  readonly into?: NearestInto;
  readonly maxDistance?: number;
}

/** The result so far of one or more segments; its rows and its threshold count. */
export interface NearestInto {
  readonly best: TopKBuffer;
  readonly without: TopKBuffer;
}

/** Rows by their sign codes. */
export interface SignEntries {
  /** Rows that have a vector and are near enough: Hamming distance << 20 | row. */
  readonly entries: Uint32Array;
  /** The number of entries at each distance. */
  readonly counts: Uint32Array;
}

/** The rows that one rule drops: ascending, at most as many as the program asks for. */
export interface ExaminedRule {
  /** How many rows no other rule drops. */
  readonly alone: number;
  /** Some of the rows that no other rule drops. */
  readonly aloneRows: Uint32Array;
  /** Some of the rows that this rule is the first to drop. */
  readonly droppedRows: Uint32Array;
}

export interface SegmentResult {
  /** Rows before the first rule. */
  readonly candidates: number;
  /** By rule. */
  readonly dropped: readonly number[];
  /** Rows after the last rule. */
  readonly kept: number;
  /** The bitmap of the kept rows: a view on the scratch area, valid until the next run there. */
  readonly selection: Uint32Array;
  /** `best`: the number of rows below `minScore`. */
  readonly belowMinScore: number;
  /** `selection` with examples: by rule. */
  readonly examined?: readonly ExaminedRule[];
  /**
   * `best` and `nearest`: best first, ties by tie hash, then by row. At most k rows, plus all that tie with
   * the kth in score and hash. The merge of the segments decides between these by the bytes of their ids.
   */
  readonly best: TopRows;
  /** `nearest`: rows without a cosine, first by tie hash, plus all that tie with the last. */
  readonly withoutVector: TopRows;
  /** `nearest` with a preselection: rows whose cosines may have to be computed. */
  readonly signs?: SignEntries | null;
}
