/** How far an adaptation is, over all its fits: each is a stage, whatever it takes. */
import type { TaskContext } from '../../jobs/task.ts';
import type { FitProgress } from '../models/architecture.ts';

const MINUTE_MS = 60_000;
/** Of the whole: reading the dataset and its texts. */
const READ_SHARE = 0.03;

export interface AdaptationProgress {
  /** The next stage begins; `stage` says what it is in a few words. */
  begin(phase: 'training' | 'evaluating', stage: string): void;
  /** Inside the stage. */
  fitting(progress: FitProgress): void;
}

export interface ProgressPlan {
  readonly stages: number;
  /** By an earlier take. */
  readonly done: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function adaptationProgress(
  { progress }: Pick<TaskContext, 'progress'>,
  { stages, done, clock }: ProgressPlan,
): AdaptationProgress {
  const startedMs = clock();
  const shareOf = (finished: number) => READ_SHARE + (1 - READ_SHARE) * Math.min(1, finished / stages);
  const firstShare = shareOf(done);
  let finished = done - 1;
  let told: Readonly<Record<string, unknown>> = {};
  const tell = (within: number, detail: Readonly<Record<string, unknown>> = {}) => {
    const share = shareOf(finished + within);
    const msLeft = ((clock() - startedMs) / (share - firstShare)) * (1 - share);
    const left = Number.isFinite(msLeft) ? { minutes_left: Number((msLeft / MINUTE_MS).toFixed(2)) } : {};
    progress(share, { ...told, ...detail, ...left });
  };
  return {
    begin(phase, stage) {
      finished++;
      told = { phase, stage };
      tell(0);
    },
    fitting({ share, epoch, loss, validationNdcg }) {
      tell(share, { epoch, loss, validation_ndcg: validationNdcg });
    },
  };
}
