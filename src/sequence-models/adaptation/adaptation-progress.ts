/**
 * The progress of an adaptation, counted in epochs over all its fits: finished epochs divided by expected
 * epochs (`models/training/estimate-epochs.ts`). The remaining time follows from the pace so far. It is
 * reported twice: the estimate, and the maximum if no fit stops early.
 */
import type { TaskContext } from '../../jobs/task.ts';
import type { FitProgress } from '../models/architecture.ts';
import type { EpochEstimate } from '../models/training/estimate-epochs.ts';

const MINUTE_MS = 60_000;
/** The share of the whole job that reading the dataset and its texts takes, 0..1. */
const READ_SHARE = 0.03;
/** The assumed number of epochs of a fit with early stopping that has not begun. */
const GUESSED_EPOCHS = 10;

export type PlannedFit =
  /** Stops early when the validation no longer improves. */
  | { readonly kind: 'chosen' }
  /** `epochs`: the number of epochs it takes; null until the fit that chooses the number has ended. */
  | { readonly kind: 'whole'; readonly epochs: () => number | null };

export interface ProgressPlan {
  /** The fits of each stage, in execution order. */
  readonly stages: readonly (readonly PlannedFit[])[];
  /** The number of stages that an earlier attempt finished. */
  readonly done: number;
  /** The choice of an earlier attempt; null if there is none. */
  readonly chosen: { readonly epochs: number; readonly bestEpoch: number } | null;
  /** The maximum number of epochs of a fit. */
  readonly epochs: number;
  /** Epoch milliseconds. */
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

interface Work {
  readonly done: number;
  readonly expected: number;
  readonly most: number;
}

export function adaptationProgress(
  { progress }: Pick<TaskContext, 'progress'>,
  { stages, done, chosen, epochs, clock }: ProgressPlan,
): AdaptationProgress {
  const fits = stages.flatMap((planned, stage) => planned.map((fit) => ({ ...fit, stage })));
  /** The epochs that each finished fit took. */
  const spent: number[] = [];
  let known = chosen === null ? null : { expected: chosen.epochs, best: chosen.bestEpoch };
  let [stage, present] = [done - 1, 0];
  let pace: { readonly ms: number; readonly epochs: number } | null = null;
  let share = 0;
  let stageDetail: Readonly<Record<string, unknown>> = {};

  const planned = (fit: PlannedFit): Work => {
    const settled = fit.kind === 'whole' ? fit.epochs() : null;
    if (settled !== null) return { done: 0, expected: settled, most: settled };
    const guessed = fit.kind === 'whole' ? known?.best : known?.expected;
    return { done: 0, expected: Math.min(epochs, guessed ?? GUESSED_EPOCHS), most: epochs };
  };
  const workWith = (estimate: Work): Work => {
    const before = fits.slice(0, present).map((fit, at) => spent[at] ?? planned(fit).expected);
    const after = fits.slice(present + 1).map(planned);
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    const finished = sum(before);
    return {
      done: finished + estimate.done,
      expected: finished + estimate.expected + sum(after.map(({ expected }) => expected)),
      most: finished + estimate.most + sum(after.map(({ most }) => most)),
    };
  };
  const tell = (work: Work, detail: Readonly<Record<string, unknown>> = {}) => {
    const now = clock();
    share = Math.max(share, READ_SHARE + (1 - READ_SHARE) * Math.min(1, work.done / work.expected));
    const msAnEpoch = pace === null ? Number.NaN : (now - pace.ms) / (work.done - pace.epochs);
    progress(share, { ...stageDetail, ...detail, ...timeLeft(work, msAnEpoch) });
  };
  return {
    begin(phase, name) {
      stage++;
      present = fits.findIndex((fit) => fit.stage === stage);
      stageDetail = { phase, stage: name };
      tell(workWith(planned(fits[present]!)));
    },
    fitting({ epoch, loss, validationNdcg, estimate }) {
      present = fitUnderWay(fits, present, estimate);
      spent[present] = estimate.done;
      if (estimate.best !== null) known = { expected: estimate.expected, best: estimate.best };
      const work = workWith(estimate);
      pace ??= { ms: clock(), epochs: work.done };
      tell(work, { epoch, loss, validation_ndcg: validationNdcg });
    },
    end() {
      share = 1;
      progress(share, { ...stageDetail, ...timeLeft({ done: 0, expected: 0, most: 0 }, 0) });
    },
  };
}

/**
 * The running fit. A stage may have two fits: one that chooses the number of epochs, then one that trains for
 * that number.
 */
function fitUnderWay(
  fits: readonly (PlannedFit & { readonly stage: number })[],
  present: number,
  { best }: EpochEstimate,
): number {
  const kind = best === null ? 'whole' : 'chosen';
  const found = fits.findIndex(
    (fit, at) => at >= present && fit.stage === fits[present]!.stage && fit.kind === kind,
  );
  return Math.max(present, found);
}

/** Empty while the pace is unknown. */
function timeLeft({ done, expected, most }: Work, msAnEpoch: number) {
  if (!Number.isFinite(msAnEpoch)) return {};
  const minutes = (count: number) => Number(((Math.max(0, count - done) * msAnEpoch) / MINUTE_MS).toFixed(2));
  return { minutes_left: minutes(expected), minutes_left_at_most: minutes(most) };
}
