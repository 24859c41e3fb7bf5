/** Rows that were found, best first, as columns. */
export interface TopRows {
  readonly rows: Uint32Array;
  /** `best`: the score. `nearest`: the cosine (a float32), NaN for rows without one. */
  readonly scores: Float64Array;
  readonly ties: Uint32Array;
  /** `best`: log-odds of both directions before shrinkage and calibration; empty for `nearest`. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
}

/** The receiver of the rows of a scoring. */
export interface BestInto {
  /** The least score that is accepted. */
  readonly threshold: number;
  /** The kth entry when it was last determined. */
  readonly kth: KthEntry | null;
  /** The score must not be NaN. */
  offer(score: number, tie: number, row: number, forward: number, backward: number): void;
}

/** The kth of the rows found so far. */
export interface KthEntry {
  readonly score: number;
  readonly tie: number;
  /** Log-odds of both directions, as in `TopRows`. */
  readonly forward: number;
  readonly backward: number;
}
