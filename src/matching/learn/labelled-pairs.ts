/** Pairs of seeker and candidate with their labels, as columns; the input of evaluation. */

/** Pairs to be scored, seeker's direction: N of them. */
export interface PairList {
  /** User ids; the columns number them. */
  readonly people: readonly string[];
  /** Positions in `people` [N]. */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

/** Pairs with a decision: one row a pair and direction, with the latest label. */
export interface LabelledPairs extends PairList {
  /** 1 where the seeker chose the candidate (polarity above 0), 0 where not [N]. */
  readonly labels: Uint8Array;
  /** |polarity × weight|, above 0; relative to the mean in a training set (`set/relative-weights.ts`) [N]. */
  readonly weights: Float64Array;
  /**
   * Number of pairs that each row stands for, where probabilities are compared with frequencies; absent: one
   * each. A probability says how often a shown pair is chosen, so the weight of an outcome is no part of it
   * [N].
   */
  readonly counts?: Float64Array;
  /** Time of the decision, epoch ms [N]. */
  readonly atMs: Float64Array;
  /** Number of the /match response that showed the pair; −1 where unknown [N]. */
  readonly slates?: Int32Array;
}

/** Predicts how likely a seeker chooses a candidate: a ranking model or a baseline. */
export interface PairScorer {
  /** Name in reports. */
  readonly name: string;
  /** P(seeker chooses candidate) in [0, 1] for every pair [N]. Never reads an outcome of these pairs. */
  score(pairs: PairList): Promise<Float64Array>;
}

/** Selects rows, in the given order. `people` is unchanged, so positions stay valid. */
export function takePairs(pairs: LabelledPairs, rows: Uint32Array): LabelledPairs {
  const { slates, counts } = pairs;
  return {
    people: pairs.people,
    seekers: rows.map((row) => pairs.seekers[row]!),
    candidates: rows.map((row) => pairs.candidates[row]!),
    labels: Uint8Array.from(rows, (row) => pairs.labels[row]!),
    weights: Float64Array.from(rows, (row) => pairs.weights[row]!),
    atMs: Float64Array.from(rows, (row) => pairs.atMs[row]!),
    ...(counts !== undefined && { counts: Float64Array.from(rows, (row) => counts[row]!) }),
    ...(slates !== undefined && { slates: Int32Array.from(rows, (row) => slates[row]!) }),
  };
}

/** The pairs with the weights of frequencies, for log loss and calibration. */
export function countedOnce<Pairs extends Pick<LabelledPairs, 'labels' | 'weights' | 'counts'>>(
  pairs: Pairs,
): Pairs {
  return { ...pairs, weights: pairs.counts ?? new Float64Array(pairs.labels.length).fill(1) };
}
