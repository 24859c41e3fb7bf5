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
import { type IsHeldOut, type OutcomeSplit, splitOutcomes } from '../evaluate/split-outcomes.ts';
import { CONFIDENCE } from '../evaluate/two-way-clusters.ts';
import { takePairs } from '../labelled-pairs.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import { chooseServedModel, type ServedModel } from './choose-served-model.ts';
import type { Fitting } from './fitting.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';
import type { ServingModels } from './serving-models.ts';
import { type Validation, validateModel } from './validate-model.ts';

export interface TrainingJob {
  readonly set: TrainingSet;
  readonly models: ServingModels;
  readonly isHeldOut: IsHeldOut;
  readonly version: string;
  readonly seed: number;
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
  readonly validated: RankingModel | null;
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
    return { model: null, validated: null, deploy: false, reason: scarce, before: null, after: null };
  const base = models.validated?.base ?? models.base;
  const before = validatedBefore(set, models);
  const validated = await fitModel(fitting, job, { rows: split.fit, base, before, progress: job.onFit });
  job.onEvaluate();
  const validation = await validateModel(fitting, { set, models, validated, heldOut: split.heldOut, seed });
  const lists = await compareWithBaselines({
    model: fitting.scorePairs(validated, set),
    train: takePairs(set.outcomes, split.fit),
    heldOut: takePairs(set.outcomes, validation.rows),
    seed,
  });
  const served = validation.verdict.deploy ? await refit(fitting, job, split, validated) : null;
  const metrics = metricsOf(job, split, { validation, served, lists });
  const withMetrics = (model: RankingModel) => ({
    ...model,
    card: { ...model.card, metrics: metrics.after },
  });
  return {
    model: withMetrics(served?.model ?? validated),
    validated: withMetrics(validated),
    deploy: validation.verdict.deploy,
    reason: reasonOf(set, { validation, served, lists }),
    ...metrics,
  };
}

/** The model that the validated one continues. It must not have seen held-out rows either. */
function validatedBefore({ tier }: TrainingSet, { validated }: ServingModels): RankingModel | undefined {
  if (validated === undefined) return undefined;
  if (validated.lastCrossEncoder !== null) return validated.lastCrossEncoder.validated;
  if (validated.servingSeesUntilMs !== null) return undefined;
  return validated.serving.card.tier === tier ? validated.serving : undefined;
}

interface ModelToFit {
  readonly rows: Uint32Array;
  readonly base: RankingModel;
  /** The deployed model whose cross encoder is continued. */
  readonly before: RankingModel | undefined;
  /** The model whose settings are used again. */
  readonly like?: RankingModel;
  readonly progress: (share: number) => void;
}

async function fitModel(
  fitting: Pick<Fitting, 'fitRankingModel'>,
  { set, version, seed, signal }: TrainingJob,
  model: ModelToFit,
): Promise<RankingModel> {
  const fitted = await fitting.fitRankingModel(set, { ...model, version, seed, signal });
  signal.throwIfAborted();
  return set.tier === 'tenant' ? fitted : withoutAnybody(fitted);
}

async function refit(
  fitting: Pick<Fitting, 'fitRankingModel' | 'scorePairs'>,
  job: TrainingJob,
  split: OutcomeSplit,
  validated: RankingModel,
): Promise<ServedModel> {
  const { set, models, seed } = job;
  const rows = Uint32Array.from(set.outcomes.seekers.keys());
  const progress = (share: number) => job.onRefit?.(share);
  const own = models.serving.card.tier === set.tier ? models.serving : undefined;
  const before = models.validated?.lastCrossEncoder?.served ?? own;
  const refitted = await fitModel(fitting, job, {
    rows,
    base: models.base,
    before,
    like: validated,
    progress,
  });
  return chooseServedModel(fitting, { set, split, validated, refitted, seed });
}

interface Findings {
  readonly validation: Validation;
  /** null: not deployed. */
  readonly served: ServedModel | null;
  readonly lists: BaselineComparison | null;
}

/**
 * Begins with the explanation of the verdict: identical candidates, or a simpler baseline that ranks as well.
 */
function reasonOf(set: TrainingSet, { validation: { verdict, note }, served, lists }: Findings): string {
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
  { validation: { verdict, rows, before }, served, lists }: Findings,
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
