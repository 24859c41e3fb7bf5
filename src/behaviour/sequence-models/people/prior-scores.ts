/** Scores of items by what is known of a person without a history. */
export interface PriorScores {
  /** The evidence beside popularity. */
  readonly by: 'person_features' | 'context';
  readonly itemIds: readonly string[];
  /** By item of `itemIds`: the logarithm of a share. */
  readonly scores: Float32Array;
  /** The score of all other items. */
  readonly otherwise: number;
}
