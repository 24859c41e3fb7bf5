/** Report of an evaluation: the JSON of `counterpart evaluate --json`. See docs/design/evaluation.md. */
import type { ReliabilityBin } from './calibration.ts';
import type { BaselineComparison } from './compare-with-baselines.ts';

/** A value with its 95 % interval; null where undefined. */
export interface Measure {
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface PairMeasures {
  readonly auc: Measure;
  /** Nats; lower is better. */
  readonly log_loss: Measure;
  /** Expected calibration error over bins of equal mass; lower is better. */
  readonly ece: Measure;
}

export interface ScorerReport extends PairMeasures {
  readonly name: string;
  readonly ndcg: Measure;
  readonly hit_rate: Measure;
  /** Pairs with decisions of both sides; null in one-directional domains or without such pairs. */
  readonly mutual: PairMeasures | null;
  readonly reliability: readonly ReliabilityBin[];
  /** Exposure in lists ranked by the scorer; null without candidates. */
  readonly exposure: { readonly gini: number; readonly coverage: number } | null;
}

export interface SegmentReport {
  /** `gender = woman`: a field of the seeker; or «new seekers». */
  readonly segment: string;
  readonly outcomes: number;
  readonly scorers: readonly { readonly name: string; readonly auc: Measure; readonly log_loss: Measure }[];
}

export interface EvaluationReport {
  readonly domain: string;
  readonly aggregation: string;
  readonly held_out: {
    readonly outcomes: number;
    readonly positives: number;
    readonly seekers: number;
    readonly new_seekers: number;
    readonly mutual_pairs: number;
    readonly slates: number;
  };
  readonly trained_on: number;
  readonly cuts: { readonly ndcg: number; readonly hit_rate: number; readonly exposure: number };
  /** Ranking models first, then baselines. */
  readonly scorers: readonly ScorerReport[];
  readonly segments: readonly SegmentReport[];
  /** The first scorer against baselines; only in domains without refusals. */
  readonly baselines?: BaselineComparison;
  readonly draws: number;
  readonly seed: number;
}
