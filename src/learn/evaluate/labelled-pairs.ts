/** What evaluation reads: who was asked about whom and what they decided, as columns. */

/** Pairs to be scored, seeker's direction: N of them. */
export interface PairList {
  /** User ids; the columns number them. */
  readonly people: readonly string[];
  /** Positions in `people` [N]. */
  readonly seekers: Uint32Array;
  readonly candidates: Uint32Array;
}

/** Decided pairs. One row a pair and direction: the label that stands. */
export interface LabelledPairs extends PairList {
  /** 1 where the seeker chose the candidate (polarity above 0), 0 where not [N]. */
  readonly labels: Uint8Array;
  /** |polarity × weight|, above 0; of a training set beside its mean (`set/relative-weights.ts`) [N]. */
  readonly weights: Float64Array;
  /** When it was decided, epoch milliseconds [N]. */
  readonly atMs: Float64Array;
  /** Which answer of /match showed the pair, as a dense number; −1 where unknown [N]. */
  readonly slates?: Int32Array;
}

/** Something that says how likely a seeker chooses a candidate: a head, or what a head must beat. */
export interface PairScorer {
  /** How reports call it. */
  readonly name: string;
  /** P(seeker chooses candidate), in [0, 1], of every pair [N]. Never reads an outcome of the pairs it is asked for. */
  score(pairs: PairList): Promise<Float64Array>;
}

/** The rows of `pairs` that are named, in that order. `people` stays whole, so that numbers keep their meaning. */
export function takePairs(pairs: LabelledPairs, rows: Uint32Array): LabelledPairs {
  const { slates } = pairs;
  return {
    people: pairs.people,
    seekers: rows.map((row) => pairs.seekers[row]!),
    candidates: rows.map((row) => pairs.candidates[row]!),
    labels: Uint8Array.from(rows, (row) => pairs.labels[row]!),
    weights: Float64Array.from(rows, (row) => pairs.weights[row]!),
    atMs: Float64Array.from(rows, (row) => pairs.atMs[row]!),
    ...(slates !== undefined && { slates: Int32Array.from(rows, (row) => slates[row]!) }),
  };
}
