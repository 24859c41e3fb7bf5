/**
 * Trains and validates a model on a frozen set. One model is fitted without the held-out side of the outcomes
 * and validated on it. If it wins, the serving model is fitted again on all outcomes. The validated one is
 * kept beside it, for comparison in later runs.
 */

import { withoutPeople } from '../../ranking/person-effects.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { countInWords } from '../count-in-words.ts';
import { type BaselineComparison, compareWithBaselines } from '../evaluate/compare-with-baselines.ts';
import type { GateMetrics } from '../evaluate/deployment-gate.ts';
import { takePairs } from '../evaluate/labelled-pairs.ts';
import { type IsHeldOut, type OutcomeSplit, splitOutcomes } from '../evaluate/split-outcomes.ts';
import { CONFIDENCE } from '../evaluate/two-way-clusters.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import type { Fitting } from './fitting.ts';
import { chooseServedHead, type ServedHead } from './refit-head.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';
import type { ServingModels } from './serving-models.ts';
import { type ValidatedHead, validateHead } from './validate-head.ts';

export interface TrainingJob {
  readonly set: TrainingSet;
  readonly models: ServingModels;
  readonly isHeldOut: IsHeldOut;
  readonly version: string;
  readonly seed: number;
  readonly trainedAt: string;
  readonly signal: AbortSignal;
  /** Progress of the fit, 0..1. */
  readonly onFit: (share: number) => void;
  readonly onEvaluate: () => void;
  /** Progress of the second fit, 0..1. */
  readonly onRefit?: (share: number) => void;
}

export interface Trained {
  /** The model to serve; the validated one where it was not deployed. null: there were too few outcomes. */
  readonly model: RankingModel | null;
  /** Fitted without held-out rows. */
  readonly judged: RankingModel | null;
  readonly deploy: boolean;
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export async function trainAndValidate(
  fitting: Pick<Fitting, 'fitRankingModel' | 'scorePairs'>,
  job: TrainingJob,
): Promise<Trained> {
  const { set, models, seed } = job;
  const split = splitOutcomes(set, job.isHeldOut);
  const scarce = scarceOutcomes([{ set, split }]);
  if (scarce !== null)
    return { model: null, judged: null, deploy: false, reason: scarce, before: null, after: null };
  const base = models.judged?.base ?? models.base;
  const before = judgedBefore(set, models);
  const judged = await fitHead(fitting, job, { rows: split.fit, base, before, progress: job.onFit });
  job.onEvaluate();
  const validated = await validateHead(fitting, { set, models, judged, heldOut: split.heldOut, seed });
  const lists = await compareWithBaselines({
    model: fitting.scorePairs(judged, set),
    train: takePairs(set.outcomes, split.fit),
    heldOut: takePairs(set.outcomes, validated.rows),
    seed,
  });
  const served = validated.verdict.deploy ? await refit(fitting, job, split, judged) : null;
  const metrics = metricsOf(job, split, { validated, served, lists });
  const withMetrics = (model: RankingModel) => ({
    ...model,
    card: { ...model.card, metrics: metrics.after },
  });
  return {
    model: withMetrics(served?.model ?? judged),
    judged: withMetrics(judged),
    deploy: validated.verdict.deploy,
    reason: reasonOf(set, { validated, served, lists }),
    ...metrics,
  };
}

/** The model that the validated one continues. It must not have seen held-out rows either. */
function judgedBefore({ tier }: TrainingSet, { judged }: ServingModels): RankingModel | undefined {
  if (judged === undefined) return undefined;
  if (judged.lastCrossEncoder !== null) return judged.lastCrossEncoder.judged;
  if (judged.servingSeesUntilMs !== null) return undefined;
  return judged.serving.card.tier === tier ? judged.serving : undefined;
}

interface HeadToFit {
  readonly rows: Uint32Array;
  readonly base: RankingModel;
  /** The deployed model whose cross encoder is continued. */
  readonly before: RankingModel | undefined;
  /** The model whose settings are used again. */
  readonly like?: RankingModel;
  readonly progress: (share: number) => void;
}

async function fitHead(
  fitting: Pick<Fitting, 'fitRankingModel'>,
  { set, version, seed, signal, trainedAt }: TrainingJob,
  head: HeadToFit,
): Promise<RankingModel> {
  const fitted = await fitting.fitRankingModel(set, { ...head, version, seed, signal, trainedAt });
  signal.throwIfAborted();
  return set.tier === 'tenant' ? fitted : withoutAnybody(fitted);
}

async function refit(
  fitting: Pick<Fitting, 'fitRankingModel' | 'scorePairs'>,
  job: TrainingJob,
  split: OutcomeSplit,
  judged: RankingModel,
): Promise<ServedHead> {
  const { set, models, seed } = job;
  const rows = Uint32Array.from(set.outcomes.seekers.keys());
  const progress = (share: number) => job.onRefit?.(share);
  const own = models.serving.card.tier === set.tier ? models.serving : undefined;
  const before = models.judged?.lastCrossEncoder?.served ?? own;
  const refitted = await fitHead(fitting, job, { rows, base: models.base, before, like: judged, progress });
  return chooseServedHead(fitting, { set, split, judged, refitted, seed });
}

interface Findings {
  readonly validated: ValidatedHead;
  /** null: not deployed. */
  readonly served: ServedHead | null;
  readonly lists: BaselineComparison | null;
}

/**
 * Begins with the explanation of the verdict: identical candidates, or a simpler baseline that ranks as well.
 */
function reasonOf(set: TrainingSet, { validated: { verdict, note }, served, lists }: Findings): string {
  const alike = verdict.deploy ? null : alikeCandidates(set);
  const compared =
    lists === null
      ? null
      : `The new head ${lists.verdict}, in lists for ${countInWords(lists.seekers, 'seeker')}.`;
  const sentences = [alike, compared, verdict.reason, note, served?.reason ?? null];
  return sentences.filter((words) => words !== null).join(' ');
}

/** Shared models hold no person effects, so that no tenant's people reach another tenant. */
function withoutAnybody(model: RankingModel): RankingModel {
  return {
    ...model,
    personEffects: withoutPeople(model.personEffects, new Set(model.personEffects.userIds)),
  };
}

function metricsOf(
  { version, set }: TrainingJob,
  { fit }: OutcomeSplit,
  { validated: { verdict, rows, before }, served, lists }: Findings,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } {
  const outcomes = set.outcomes.labels.length;
  const counted = { held_out: rows.length, confidence: CONFIDENCE };
  return {
    before: { version: before, ...describeMetrics(verdict.before), ...counted },
    after: {
      version,
      ...describeMetrics(verdict.after),
      ...counted,
      outcomes,
      fitted_on: fit.length,
      trained_on: served?.isRefitted === true ? outcomes : fit.length,
      auc_gain: finite({ ...verdict.aucGain }),
      log_loss_gain: finite({ ...verdict.logLossGain }),
      prior: describeMetrics(verdict.prior),
      ...(served !== null && { agreement: served.agreement }),
      ...(lists !== null && { baselines: lists }),
    },
  };
}

function describeMetrics(metrics: GateMetrics): Record<string, unknown> {
  const intervals = Object.entries(metrics.intervals).map(([name, { low, high }]) => [
    name,
    finite({ low, high }),
  ]);
  return {
    ...finite(metrics),
    intervals: Object.fromEntries(intervals),
    reliability: metrics.reliability.map((bin) => finite(bin)),
  };
}

/** JSON has no NaN: undefined figures are null. */
function finite(figures: object): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(figures)
      .filter(([, value]) => typeof value === 'number')
      .map(([name, value]) => [snakeCase(name), Number.isFinite(value) ? (value as number) : null]),
  );
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
