/**
 * Reports the progress of an adaptation. The progress is the number of finished epochs divided by the
 * expected number of epochs over all fits (`models/training/estimate-epochs.ts`). The remaining time follows
 * from the duration of the epochs so far, and of the last evaluation of a split for those to come. Two
 * remaining times are reported: the estimate, and the maximum, which holds if no fit stops early. The maximum
 * counts each evaluation to come as long as the longest so far; before the first one there is none.
 */
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { FitProgress } from '../models/architecture.ts';
import type { EpochEstimate } from '../models/training/estimate-epochs.ts';

const MINUTE_MS = 60_000;
/** The share of the whole job that reading the dataset and its texts takes, 0..1. */
const READ_SHARE = 0.03;
/** The assumed number of epochs of a fit with early stopping that has not begun. */
const ASSUMED_EPOCHS = 10;

export type PlannedFit =
  /** A fit with validation, which stops early and so chooses the number of epochs. */
  | { readonly kind: 'chosen' }
  /**
   * A fit without validation. `epochs`: its number of epochs; null until the fit that chooses it has ended.
   */
  | { readonly kind: 'whole'; readonly epochs: () => number | null };

export interface ProgressPlan {
  /** The fits of each stage, in execution order. */
  readonly stages: readonly (readonly PlannedFit[])[];
  /** By stage: whether the evaluation of a split follows its fits. */
  readonly evaluates: readonly boolean[];
  /** The number of stages that an earlier attempt finished. */
  readonly done: number;
  /** The fit of an earlier attempt that chose the number of epochs; null if there is none. */
  readonly chosen: { readonly epochs: number; readonly bestEpoch: number } | null;
  /** The maximum number of epochs per fit. */
  readonly epochs: number;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

export interface AdaptationProgress {
  /** Begins the next stage; `stage` describes it in a few words. */
  begin(phase: 'training' | 'evaluating', stage: string): void;
  /** Reports progress inside the stage. */
  fitting(progress: FitProgress): void;
  /** Reports the end of all stages. */
  end(): void;
}

/** Numbers of epochs. */
interface Work {
  readonly done: number;
  readonly expected: number;
  /** The maximum. */
  readonly max: number;
}

export function adaptationProgress(
  { progress }: Pick<TaskContext, 'progress'>,
  { stages, evaluates, done, chosen, epochs, clock }: ProgressPlan,
): AdaptationProgress {
  const fits = stages.flatMap((plannedWork, stage) => plannedWork.map((fit) => ({ ...fit, stage })));
  /** By fit: the epochs done in this attempt. A fit that an earlier attempt finished has no entry. */
  const epochsDone: number[] = [];
  /** The estimate of the latest fit with early stopping, which is assumed for the following fits. */
  let known = chosen === null ? null : { expected: chosen.epochs, best: chosen.bestEpoch };
  let [stage, current] = [done - 1, 0];
  /** The time and the number of epochs at the first progress of this attempt. */
  let start: { readonly ms: number; readonly epochs: number } | null = null;
  /** The last progress of a fit of this stage. */
  let fittedMs: number | null = null;
  /** Times of the evaluations of this attempt: the last, the longest, and all of them. */
  const evaluation = { count: 0, lastMs: 0, longestMs: 0, allMs: 0 };
  let share = 0;
  let stageDetail: Readonly<Record<string, unknown>> = {};
  /** Details of the latest epoch of the stage. */
  let fitDetail: Readonly<Record<string, unknown>> = {};

  const plannedWork = (fit: PlannedFit): Work => {
    const fixedEpochs = fit.kind === 'whole' ? fit.epochs() : null;
    if (fixedEpochs !== null) return { done: 0, expected: fixedEpochs, max: fixedEpochs };
    const expected = fit.kind === 'whole' ? known?.best : known?.expected;
    return { done: 0, expected: Math.min(epochs, expected ?? ASSUMED_EPOCHS), max: epochs };
  };
  const totalWork = (estimate: Work): Work => {
    const before = fits.slice(0, current).map((fit, at) => epochsDone[at] ?? plannedWork(fit).expected);
    const after = fits.slice(current + 1).map(plannedWork);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const finished = sum(before);
    return {
      done: finished + estimate.done,
      expected: finished + estimate.expected + sum(after.map(({ expected }) => expected)),
      max: finished + estimate.max + sum(after.map(({ max }) => max)),
    };
  };
  const report = (work: Work, detail: Readonly<Record<string, unknown>> = {}) => {
    const now = clock();
    share = Math.max(share, READ_SHARE + (1 - READ_SHARE) * Math.min(1, work.done / work.expected));
    const msAnEpoch =
      start === null ? Number.NaN : (now - start.ms - evaluation.allMs) / (work.done - start.epochs);
    const toCome = evaluates.slice(Math.max(0, stage)).filter((evaluates) => evaluates).length;
    const isKnown = toCome === 0 || evaluation.count > 0;
    const evaluationsMs = toCome * evaluation.lastMs;
    const mostEvaluationsMs = isKnown ? toCome * evaluation.longestMs : null;
    progress(share, {
      ...stageDetail,
      ...detail,
      ...timeLeft(work, { msAnEpoch, evaluationsMs, mostEvaluationsMs }),
    });
  };
  /** Counts the time since the last progress of a fit as the time of its evaluation. */
  const endStage = () => {
    if (fittedMs !== null && evaluates[stage] === true) {
      evaluation.count++;
      evaluation.lastMs = clock() - fittedMs;
      evaluation.longestMs = Math.max(evaluation.longestMs, evaluation.lastMs);
      evaluation.allMs += evaluation.lastMs;
    }
    fittedMs = null;
  };
  return {
    begin(phase, name) {
      endStage();
      stage++;
      current = fits.findIndex((fit) => fit.stage === stage);
      stageDetail = { phase, stage: name };
      fitDetail = {};
      report(totalWork(plannedWork(fits[current]!)));
    },
    fitting({ epoch, loss, validationNdcg, estimate }) {
      current = runningFit(fits, current, estimate);
      epochsDone[current] = estimate.done;
      if (estimate.best !== null) known = { expected: estimate.expected, best: estimate.best };
      fittedMs = clock();
      const work = totalWork(estimate);
      start ??= { ms: clock(), epochs: work.done };
      fitDetail = { epoch, loss, validation_ndcg: validationNdcg };
      report(work, fitDetail);
    },
    end() {
      share = 1;
      progress(share, {
        ...stageDetail,
        ...fitDetail,
        ...timeLeft(nothingLeft, { msAnEpoch: 0, evaluationsMs: 0, mostEvaluationsMs: 0 }),
      });
    },
  };
}

/**
 * The position of the running fit. A stage may have two fits: one that chooses the number of epochs, then one
 * that trains for that number.
 */
function runningFit(
  fits: readonly (PlannedFit & { readonly stage: number })[],
  current: number,
  { best }: EpochEstimate,
): number {
  const kind = best === null ? 'whole' : 'chosen';
  const found = fits.findIndex(
    (fit, at) => at >= current && fit.stage === fits[current]!.stage && fit.kind === kind,
  );
  return Math.max(current, found);
}

const nothingLeft: Work = { done: 0, expected: 0, max: 0 };

interface Durations {
  readonly msAnEpoch: number;
  /** The evaluations to come, ms. */
  readonly evaluationsMs: number;
  /** As `evaluationsMs`, at most; null: unknown. */
  readonly mostEvaluationsMs: number | null;
}

/** Empty while the duration of an epoch is unknown. */
function timeLeft({ done, expected, max }: Work, { msAnEpoch, evaluationsMs, mostEvaluationsMs }: Durations) {
  if (!Number.isFinite(msAnEpoch)) return {};
  const minutes = (epochs: number, ms: number) =>
    Number(((Math.max(0, epochs - done) * msAnEpoch + ms) / MINUTE_MS).toFixed(2));
  return {
    minutes_left: minutes(expected, evaluationsMs),
    ...(mostEvaluationsMs !== null && { minutes_left_at_most: minutes(max, mostEvaluationsMs) }),
  };
}
