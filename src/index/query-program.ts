/**
 * A query as data: which rows pass, what they score, which are kept. It is made once from the plain rules (filters, a
 * scorecard, one seeker), is the same for every segment, can be cloned to workers, and `run-program.ts` runs it over one
 * segment. Whatever it cannot say is for the plain code, on the rows that it selected.
 *
 * Fields are named by their position in the definition. All tables are by the index's codes; a code at or beyond a
 * table's end (interned after the program was made) reads as entry 0, which is absence.
 *
 * Exactness. Narrowing is exact. Scoring is exact to the bit: every entry of a table is filled by the plain code, what
 * is computed by row (curves over numbers) takes the plain code's steps in its order in f64, and terms are summed in
 * their order. Cosines are those of the reference index, to the bit. What is approximate in between (a quick sigmoid that
 * rejects rows, a Hamming distance that preselects) decides nothing that is not checked exactly, but for
 * `VectorSearch.preselect`, which says so.
 */

import type { SharedSigns } from './segments/query/shared-signs.ts';
import type { TopKBuffer } from './segments/query/top-k-buffer.ts';
import type { TopRows } from './segments/query/top-rows.ts';

/** Two numbers, of the two directions: the seeker judges the candidate, and the other way round. */
export type Pair = readonly [forward: number, backward: number];

export interface QueryProgram {
  /** In order: a row is counted under the first rule that drops it. */
  readonly rules: readonly Rule[];
  readonly answer: Answer;
}

export interface Rule {
  /** `incomplete`, `side`, `filters`, … */
  readonly reason: string;
  /** All of them. None: nobody is dropped (but who is named in `SegmentInput.excluded`). */
  readonly clauses: readonly ClauseOp[];
}

/** What a row must be. A row without the field passes only `present` with `wanted: false`. */
export type ClauseOp =
  /** `passes[code]` is 1 or 0, by code of an enum, boolean, string or geo field; entry 0 is 0. */
  | { readonly op: 'codes'; readonly field: number; readonly passes: Uint8Array }
  /** Inside (`wanted`) or outside of [least, most], both inclusive, infinite where open. */
  | {
      readonly op: 'range';
      readonly field: number;
      readonly least: number;
      readonly most: number;
      readonly wanted: boolean;
    }
  /** One, or none, of these numbers. */
  | {
      readonly op: 'numbers';
      readonly field: number;
      readonly values: Float64Array;
      readonly wanted: boolean;
    }
  /** Some, or none, of the set's values are in the mask: bit v & 31 of word v >>> 5. */
  | { readonly op: 'set'; readonly field: number; readonly mask: Uint32Array; readonly wanted: boolean }
  | { readonly op: 'present'; readonly field: number; readonly wanted: boolean }
  | { readonly op: 'complete' }
  /** All of the row's preferences are met; kinds that are not named have no preference that is not. */
  | {
      readonly op: 'accepts';
      readonly bounds: readonly BoundOp[];
      readonly preferences: readonly PreferenceOp[];
      readonly reaches: readonly ReachOp[];
    }
  | { readonly op: 'nothing' };

/** Bounds of a number, of one kind (`preference-kinds.ts`); a segment without the column has none. */
export interface BoundOp {
  readonly kind: number;
  readonly side: 'from' | 'to';
  /** The seeker's number; null: none, and no bound is met. */
  readonly value: number | null;
}

/** Preferences of one kind (`preference-kinds.ts`); a segment without the column has none. */
export interface PreferenceOp {
  readonly kind: number;
  /** `met[preference id]` is 1 or 0, entry 0 is 1. */
  readonly met: Uint8Array;
}

/** Preferences of the form "at most so far from my own place". */
export interface ReachOp {
  /** A geo field with a `reach` column; a segment without the column has no such preference. */
  readonly field: number;
  /** By code of the row's place: how far away the counterpart is, as a rank among the kilometres that are demanded. */
  readonly distances: Uint16Array;
  /** By code of `reach`: ranks of distances that are met are up to this one; entry 0 is 0, which meets none. */
  readonly met: Uint16Array;
}

export type Answer =
  /** Only the counts and the bitmap. */
  | { readonly kind: 'selection' }
  /** The best by score. */
  | { readonly kind: 'best'; readonly scoring: Scoring; readonly k: number; readonly minScore: number }
  /** The nearest by cosine. */
  | { readonly kind: 'nearest'; readonly search: VectorSearch };

export interface Scoring {
  /** Log-odds that every row begins with. */
  readonly intercept: number;
  readonly terms: readonly TermOp[];
  /** What learning knows of single people, by `SegmentInput.people`; null: nothing. */
  readonly personEffects: PersonEffectsOp | null;
  /** How one score is made of both directions; `off`: the forward one alone (backward numbers are not read). */
  readonly aggregation: 'product' | 'harmonic' | 'min' | 'off';
  /** From sums to log-odds as they are told; null: as they are. */
  readonly calibration: Calibration | null;
}

/** For rows that are not in `SegmentInput.people`. Points are added after the terms; the sum is multiplied by the share. */
interface PersonEffectsOp {
  readonly unknownPoints: Pair;
  readonly unknownShrinkage: Pair;
}

export interface Calibration {
  readonly forward: Curve;
  /** By code of the candidate's side; of length 1 where the field is null. */
  readonly backward: readonly Curve[];
  readonly sideField: number | null;
}

/** As `CalibrationCurve` of ranking. */
export type Curve =
  | { readonly kind: 'identity' }
  | { readonly kind: 'platt'; readonly slope: number; readonly offset: number }
  | { readonly kind: 'isotonic'; readonly knots: readonly (readonly [number, number])[] };

/**
 * A term gives each row two weighted points. `table`s are pairs [entries × 2]: forward, backward. Where the conditions
 * of a direction do not hold, that direction gets 0.
 */
export type TermOp = (
  | { readonly op: 'constant'; readonly points: Pair }
  /** By code; entry 0: the row lacks the field. */
  | { readonly op: 'codes'; readonly field: number; readonly table: Float64Array }
  /** A function of one number of the row, a direction each. */
  | {
      readonly op: 'number';
      /** null: `updatedAt`. */
      readonly field: number | null;
      readonly missing: Pair;
      readonly forward: NumberPoints;
      readonly backward: NumberPoints;
    }
  /** The row's interval against the seeker's, a direction each. */
  | { readonly op: 'interval'; readonly forward: IntervalPoints; readonly backward: IntervalPoints }
  /**
   * By how many of the set's values are in the mask, and how many there are:
   * table[(shared × (values + 1) + held) × 2], `values` = the most that a row can hold. No value at all: `missing`.
   */
  | {
      readonly op: 'overlap';
      readonly field: number;
      readonly mask: Uint32Array;
      readonly values: number;
      readonly table: Float64Array;
      readonly missing: Pair;
    }
  /** The most that any of the set's values gives, by value [values × 2]. */
  | {
      readonly op: 'bestOfSet';
      readonly field: number;
      readonly table: Float64Array;
      readonly missing: Pair;
    }
  /**
   * By how many of some fields the row has: table[(side × stride + held) × 2], `masks` [sides × presence words]; without
   * `sideField` there is one side. A side code at or beyond the masks' end reads as side 0.
   */
  | {
      readonly op: 'completeness';
      readonly sideField: number | null;
      readonly masks: Uint32Array;
      readonly stride: number;
      readonly table: Float64Array;
    }
  /** By Hamming distance of the sign codes, 0 … 32 · signWords. A row without a vector: `missing`. */
  | {
      readonly op: 'hamming';
      readonly group: number;
      readonly code: Uint32Array;
      readonly table: Float64Array;
      readonly missing: Pair;
    }
) & { readonly conditions?: readonly ConditionOp[] };

/** Directions in which a condition must hold for the points to count. Rows without the field: `holds` of code 0, no bit. */
export type ConditionOp = { readonly forward: boolean; readonly backward: boolean } & (
  | { readonly op: 'codes'; readonly field: number; readonly holds: Uint8Array }
  /** Some (`wanted`), or none, of the set's values are in the mask. */
  | { readonly op: 'set'; readonly field: number; readonly mask: Uint32Array; readonly wanted: boolean }
);

/**
 * weight · curve(x), where x of the row's number v and the seeker's c is
 *   value        v                       since      max(0, (c - v) / unit)
 *   from         v - c                   to         c - v               apart  |v - c|
 *   ratio_of     v / c                   ratio_to   c / v               ratio  max / min of the two
 * Ratios are `missing` unless both numbers are above 0. The curve is piecewise linear, flat beyond its ends.
 */
export interface NumberPoints {
  readonly x: 'value' | 'since' | 'from' | 'to' | 'apart' | 'ratio_of' | 'ratio_to' | 'ratio';
  readonly c: number;
  readonly unit: number;
  readonly weight: number;
  readonly knots: readonly (readonly [x: number, points: number])[];
}

/** weight · curve(overshoot), as `compareWithin` of ranking has it. */
export interface IntervalPoints {
  /** The row's bounds; null: open at that end. The same field twice: a number. A row that has neither: `missing`. */
  readonly lowField: number | null;
  readonly highField: number | null;
  /** The seeker's bounds, infinite where open. */
  readonly low: number;
  readonly high: number;
  /** Whether the seeker's interval is the term's `me`, and the row's `other`, or the other way round. */
  readonly seekerIsMe: boolean;
  readonly overshoot: 'share' | 'absolute';
  readonly weight: number;
  readonly knots: readonly (readonly [x: number, points: number])[];
  readonly missing: number;
}

export interface VectorSearch {
  /** Position in the layout's `vectors`. */
  readonly group: number;
  /** [D] */
  readonly query: Float32Array;
  readonly k: number;
  /**
   * Exact cosines only for rows of least Hamming distance: at least `count` of them, and all that are as near as the last.
   * This is the one approximate choice. null: the k nearest of all, exactly.
   */
  readonly preselect: {
    readonly code: Uint32Array;
    readonly count: number;
    /** What the threads of the search tell each other. */
    readonly shared: SharedSigns;
  } | null;
  /** How many rows without a cosine are wanted beside: first by tie hash. */
  readonly withoutVector: number;
}

/** What a run needs that differs from segment to segment. Rows are local, ascending. */
export interface SegmentInput {
  /** Not candidates at all, counted nowhere (the seeker). */
  readonly leftOut: Uint32Array;
  /** Words of the bitmap of those who are asked, as far as it goes; absent or null: all who are alive. */
  readonly asked?: Uint32Array | null;
  /** By rule: rows that the rule drops by name; absent: none. */
  readonly excluded: readonly (Uint32Array | undefined)[];
  /** Rows whose people a head knows, with points and shares [rows × 2]; null without `PeopleOp`. */
  readonly personEffects: {
    readonly rows: Uint32Array;
    readonly points: Float64Array;
    readonly shrinkage: Float64Array;
  } | null;
  /** Of a search: where its rows go. With a preselection only entries are listed, of a distance of at most `most`. */
  readonly into?: NearestInto;
  readonly most?: number;
}

/** What was found of one or more segments; what is in it counts, with its threshold. */
export interface NearestInto {
  readonly best: TopKBuffer;
  readonly without: TopKBuffer;
}

/** Rows by their sign codes. */
export interface SignEntries {
  /** Of those near enough and with a vector: Hamming distance << 20 | row. */
  readonly entries: Uint32Array;
  /** How many entries have each distance. */
  readonly counts: Uint32Array;
}

export interface SegmentResult {
  /** Rows before the first rule. */
  readonly candidates: number;
  /** By rule. */
  readonly dropped: readonly number[];
  /** Rows after the last. */
  readonly kept: number;
  /** The bitmap of these: a view on the scratch area, valid until the next run there. Copy what is to be kept. */
  readonly selection: Uint32Array;
  /** `best`: rows that do not reach `minScore`. */
  readonly belowMinScore: number;
  /**
   * `best` and `nearest`: best first; equal scores by tie hash, then row. At most k, and beyond these all that equal the
   * k-th in score and hash: whoever merges segments decides between them by the bytes of their ids.
   */
  readonly best: TopRows;
  /** `nearest`: rows without a cosine, first by tie hash (with the equals of the last, too). */
  readonly withoutVector: TopRows;
  /** `nearest` with a preselection: who may be among those whose cosines are taken. */
  readonly signs?: SignEntries | null;
}
