/**
 * The epoch loop of every architecture: train an epoch, validate, and repeat. It ends when the validation
 * stops improving, or at the maximum number of epochs. The weights of the best epoch are kept.
 *
 * A run that is resumed from its checkpoint ends with the same weights as an uninterrupted one. An epoch
 * depends only on its number and the seed, and the checkpoint has the state of the loop.
 */
import { existsSync } from 'node:fs';
import type { Batch } from '../../../../engines/tensor/training/batch.ts';
import { runTraining } from '../../../../engines/tensor/training/run-training.ts';
import { readTensorFile, writeTensorFile } from '../../../../engines/tensor/training/tensor-file.ts';
import type { Trainer } from '../../../../engines/tensor/training/trainer.ts';
import type { FitContext, FitFacts } from '../architecture.ts';
import { averageWeights } from './average-weights.ts';
import { estimateEpochs } from './estimate-epochs.ts';

export interface EpochPlan {
  /** The number of steps of the epoch; at least 1. */
  readonly steps: number;
  /** The number of passes over the data that these steps are. */
  readonly passes?: number;
  /** `index`: the step within the epoch, 0 … steps - 1; `step`: the step within the whole run, from 0. */
  batchOf(index: number, step: number): Batch;
}

/** Means over the validation cases, 0..1. */
export interface ValidationMetrics {
  readonly recallAt10: number;
  readonly ndcgAt10: number;
  /** Decides between epochs of the same nDCG: few cases may have no hit at all. Absent: 0. */
  readonly reciprocalRank?: number;
}

export interface EpochTraining {
  readonly trainer: Trainer;
  /** The maximum number of epochs. */
  readonly epochs: number;
  /** Epochs without improvement before training stops. */
  readonly patience: number;
  /** The plan of an epoch; epochs are counted from 1. */
  readonly planOf: (epoch: number) => EpochPlan;
  /** Validates these weights. null: there is no validation, and the last weights are kept. */
  readonly validate: ((parameters: ReadonlyMap<string, Float32Array>) => Promise<ValidationMetrics>) | null;
  /**
   * The weights that are validated and kept are means over about the last `steps` steps
   * (`average-weights.ts`). Default: the current weights.
   */
  readonly averaged?: { readonly steps: number; readonly isFixed: (name: string) => boolean };
}

export type EpochFacts = Pick<
  FitFacts,
  'epochs' | 'bestEpoch' | 'passes' | 'steps' | 'minutes' | 'peakMemoryBytes' | 'validation' | 'curve'
>;

/**
 * The state of the loop. A checkpoint has it as JSON beside the tensors, so field names are a stored format.
 */
interface LoopState {
  /** The current epoch, from 1; 0 before the first. */
  readonly epoch: number;
  /** The number of steps before this epoch. */
  readonly firstStep: number;
  readonly best: { readonly epoch: number; readonly figures: ValidationMetrics } | null;
  readonly curve: FitFacts['curve'];
  /** Training time of all attempts. */
  readonly minutes: number;
  readonly isOver: boolean;
}

const CHECKPOINT_EVERY_MS = 30_000;
const initialState: LoopState = {
  epoch: 0,
  firstStep: 0,
  best: null,
  curve: [],
  minutes: 0,
  isOver: false,
};

/**
 * Trains to the end. The trainer then has the best weights. Throws the signal's reason, `TrainingTooLarge`,
 * `TrainingDiverged`, and an Error if an epoch has no step.
 */
export async function trainEpochs(training: EpochTraining, context: FitContext): Promise<EpochFacts> {
  const { trainer, epochs, patience, planOf, validate } = training;
  const { signal, maxMemoryBytes, checkpointPath, onProgress } = context;
  const startedAt = performance.now();
  let state = await loadState(trainer, checkpointPath);
  const averages =
    training.averaged === undefined ? null : averageWeights(trainer, training.averaged, checkpointPath);
  if (state.epoch > 0) averages?.restore();
  const weights = () => averages?.values() ?? trainer.parameters();
  const bestWeights = createBestWeights(trainer, checkpointPath);
  if (state.best !== null) await bestWeights.restore();
  const minutesBefore = state.minutes;
  const minutes = () => minutesBefore + (performance.now() - startedAt) / 60_000;
  let plan: EpochPlan = state.epoch === 0 ? { steps: 0, batchOf: noBatch } : planOf(state.epoch);

  if (!state.isOver)
    await runTraining({
      trainer,
      steps: Number.POSITIVE_INFINITY,
      signal,
      maxMemoryBytes,
      batchOf: (step) => {
        while (step === state.firstStep + plan.steps) nextEpoch();
        return plan.batchOf(step - state.firstStep, step);
      },
      onProgress: ({ steps, loss }) => {
        averages?.update();
        const { epoch, firstStep, best, curve } = state;
        onProgress({
          epoch,
          estimate: estimateEpochs({
            done: epoch - 1 + (steps - firstStep) / plan.steps,
            validatedEpochs: validate === null ? null : epoch - 1,
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
        shouldStop: async (steps) => steps === state.firstStep + plan.steps && endEpoch(),
      },
      ...(checkpointPath === null
        ? {}
        : { checkpoint: { path: checkpointPath, everyMs: CHECKPOINT_EVERY_MS, extra: saveState } }),
    });
  if (state.best === null) setWeights(trainer, weights());
  else bestWeights.use();
  return {
    epochs: state.epoch,
    bestEpoch: state.best?.epoch ?? state.epoch,
    ...(plan.passes === undefined ? {} : { passes: plan.passes }),
    steps: trainer.steps,
    minutes: state.minutes,
    peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
    validation: state.best === null ? null : metricsOf(state.best.figures),
    curve: state.curve,
  };

  function nextEpoch(): void {
    state = { ...state, epoch: state.epoch + 1, firstStep: state.firstStep + plan.steps };
    plan = planOf(state.epoch);
    if (plan.steps === 0) throw new Error('there is nothing to learn from: an epoch has no step.');
  }

  async function endEpoch(): Promise<boolean> {
    if (validate !== null) await recordValidation(await validate(weights()));
    const { epoch, best } = state;
    const isOver = epoch >= epochs || (best !== null && epoch - best.epoch >= patience);
    state = { ...state, minutes: minutes(), isOver };
    return isOver;
  }

  async function recordValidation(figures: ValidationMetrics): Promise<void> {
    const { epoch, best, curve } = state;
    const point = { epoch, minutes: minutes(), ndcgAt10: figures.ndcgAt10 };
    const isBest = best === null || isBetter(figures, best.figures);
    if (isBest) await bestWeights.keep(weights());
    state = { ...state, best: isBest ? { epoch, figures } : best, curve: [...curve, point] };
  }

  function saveState(): Record<string, string> {
    averages?.save();
    return { memory: JSON.stringify({ ...state, minutes: minutes() } satisfies LoopState) };
  }
}

function isBetter(figures: ValidationMetrics, best: ValidationMetrics): boolean {
  if (figures.ndcgAt10 !== best.ndcgAt10) return figures.ndcgAt10 > best.ndcgAt10;
  return (figures.reciprocalRank ?? 0) > (best.reciprocalRank ?? 0);
}

function metricsOf({ recallAt10, ndcgAt10 }: ValidationMetrics) {
  return { recallAt10, ndcgAt10 };
}

function noBatch(): never {
  throw new Error('no epoch has begun.');
}

/** The initial state if there is no checkpoint. */
async function loadState(trainer: Trainer, path: string | null): Promise<LoopState> {
  if (path === null || !existsSync(path)) return initialState;
  const { memory } = await trainer.loadCheckpoint(path);
  return JSON.parse(memory!) as LoopState;
}

/** A copy of the best weights so far: in memory, and in a file beside the checkpoint. */
function createBestWeights(trainer: Trainer, checkpointPath: string | null) {
  const path = checkpointPath === null ? null : `${checkpointPath}.best`;
  let best: ReadonlyMap<string, Float32Array> | null = null;
  return {
    keep: async (weights: ReadonlyMap<string, Float32Array>) => {
      // A large table is copied into the same memory each time.
      for (const [name, values] of weights) {
        const kept = best?.get(name);
        if (kept === undefined) best = new Map([...(best ?? []), [name, values.slice()]]);
        else kept.set(values);
      }
      const arrays = [...(best ?? [])].map(([name, values]) => ({ name, shape: [values.length], values }));
      if (path !== null) await writeTensorFile(path, { arrays, metadata: {} });
    },
    restore: async () => {
      const { arrays } = await readTensorFile(path!);
      best = new Map(arrays.map(({ name, values }) => [name, values]));
    },
    use: () => {
      if (best !== null) setWeights(trainer, best);
    },
  };
}

function setWeights(trainer: Trainer, weights: ReadonlyMap<string, Float32Array>): void {
  for (const [name, values] of weights) trainer.setParameter(name, values);
}
