/**
 * The evaluation of a dataset for a model card: leave-one-out and temporal splits, each with ties in import
 * order and shuffled. All models and baselines are fitted again for every protocol.
 */

import type { Snapshot } from '../../datasets/snapshot/read-snapshot.ts';
import { type BaselineOptions, fitBaselines } from '../baselines/fit-baselines.ts';
import { collectHistories, type HistorySettings } from '../histories/collect-histories.ts';
import type { Histories } from '../histories/histories.ts';
import { leaveOneOut } from '../splits/leave-one-out.ts';
import type { Split } from '../splits/split.ts';
import { temporalSplit } from '../splits/temporal-split.ts';
import { type EvaluationOptions, evaluateSplit } from './evaluate-split.ts';
import type { SequenceReport, SplitReport } from './evaluation-report.ts';
import type { Ranker } from './ranker.ts';

/** Fits models on `split.train`, selects them on `split.validation`, and returns the rankers to evaluate. */
type FitModels = (split: Split, ties: EvaluationOptions['ties']) => Promise<FittedRankers>;

export interface FittedRankers {
  readonly models: readonly Ranker[];
  /** Parts of the models, each ranking alone. Default: none. */
  readonly parts?: readonly Ranker[];
}

export interface SequenceEvaluation {
  readonly name: string;
  readonly snapshot: Snapshot;
  readonly histories?: Omit<Partial<HistorySettings>, 'ties'>;
  readonly fitModels?: FitModels;
  readonly baselines?: BaselineOptions;
  readonly evaluation?: Omit<EvaluationOptions, 'ties'>;
  /**
   * The protocols, in this order; default: all. Shuffled ties and temporal splits are meaningless if
   * timestamps only give an order.
   */
  readonly protocols?: readonly EvaluationProtocol[];
  /** Called after each protocol. */
  readonly onSplit?: (report: SplitReport) => void;
}

export interface EvaluationProtocol {
  readonly split: Split['kind'];
  readonly ties: EvaluationOptions['ties'];
}

export const allProtocols: readonly EvaluationProtocol[] = [
  { split: 'leave-one-out', ties: 'imported' },
  { split: 'leave-one-out', ties: 'shuffled' },
  { split: 'temporal', ties: 'imported' },
  { split: 'temporal', ties: 'shuffled' },
];

/** Throws the reason of `evaluation.signal`, and the errors of `fitModels`. */
export async function evaluateSequences(given: SequenceEvaluation): Promise<SequenceReport> {
  const protocols = given.protocols ?? allProtocols;
  const splits: SplitReport[] = [];
  let histories: Histories | null = null;
  for (const [n, protocol] of protocols.entries()) {
    if (histories === null || protocols[n - 1]?.ties !== protocol.ties)
      histories = await historiesWith(given, protocol.ties);
    const report = await evaluateProtocol(given, histories, protocol);
    given.onSplit?.(report);
    splits.push(report);
  }
  const { personIds, itemIds, items } = histories ?? { personIds: [], itemIds: [], items: [] };
  return {
    dataset: { name: given.name, people: personIds.length, items: itemIds.length, events: items.length },
    splits,
  };
}

function historiesWith(
  { snapshot, histories, evaluation }: SequenceEvaluation,
  ties: EvaluationOptions['ties'],
): Promise<Histories> {
  const seed = evaluation?.seed ?? 1;
  const settings = { ...histories, ties: ties === 'shuffled' ? { shuffledBy: seed } : ('imported' as const) };
  return collectHistories(snapshot, settings, evaluation?.signal);
}

async function evaluateProtocol(
  { fitModels, baselines, evaluation, histories: settings }: SequenceEvaluation,
  histories: Histories,
  { split: kind, ties }: EvaluationProtocol,
): Promise<SplitReport> {
  const split = kind === 'temporal' ? temporalSplit(histories) : leaveOneOut(histories);
  const fitted = (await fitModels?.(split, ties)) ?? { models: [] };
  const rankers = { ...fitted, ...(await fitBaselines(split, baselines, evaluation?.signal)) };
  // With repeats a target may be an item of the history, so items of the history must not be masked.
  const seen = settings?.repeats === 'kept' ? 'ranked' : 'masked';
  return evaluateSplit(split, rankers, { seen, ...evaluation, ties });
}
