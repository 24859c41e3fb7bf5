/** A number as it stands in a text, and how a bound is stated. */
export interface NumberAt {
  readonly value: number;
  /** Words [first, last). */
  readonly first: number;
  readonly last: number;
  /** Whether it is written in digits. */
  readonly digits: boolean;
}

export type Bound = 'exact' | 'atLeast' | 'over' | 'atMost' | 'under' | 'around';
