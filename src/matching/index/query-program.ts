/**
 * A query as data: which rows pass, how they score, and which are kept. It is compiled once for one seeker
 * from filters and a scorecard, is the same for every segment and can be cloned to workers.
 * `program-runner.ts` runs it over one segment; `reference/interpret-program.ts` gives its meaning, row by
 * row.
 *
 * Fields are named by their position in the definition. All tables are indexed by the index's codes. A code
 * at or beyond a table's end was interned after compilation and reads as entry 0, which is absence.
 *
 * Exactness. Narrowing is exact. Scoring is exact to the bit. The comparators of ranking fill every entry of
 * a table. Computations by row (curves over numbers) follow the operations of `program/number-points.ts` in
 * f64 in their order, and terms are summed in their order. Cosines equal those of the reference index to the
 * bit. Approximate steps (a quick sigmoid that rejects rows, a Hamming distance that preselects) are always
 * followed by an exact check, except for `VectorSearch.preselect`.
 */

/**
 * One number for each direction: how the candidate suits the seeker, and how the seeker suits the candidate.
 */
export type Pair = readonly [forward: number, backward: number];

export interface QueryProgram {
  /** In order; a row is counted under the first rule that drops it. */
  readonly rules: readonly Rule[];
  readonly answer: Answer;
}

export interface Rule {
  /** `incomplete`, `side`, `filters`, … */
  readonly reason: string;
  /** A row must pass every clause. Rows that a rule lists by number are dropped besides. */
  readonly clauses: readonly ClauseOp[];
}

/**
 * A condition on a row. A row without the field passes only `present` with `wanted: false`, and `lacks_or`.
 */
export type ClauseOp =
  /** `passes[code]` is 1 or 0, by code of an enum, boolean, string or geo field; entry 0 is 0. */
  | { readonly op: 'codes'; readonly field: number; readonly passes: Uint8Array }
  /** Inside (`wanted`) or outside of [min, max], both inclusive, infinite where open. */
  | {
      readonly op: 'range';
      readonly field: number;
      readonly min: number;
      readonly max: number;
      readonly wanted: boolean;
    }
  /** The number is (`wanted`) or is not one of these. */
  | {
      readonly op: 'numbers';
      readonly field: number;
      readonly values: Float64Array;
      readonly wanted: boolean;
    }
  /** The set has (`wanted`) or has not a value in the mask: bit v & 31 of word v >>> 5. */
  | { readonly op: 'set'; readonly field: number; readonly mask: Uint32Array; readonly wanted: boolean }
  | { readonly op: 'present'; readonly field: number; readonly wanted: boolean }
  /** The row lacks the field, or passes the other clause. */
  | { readonly op: 'lacks_or'; readonly field: number; readonly clause: ClauseOp }
  | { readonly op: 'complete' }
  /** All preferences of the row are met. Kinds that are not listed count as met. */
  | {
      readonly op: 'accepts';
      readonly bounds: readonly BoundOp[];
      readonly preferences: readonly PreferenceOp[];
      readonly reaches: readonly ReachOp[];
    }
  | { readonly op: 'nothing' };

/** Numeric bounds of one kind (`preference-kinds.ts`); a segment without the column has none. */
export interface BoundOp {
  readonly kind: number;
  readonly side: 'from' | 'to';
  /** The seeker's number; null: the seeker has none, and no bound is met. */
  readonly value: number | null;
}

/** Preferences of one kind (`preference-kinds.ts`); a segment without the column has none. */
export interface PreferenceOp {
  readonly kind: number;
  /** `met[preference id]` is 1 or 0, entry 0 is 1. */
  readonly met: Uint8Array;
}

/** Preferences of the form "at most this far from my own place". */
export interface ReachOp {
  /** A geo field with a `reach` column; a segment without the column has no such preference. */
  readonly field: number;
  /** By code of the row's place: the counterpart's distance as a rank among all preferred distances. */
  readonly distances: Uint16Array;
  /** By code of `reach`: the greatest rank that meets the preference; entry 0 is 0, which meets none. */
  readonly met: Uint16Array;
}

export type Answer =
  /**
   * Only the counts and the bitmap. With `examples`: also the rows that each rule drops (`ExaminedRule`), at
   * most so many of each kind by number.
   */
  | { readonly kind: 'selection'; readonly examples?: number }
  /** The k rows with the highest scores. */
  | { readonly kind: 'best'; readonly scoring: Scoring; readonly k: number; readonly minScore: number }
  /** The k rows with the highest cosines. */
  | { readonly kind: 'nearest'; readonly search: VectorSearch };

export interface Scoring {
  /** Log-odds that every row starts from. */
  readonly intercept: number;
  readonly terms: readonly TermOp[];
  /** Person effects of rows that are not among `PersonEffectRows`; null: the model has no person effects. */
  readonly personEffects: PersonEffectsOp | null;
  /** How both directions make one score; `off`: the forward one alone (backward numbers are not read). */
  readonly aggregation: 'product' | 'harmonic' | 'min' | 'off';
  /** From sums to calibrated log-odds; null: sums stay as they are. */
  readonly calibration: Calibration | null;
  /**
   * Whether rows are ordered by their score less the price of their exposure (`pricedScore`). The least score
   * still counts the score itself. Default: no.
   */
  readonly priced?: boolean;
}

/** The rows whose users the model knows. */
export interface PersonEffectRows {
  /** Ascending. */
  readonly rows: Uint32Array;
  /** [rows × 2]: forward, backward. */
  readonly points: Float64Array;
  /** [rows × 2]: forward, backward. */
  readonly shrinkage: Float64Array;
}

/**
 * The values for all other rows. Points are added after the terms; the sum is then multiplied by the
 * shrinkage.
 */
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
 * A term gives each row two weighted points. A `table` has pairs [entries × 2]: forward, backward. A
 * direction whose conditions do not hold gets 0.
 */
export type TermOp = (
  | { readonly op: 'constant'; readonly points: Pair }
  /** By code; entry 0: the row lacks the field. */
  | { readonly op: 'codes'; readonly field: number; readonly table: Float64Array }
  /** A function of one number of the row for each direction. */
  | {
      readonly op: 'number';
      /** null: `updatedAt`. */
      readonly field: number | null;
      readonly missing: Pair;
      readonly forward: NumberPoints;
      readonly backward: NumberPoints;
    }
  /** The row's interval against the seeker's, for each direction. */
  | { readonly op: 'interval'; readonly forward: IntervalPoints; readonly backward: IntervalPoints }
  /**
   * Points by `shared`, the number of the set's values in the mask, and `held`, the number of all its values:
   * table[(shared × (values + 1) + held) × 2]. `values` = the most that a row can hold. An empty set:
   * `missing`.
   */
  | {
      readonly op: 'overlap';
      readonly field: number;
      readonly mask: Uint32Array;
      readonly values: number;
      readonly table: Float64Array;
      readonly missing: Pair;
    }
  /** The greatest points of any of the set's values, by value [values × 2]. */
  | {
      readonly op: 'bestOfSet';
      readonly field: number;
      readonly table: Float64Array;
      readonly missing: Pair;
    }
  /**
   * By the number of fields that the row has: table[(side × stride + held) × 2], `masks` [sides × presence
   * words]. Without `sideField` there is one side. A side code at or beyond the masks' end reads as side 0.
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

/**
 * A condition on the points of the marked directions. A row without the field reads `holds` of code 0, or no
 * bit.
 */
export type ConditionOp = { readonly forward: boolean; readonly backward: boolean } & (
  | { readonly op: 'codes'; readonly field: number; readonly holds: Uint8Array }
  /** The set has (`wanted`) or has not a value in the mask. */
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

/** weight · curve(overshoot), as `compareWithin` of ranking computes it. */
export interface IntervalPoints {
  /**
   * Fields of the row's bounds; null: open at that end. The same field twice: a number. Both absent:
   * `missing`.
   */
  readonly lowField: number | null;
  readonly highField: number | null;
  /** The seeker's bounds, infinite where open. */
  readonly low: number;
  readonly high: number;
  /**
   * Whether the seeker's interval is the term's `me` and the row's is `other`; else the roles are swapped.
   */
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
   * Exact cosines only for the rows of least Hamming distance: at least `count` rows, and all that tie with
   * the last. This is the only approximate choice. null: the k nearest of all rows, exactly.
   */
  readonly preselect: {
    readonly code: Uint32Array;
    readonly count: number;
    /** Shared state of the search's threads (`shared-signs.ts`). */
    readonly shared: Int32Array<SharedArrayBuffer>;
  } | null;
  /** How many rows without a cosine to return in addition, first by tie hash. */
  readonly withoutVector: number;
}
