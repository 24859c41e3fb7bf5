/**
 * What an evaluation of rankers of sequences found, as data: what model cards carry as `evaluation_report`.
 * Docs: docs/evaluation-of-sequences.md.
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
   * Of lists of `protocol.list_length`: the share of the catalogue that appears in any; how uneven
   * appearances are.
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
  /** Of the targets, the share that nobody had in what was learned from. */
  readonly targets_unseen: number;
  /** Of the targets, the share that the person had before; with seen items masked nobody can hit them. */
  readonly targets_repeated: number;
  /**
   * Of the targets, the share at the same moment as the item before: where the order inside a moment can
   * leak.
   */
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

/** One that was not fitted, and so is in no comparison. */
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
  /** Reports of before they were named lack it. */
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
