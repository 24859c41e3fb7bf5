/**
 * Runs a trainer for a number of steps, with limits on time and memory, and with progress, checkpoints and
 * cancellation between steps. A step blocks its thread, so a run belongs in a process of its own.
 *
 * Batches are requested by step number. If a batch depends only on that number and a seed, a resumed run
 * equals an uninterrupted one.
 */
import { setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Batch } from './batch.ts';
import type { Trainer } from './trainer.ts';

export interface TrainingRun {
  readonly trainer: Trainer;
  /** The total number of steps, including those before the checkpoint; may be Infinity. */
  readonly steps: number;
  /** The batch of a step; steps are counted from 0. */
  readonly batchOf: (step: number) => Batch | Promise<Batch>;
  /** Checked between steps: on an abort the checkpoint is written, and the run throws `signal.reason`. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** `shouldStop` is called every `everySteps` steps, with the number of steps done; true ends the run. */
  readonly check?: { readonly everySteps: number; readonly shouldStop: (steps: number) => Promise<boolean> };
  /**
   * Written at intervals, and at the end of the run unless it failed. A checkpoint that takes long is written
   * less often than `everyMs`.
   */
  readonly checkpoint?: {
    readonly path: string;
    readonly everyMs: number;
    /** Metadata that the caller needs to resume; stored in the checkpoint. */
    readonly extra?: () => Readonly<Record<string, string>>;
  };
  /** The limit on the resident memory of the process; above it the run throws. Default: no limit. */
  readonly maxMemoryBytes?: number;
  /** The time limit of this run; above it the run ends as `out of time`. Default: no limit. */
  readonly maxMs?: number;
  /** The niceness of the whole process, -20 … 19; above 0 is a lower priority. Default: unchanged. */
  readonly niceness?: number;
  /** Milliseconds from any fixed point. Default: the process's clock. */
  readonly clock?: () => number;
}

export interface Progress {
  readonly steps: number;
  /** 0..1 */
  readonly share: number;
  /** The loss of the last step. */
  readonly loss: number;
  /** The mean over the steps of this run so far. */
  readonly msPerStep: number;
  /** The estimated remaining time. */
  readonly msLeft: number;
}

export type RunEnd = 'completed' | 'stopped by its check' | 'out of time';

/** To read the memory of a process takes longer than a small step. */
const MEMORY_LOOK_MS = 100;

/** Checkpoints take at most this share of a run. */
const MAX_SAVING_SHARE = 0.05;

export class TrainingTooLarge extends Error {
  override readonly name = 'TrainingTooLarge';
}

/**
 * Throws `signal.reason`, `TrainingTooLarge`, and the errors of `Trainer.step`, `batchOf` and `shouldStop`.
 */
export async function runTraining(run: TrainingRun): Promise<RunEnd> {
  const { trainer, steps, signal, clock = () => performance.now() } = run;
  if (run.niceness !== undefined) setPriority(run.niceness);
  const [startedAt, firstStep] = [clock(), trainer.steps];
  let savedAt = startedAt;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let pauseMs = run.checkpoint?.everyMs ?? Number.POSITIVE_INFINITY;
  while (trainer.steps < steps) {
    if (signal?.aborted) {
      await save(run);
      throw signal.reason;
    }
    const { loss } = await trainer.step(await run.batchOf(trainer.steps));
    const now = clock();
    run.onProgress?.(progressOf(run, loss, (now - startedAt) / (trainer.steps - firstStep)));
    if (now - lookedAt > MEMORY_LOOK_MS) {
      assertMemory(run);
      lookedAt = now;
    }
    if (await isStoppedByCheck(run)) return ended('stopped by its check');
    if (now - startedAt > (run.maxMs ?? Number.POSITIVE_INFINITY)) return ended('out of time');
    if (now - savedAt > pauseMs) {
      await save(run);
      savedAt = clock();
      pauseMs = Math.max(pauseMs, (savedAt - now) / MAX_SAVING_SHARE);
    }
    await nextTurn();
  }
  return ended('completed');

  async function ended(end: RunEnd): Promise<RunEnd> {
    await save(run);
    return end;
  }
}

async function save({ trainer, checkpoint }: TrainingRun): Promise<void> {
  if (checkpoint !== undefined) await trainer.saveCheckpoint(checkpoint.path, checkpoint.extra?.());
}

function progressOf({ trainer, steps }: TrainingRun, loss: number, msPerStep: number): Progress {
  const msLeft = msPerStep * (steps - trainer.steps);
  return { steps: trainer.steps, share: trainer.steps / steps, loss, msPerStep, msLeft };
}

async function isStoppedByCheck({ trainer, check }: TrainingRun): Promise<boolean> {
  return (
    check !== undefined && trainer.steps % check.everySteps === 0 && (await check.shouldStop(trainer.steps))
  );
}

function assertMemory({ maxMemoryBytes = Number.POSITIVE_INFINITY, trainer }: TrainingRun): void {
  const used = process.memoryUsage.rss();
  if (used <= maxMemoryBytes) return;
  const [has, may] = [used, maxMemoryBytes].map((bytes) => `${Math.round(bytes / 2 ** 20)} MiB`);
  throw new TrainingTooLarge(
    `after step ${trainer.steps} the process holds ${has}; it may hold ${may}. Take smaller batches or a smaller model.`,
  );
}
