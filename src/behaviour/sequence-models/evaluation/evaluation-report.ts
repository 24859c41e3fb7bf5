/**
 * The results of an evaluation of rankers, as data: the `evaluation_report` of a model card, whose field
 * names are the wire's. Docs: docs/design/evaluation-of-sequences.md.
 */
import type { Measure } from './bootstrap-means.ts';
import type { GainResult } from './gain-result.ts';

export interface RankerReport {
  readonly name: string;
  /** `part`: a part of the model, ranking alone. */
  readonly role: 'model' | 'part' | 'baseline';
  /** Means over the cases by cutoff k: `{"10": …}`. With one target per case, recall equals the hit rate. */
  readonly recall: Readonly<Record<string, Measure>>;
  readonly ndcg: Readonly<Record<string, Measure>>;
  /** Mean reciprocal rank. For a ranker of lists a target outside the list counts as 0. */
  readonly mrr: Measure;
  /**
   * Over lists of `protocol.list_length`: the share of the catalogue in any list, and the inequality of
   * appearances.
   */
  readonly coverage: Measure;
  readonly exposure_gini: Measure;
}

/** A model minus one of its parts or a baseline, on the same cases and resamples, at `protocol.headline_cutoff`. */
export interface GainReport {
  readonly model: string;
  readonly over: string;
  readonly recall: Measure;
  readonly ndcg: Measure;
  /** By nDCG. Missing in reports of earlier versions. */
  readonly result?: GainResult;
}

export interface ProtocolReport {
  readonly split: 'leave-one-out' | 'temporal';
  /** The order of a person's events at the same moment: as imported, or shuffled. */
  readonly ties: 'imported' | 'shuffled';
  readonly seen_items: 'masked' | 'ranked';
  /** The number of ranked items: the whole catalogue. */
  readonly ranked_items: number;
  readonly cases: number;
  /** Present where people have several cases; intervals are then over people. */
  readonly people?: number;
  /** Present where the targets of a case are those of the next basket: how many they are on average. */
  readonly baskets?: { readonly mean_size: number };
  /** More than `cases` if the cases are a sample. */
  readonly cases_before_sampling: number;
  /** The share of targets without an event in the training data. */
  readonly targets_unseen: number;
  /** The share of targets that the person had before; they cannot be hit if seen items are masked. */
  readonly targets_repeated: number;
  /**
   * The share of targets at the same moment as another event of the person, where the order of a moment can
   * leak.
   */
  readonly targets_tied: number;
  /** ISO 8601; null in leave-one-out. */
  readonly validation_from: string | null;
  readonly test_from: string | null;
  readonly cutoffs: readonly number[];
  readonly headline_cutoff: number;
  readonly list_length: number;
  /** The number of bootstrap resamples. */
  readonly draws: number;
  readonly seed: number;
}

/** A baseline that was not fitted, so that no model is compared with it. */
export interface LeftOutBaseline {
  readonly name: string;
  /** Part of a sentence. */
  readonly reason: string;
}

export interface SplitReport {
  readonly protocol: ProtocolReport;
  /** Models first, then their parts, then baselines. */
  readonly rankers: readonly RankerReport[];
  readonly gains: readonly GainReport[];
  /** Missing in reports of earlier versions. */
  readonly baselines_left_out?: readonly LeftOutBaseline[];
}

export interface SequenceReport {
  readonly dataset: {
    readonly name: string;
    readonly people: number;
    readonly items: number;
    readonly events: number;
    /** Events that are no history. Missing in reports of earlier versions. */
    readonly left_out?: { readonly impossible_times: number; readonly negative_values: number };
  };
  readonly splits: readonly SplitReport[];
}
