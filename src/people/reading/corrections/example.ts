/** Examples for a fit of the decision: claims of texts, and whether they were right. */

export interface Example {
  /** Values of `evidenceNames`. */
  readonly features: Float64Array;
  /** "dating.age", "dating.age preference": as the decision names the effects of fields. */
  readonly effect: string;
  readonly isRight: boolean;
  /** The field has at most one value, so one claim of a text at most is taken. */
  readonly isSingle: boolean;
}

export interface ExampleText {
  readonly examples: readonly Example[];
  readonly weight: number;
  /** Nothing is fitted on it: it measures. */
  readonly isHeldOut: boolean;
}
