/**
 * The results of an evaluation of sequence rankers, as data: the `evaluation_report` of a model card. Docs:
 * docs/design/evaluation-of-sequences.md.
 */
import type { Measure } from './bootstrap-means.ts';

export interface RankerReport {
  readonly name: string;
  readonly role: 'model' | 'baseline';
  /** Over the cases; with one target each, recall is the hit rate too. By cutoff k: `{"10": …}`. */
  readonly recall: Readonly<Record<string, Measure>>;
  readonly ndcg: Readonly<Record<string, Measure>>;
  /** Mean reciprocal rank; of rankers that give lists, within the list. */
  readonly mrr: Measure;
  /**
   * Over lists of `protocol.list_length`: the share of the catalogue in any list, and the inequality of
   * appearances.
   */
  readonly coverage: Measure;
  readonly exposure_gini: Measure;
}

/** A model minus a baseline on the same cases and draws, at `protocol.headline_cutoff`. */
export interface GainReport {
  readonly model: string;
  readonly over: string;
  readonly recall: Measure;
  readonly ndcg: Measure;
}

export interface ProtocolReport {
  readonly split: 'leave-one-out' | 'temporal';
  /** Events of one person at the same moment: in the import's order, or shuffled. */
  readonly ties: 'imported' | 'shuffled';
  readonly seen_items: 'masked' | 'ranked';
  /** Every item of the catalogue is ranked. */
  readonly ranked_items: number;
  readonly cases: number;
  /** More than `cases` where they were drawn from a larger number. */
  readonly cases_before_sampling: number;
  /** The share of targets without an event in the training data. */
  readonly targets_unseen: number;
  /** The share of targets that the person had before; they cannot be hit if seen items are masked. */
  readonly targets_repeated: number;
  /** The share of targets at the same moment as the item before, where the order inside a moment can leak. */
  readonly targets_tied: number;
  /** ISO 8601; null in leave-one-out. */
  readonly validation_from: string | null;
  readonly test_from: string | null;
  readonly cutoffs: readonly number[];
  readonly headline_cutoff: number;
  readonly list_length: number;
  /** Of the intervals. */
  readonly draws: number;
  readonly seed: number;
}

/** A baseline that was not fitted, and is therefore in no comparison. */
export interface LeftOutBaseline {
  readonly name: string;
  /** Part of a sentence. */
  readonly reason: string;
}

export interface SplitReport {
  readonly protocol: ProtocolReport;
  /** Models first. */
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
  };
  readonly splits: readonly SplitReport[];
}
