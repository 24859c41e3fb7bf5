/**
 * The epoch loop of every architecture: train an epoch, validate, repeat until the validation stops improving
 * or the maximum number of epochs. The best weights are kept. A run resumed from its checkpoint ends with the
 * same weights as an uninterrupted one: an epoch depends only on its number and the seed, and the loop's
 * state is in the checkpoint.
 */
import { existsSync } from 'node:fs';
import type { Batch } from '../../../tensor/training/batch.ts';
import { runTraining } from '../../../tensor/training/run-training.ts';
import { readTensorFile, writeTensorFile } from '../../../tensor/training/tensor-file.ts';
import type { Trainer } from '../../../tensor/training/trainer.ts';
import type { FitContext, FitFacts } from '../architecture.ts';
import { averageWeights } from './average-weights.ts';
import { estimateEpochs } from './estimate-epochs.ts';

export interface EpochPlan {
  readonly steps: number;
  /** `place` 0 … steps - 1 within the epoch; `step` counts through the whole run. */
  batchOf(place: number, step: number): Batch;
}

export interface ValidationMetrics {
  readonly recallAt10: number;
  readonly ndcgAt10: number;
}

export interface EpochTraining {
  readonly trainer: Trainer;
  readonly epochs: number;
  /** Epochs without improvement before training stops. */
  readonly patience: number;
  /** Of epoch 1, 2, … */
  readonly planOf: (epoch: number) => EpochPlan;
  /** Validates these weights. Null: no validation, and the last weights are the best. */
  readonly look: ((parameters: ReadonlyMap<string, Float32Array>) => Promise<ValidationMetrics>) | null;
  /**
   * The validated and stored weights are means over about the last `steps` steps. Default: the current
   * weights.
   */
  readonly averaged?: { readonly steps: number; readonly isFixed: (name: string) => boolean };
}

export type EpochFacts = Pick<
  FitFacts,
  'epochs' | 'bestEpoch' | 'steps' | 'minutes' | 'peakMemoryBytes' | 'validation' | 'curve'
>;

/** What a checkpoint keeps beside the tensors. */
interface Memory {
  readonly epoch: number;
  /** Steps before this epoch. */
  readonly firstStep: number;
  readonly best: { readonly epoch: number; readonly figures: ValidationMetrics } | null;
  readonly curve: FitFacts['curve'];
  readonly minutes: number;
  readonly isOver: boolean;
}

const CHECKPOINT_EVERY_MS = 30_000;
const start: Memory = { epoch: 0, firstStep: 0, best: null, curve: [], minutes: 0, isOver: false };

/**
 * Afterwards the trainer holds the best weights. Throws the signal's reason, `TrainingTooLarge`,
 * `TrainingDiverged`.
 */
export async function trainEpochs(training: EpochTraining, context: FitContext): Promise<EpochFacts> {
  const { trainer, epochs, patience, planOf, look } = training;
  const { signal, maxMemoryBytes, checkpointPath, onProgress } = context;
  const startedAt = performance.now();
  let memory = await resumed(trainer, checkpointPath);
  const averages =
    training.averaged === undefined ? null : averageWeights(trainer, training.averaged, checkpointPath);
  if (memory.epoch > 0) averages?.restore();
  const weights = () => averages?.values() ?? trainer.parameters();
  const keeper = bestKeeper(trainer, checkpointPath);
  if (memory.best !== null) await keeper.restore();
  const minutesBefore = memory.minutes;
  const minutes = () => minutesBefore + (performance.now() - startedAt) / 60_000;
  let plan: EpochPlan = memory.epoch === 0 ? { steps: 0, batchOf: noBatch } : planOf(memory.epoch);

  if (!memory.isOver)
    await runTraining({
      trainer,
      steps: Number.POSITIVE_INFINITY,
      signal,
      maxMemoryBytes,
      batchOf: (step) => {
        while (step === memory.firstStep + plan.steps) nextEpoch();
        return plan.batchOf(step - memory.firstStep, step);
      },
      onProgress: ({ steps, loss }) => {
        averages?.follow();
        const { epoch, firstStep, best, curve } = memory;
        onProgress({
          epoch,
          estimate: estimateEpochs({
            done: epoch - 1 + (steps - firstStep) / plan.steps,
            looked: look === null ? null : epoch - 1,
            bestEpoch: best?.epoch ?? null,
            epochs,
            patience,
          }),
          loss,
          validationNdcg: curve.at(-1)?.ndcgAt10 ?? null,
        });
      },
      check: {
        everySteps: 1,
        shouldStop: async (steps) => steps === memory.firstStep + plan.steps && endEpoch(),
      },
      ...(checkpointPath === null
        ? {}
        : { checkpoint: { path: checkpointPath, everyMs: CHECKPOINT_EVERY_MS, extra: remembered } }),
    });
  keeper.use(memory.best === null ? weights() : null);
  return {
    epochs: memory.epoch,
    bestEpoch: memory.best?.epoch ?? memory.epoch,
    steps: trainer.steps,
    minutes: memory.minutes,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    validation: memory.best?.figures ?? null,
    curve: memory.curve,
  };

  function nextEpoch(): void {
    memory = { ...memory, epoch: memory.epoch + 1, firstStep: memory.firstStep + plan.steps };
    plan = planOf(memory.epoch);
    if (plan.steps === 0) throw new Error('there is nothing to learn from: an epoch has no step.');
  }

  async function endEpoch(): Promise<boolean> {
    if (look !== null) await lookAround(await look(weights()));
    const { epoch, best } = memory;
    const isOver = epoch >= epochs || (best !== null && epoch - best.epoch >= patience);
    memory = { ...memory, minutes: minutes(), isOver };
    return isOver;
  }

  async function lookAround(figures: ValidationMetrics): Promise<void> {
    const { epoch, best, curve } = memory;
    const seen = { epoch, minutes: minutes(), ndcgAt10: figures.ndcgAt10 };
    const isBest = best === null || figures.ndcgAt10 > best.figures.ndcgAt10;
    if (isBest) await keeper.keep(weights());
    memory = { ...memory, best: isBest ? { epoch, figures } : best, curve: [...curve, seen] };
  }

  function remembered(): Record<string, string> {
    averages?.save();
    return { memory: JSON.stringify({ ...memory, minutes: minutes() } satisfies Memory) };
  }
}

function noBatch(): never {
  throw new Error('no epoch has begun.');
}

async function resumed(trainer: Trainer, path: string | null): Promise<Memory> {
  if (path === null || !existsSync(path)) return start;
  const { memory } = await trainer.loadCheckpoint(path);
  return JSON.parse(memory!) as Memory;
}

/** The best weights so far, in memory and beside the checkpoint. */
function bestKeeper(trainer: Trainer, checkpointPath: string | null) {
  const path = checkpointPath === null ? null : `${checkpointPath}.best`;
  let best: ReadonlyMap<string, Float32Array> | null = null;
  return {
    keep: async (weights: ReadonlyMap<string, Float32Array>) => {
      best = new Map([...weights].map(([name, values]) => [name, values.slice()]));
      const arrays = [...best].map(([name, values]) => ({ name, shape: [values.length], values }));
      if (path !== null) await writeTensorFile(path, { arrays, metadata: {} });
    },
    restore: async () => {
      const { arrays } = await readTensorFile(path!);
      best = new Map(arrays.map(({ name, values }) => [name, values]));
    },
    /** `last`: where nothing was looked at. */
    use: (last: ReadonlyMap<string, Float32Array> | null) => {
      for (const [name, values] of last ?? best ?? []) trainer.setParameter(name, values);
    },
  };
}
