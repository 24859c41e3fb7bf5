/**
 * Trains and validates a model on a frozen set: splits by time and by seeker, fits on one part, validates on
 * the other. The validated model itself is deployed. It is not refitted on all rows, so the report describes
 * the serving model.
 */

import { withoutPeople } from '../../ranking/person-effects.ts';
import type { RankingModel } from '../../ranking/ranking-model.ts';
import { countInWords } from '../count-in-words.ts';
import { type BaselineComparison, compareWithBaselines } from '../evaluate/compare-with-baselines.ts';
import { checkDeployment, type GateMetrics, type Verdict } from '../evaluate/deployment-gate.ts';
import { withDrawnCandidates } from '../evaluate/draw-unseen.ts';
import { takePairs } from '../evaluate/labelled-pairs.ts';
import { splitOutcomes } from '../evaluate/split-outcomes.ts';
import type { TrainingSet } from '../training-set.ts';
import { alikeCandidates } from './alike-candidates.ts';
import type { Fitting } from './fitting.ts';
import { scarceOutcomes } from './scarce-outcomes.ts';
import type { ServingModels } from './serving-models.ts';

export interface TrainingJob {
  readonly set: TrainingSet;
  readonly models: ServingModels;
  readonly version: string;
  readonly seed: number;
  readonly trainedAt: string;
  readonly signal: AbortSignal;
  /** Progress of the fit, 0..1. */
  readonly onFit: (share: number) => void;
  readonly onEvaluate: () => void;
}

/** `model` null: there were too few outcomes. */
export interface Trained {
  readonly model: RankingModel | null;
  readonly deploy: boolean;
  readonly reason: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

export async function trainAndValidate(
  fitting: Pick<Fitting, 'fitRankingModel' | 'scorePairs'>,
  job: TrainingJob,
): Promise<Trained> {
  const { set, models, seed, version, trainedAt, signal } = job;
  const split = splitOutcomes(set.outcomes, { seed });
  const scarce = scarceOutcomes([{ set, split }]);
  if (scarce !== null) return { model: null, deploy: false, reason: scarce, before: null, after: null };
  const fitted = await fitting.fitRankingModel(set, {
    rows: split.train,
    base: models.base,
    before: models.serving.card.tier === set.tier ? models.serving : undefined,
    version,
    seed,
    signal,
    progress: job.onFit,
    trainedAt,
  });
  signal.throwIfAborted();
  const model = set.tier === 'tenant' ? fitted : withoutAnybody(fitted);
  job.onEvaluate();
  const [learned, decided] = [takePairs(set.outcomes, split.train), takePairs(set.outcomes, split.heldOut)];
  // Without refusals, drawn candidates stand in for them.
  const heldOut = withDrawnCandidates(decided, set.outcomes, { seed });
  const score = (one: RankingModel) => fitting.scorePairs(one, set).score(heldOut);
  const verdict = checkDeployment({
    heldOut,
    candidate: await score(model),
    serving: await score(models.serving),
    prior: await score(models.prior),
    servingIsPrior: models.servingIsPrior,
    seed,
  });
  const lists = await compareWithBaselines({
    model: fitting.scorePairs(model, set),
    train: learned,
    heldOut: decided,
    seed,
  });
  const metrics = metricsOf(verdict, job, split, lists);
  return {
    model: { ...model, card: { ...model.card, metrics: metrics.after } },
    deploy: verdict.deploy,
    reason: reasonOf(set, verdict, lists),
    ...metrics,
  };
}

/** Begins with what explains the verdict: identical candidates, or a simpler baseline that ranks as well. */
function reasonOf(set: TrainingSet, verdict: Verdict, lists: BaselineComparison | null): string {
  const alike = verdict.deploy ? null : alikeCandidates(set);
  const compared =
    lists === null
      ? null
      : `The new head ${lists.verdict}, in lists for ${countInWords(lists.seekers, 'seeker')}.`;
  return [alike, compared, verdict.reason].filter((words) => words !== null).join(' ');
}

/** Shared models hold no person effects, so that no tenant's people reach another tenant. */
function withoutAnybody(model: RankingModel): RankingModel {
  return {
    ...model,
    personEffects: withoutPeople(model.personEffects, new Set(model.personEffects.userIds)),
  };
}

function metricsOf(
  verdict: Verdict,
  { models, version, set }: TrainingJob,
  { train, heldOut }: { readonly train: Uint32Array; readonly heldOut: Uint32Array },
  lists: BaselineComparison | null,
): { readonly before: Record<string, unknown>; readonly after: Record<string, unknown> } {
  const counted = { held_out: heldOut.length };
  return {
    before: { version: models.serving.card.version, ...describeMetrics(verdict.before), ...counted },
    after: {
      version,
      ...describeMetrics(verdict.after),
      ...counted,
      outcomes: set.outcomes.labels.length,
      trained_on: train.length,
      auc_gain: finite({ ...verdict.aucGain }),
      log_loss_gain: finite({ ...verdict.logLossGain }),
      prior: describeMetrics(verdict.prior),
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
