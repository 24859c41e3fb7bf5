/**
 * A scorecard for one seeker as numbers, for an engine without our codes: values of enums are numbered by
 * their place in the definition's list. The operations and their order depend on the definition and the
 * scorecard alone; the numbers depend on the seeker. So one text of a script serves all seekers, and its
 * numbers go beside it (`score-script.ts`). `ranking/compile/compile-remote-terms.ts` makes it.
 *
 * Weights are multiplied into the points. Where the seeker lacks a value, every number of the operation is
 * the same.
 */
import type { Calibration, IntervalPoints, NumberPoints, Pair, Scoring } from '../index/query-program.ts';

export interface RemoteScoring {
  /** Log-odds that every person starts from. */
  readonly intercept: number;
  readonly terms: readonly RemoteTerm[];
  readonly aggregation: Scoring['aggregation'];
  /** `backward` by code of the candidate's side: 0 absent, then the values in their order, then any other. */
  readonly calibration: Calibration | null;
  readonly personEffects: RemotePersonEffects | null;
  /** Scores below are not returned. */
  readonly minScore: number;
}

/** Points are added after the terms; the sum is then multiplied by the shrinkage. */
export interface RemotePersonEffects {
  readonly unknownPoints: Pair;
  readonly unknownShrinkage: Pair;
  /** People that the model knows, as far as they are few; the others are scored as unknown. */
  readonly known: readonly { readonly userId: string; readonly points: Pair; readonly shrinkage: Pair }[];
}

export type Knots = NumberPoints['knots'];

/** `both`: the points count in both directions. */
export type RemoteTerm = { readonly direction: 'forward' | 'backward' | 'both' } & RemoteOp;

export type RemoteOp =
  | OneOp
  /**
   * The first way for which the person has a value. If there is none, the missing points of the first. `can`:
   * whether the seeker has what each way needs.
   */
  | {
      readonly op: 'either';
      readonly ways: readonly [OneOp, OneOp];
      readonly can: readonly [boolean, boolean];
    };

/**
 * Fields are named by their position in the definition. A direction whose conditions do not hold gets 0
 * points.
 */
export type OneOp = { readonly conditions: readonly RemoteCondition[] } & (
  | { readonly op: 'constant'; readonly points: number }
  /** By code: 0 absent, 1 … n the definition's values, n + 1 any other. */
  | { readonly op: 'codes'; readonly field: number; readonly table: Float64Array }
  | RemoteNumber
  /** Whether the number is the seeker's. */
  | ({ readonly op: 'equal'; readonly field: number; readonly value: number } & EqualPoints)
  /** Whether `hashOf` the text (without case and outer spaces) or the place's key is the seeker's. */
  | ({ readonly op: 'text'; readonly field: number; readonly value: number } & EqualPoints)
  | {
      readonly op: 'distance';
      readonly field: number;
      readonly origin: { readonly lat: number; readonly lon: number };
      readonly knots: Knots;
      readonly missing: number;
    }
  | RemoteInterval
  | {
      readonly op: 'overlap';
      readonly field: number;
      /** By value of the definition: whether the seeker has it. */
      readonly mine: readonly boolean[];
      /** How many values the seeker has. */
      readonly mineCount: number;
      /** `mine` and `theirs` as the measure of the term, seen from the seeker. */
      readonly measure: 'count' | 'jaccard' | 'cover_mine' | 'cover_theirs';
      readonly knots: Knots;
      readonly missing: number;
    }
  /** The greatest points of any of the set's values: by value, then of any other value. */
  | {
      readonly op: 'bestOfSet';
      readonly field: number;
      readonly table: Float64Array;
      readonly missing: number;
    }
  /**
   * By code of the side (one entry without sides): the fields that count, and the points by the number of
   * them that are held.
   */
  | {
      readonly op: 'completeness';
      readonly sideField: number | null;
      readonly counted: readonly (readonly number[])[];
      readonly points: readonly Float64Array[];
    }
);

interface EqualPoints {
  readonly equal: number;
  readonly different: number;
  readonly missing: number;
}

interface RemoteNumber extends Pick<NumberPoints, 'x' | 'c' | 'unit' | 'knots'> {
  readonly op: 'number';
  /** null: when the profile last changed. */
  readonly field: number | null;
  readonly missing: number;
}

interface RemoteInterval extends Omit<IntervalPoints, 'weight'> {
  readonly op: 'interval';
}

/** A condition on the person: their value is one of those that the table marks. */
export type RemoteCondition =
  /** By code, as the table of `codes`. */
  | { readonly op: 'codes'; readonly field: number; readonly holds: readonly boolean[] }
  /** The set has (`wanted`) or has not a marked value. By value of the definition. */
  | {
      readonly op: 'set';
      readonly field: number;
      readonly marked: readonly boolean[];
      readonly wanted: boolean;
    };
