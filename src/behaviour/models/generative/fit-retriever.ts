/**
 * A retriever from histories: trained on every item of them, looked at after each epoch by what it would generate for
 * the validation's histories, and kept as it was at its best.
 *
 * Everything that chance decides follows from the seed and the number of the step, so a fit that goes on from a
 * checkpoint ends with the files of one that was never interrupted.
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { compileTraining } from '../../../tensor/training/compile-training.ts';
import { runTraining } from '../../../tensor/training/run-training.ts';
import { type NamedArray, readTensorFile, writeTensorFile } from '../../../tensor/training/tensor-file.ts';
import type { Trainer } from '../../../tensor/training/trainer.ts';
import { ndcgAt, recallAt } from '../../evaluation/rank-metrics.ts';
import { rankTargets } from '../../evaluation/rank-targets.ts';
import { sampleCases } from '../../evaluation/sample-cases.ts';
import type { FitProblem, FitSurroundings, Fitted, ModelFiles } from '../architecture.ts';
import { isOver, type Looks, noLooks, withLook } from './early-stopping.ts';
import { epochBatches } from './epoch-batches.ts';
import { contentOf, goOnFrom } from './model-content.ts';
import { writeFiles } from './model-files.ts';
import { openRetriever } from './open-retriever.ts';
import { type Plan, planFit } from './plan-fit.ts';
import type { GenerativeSettings } from './settings.ts';
import { trainingBatch } from './training-batch.ts';

const MOST_VALIDATION_CASES = 3000;
const VALIDATION_BEAM = 20;
const CHECKPOINT_EVERY_MS = 30_000;

/** Throws the signal's reason, TrainingTooLarge, TrainingDiverged, and an Error where codes or people are missing. */
export async function fitRetriever(
  problem: FitProblem<GenerativeSettings>,
  surroundings: FitSurroundings,
): Promise<Fitted> {
  const plan = planFit(problem);
  const { settings, seed } = problem;
  const batches = epochBatches(problem.train, settings, seed);
  const steps = batches.stepsAnEpoch * settings.epochs;
  const trainer = await compileTraining(
    { loss: plan.loss },
    {
      optimizer: {
        learningRate: settings.learningRate,
        warmUpSteps: Math.min(200, Math.ceil(steps / 10)),
        weightDecay: settings.weightDecay,
        clipNorm: 1,
      },
      seed,
      threads: surroundings.threads,
    },
  );
  try {
    if (problem.base !== null) goOnFrom(problem.base, problem.catalogue.itemIds, plan, trainer);
    return await train({ problem, surroundings, plan, trainer, batches, steps });
  } finally {
    await trainer.close();
  }
}

interface Run {
  readonly problem: FitProblem<GenerativeSettings>;
  readonly surroundings: FitSurroundings;
  readonly plan: Plan;
  readonly trainer: Trainer;
  readonly batches: ReturnType<typeof epochBatches>;
  /** At most. */
  readonly steps: number;
}

async function train(run: Run): Promise<Fitted> {
  const { problem, surroundings, plan, trainer, batches, steps } = run;
  const { settings, validation } = problem;
  const { checkpointPath } = surroundings;
  const bestPath = checkpointPath === null ? null : `${checkpointPath}.best`;
  const before = await resumed(trainer, checkpointPath);
  let looks = before.looks;
  let best = looks.best === null || bestPath === null ? null : await bestOf(bestPath);
  const startedAt = performance.now() - before.minutes * 60_000;
  const minutes = () => (performance.now() - startedAt) / 60_000;
  const extra = () => ({ looks: JSON.stringify(looks), minutes: String(minutes()) });
  if (!isOver(looks, settings.patience))
    await runTraining({
      trainer,
      steps,
      batchOf: (step) => trainingBatch(plan.maker, batches.of(step), step),
      signal: surroundings.signal,
      mostMemory: surroundings.mostMemory,
      onProgress: ({ share, loss, msLeft }) =>
        surroundings.onProgress({
          share,
          epoch: Math.ceil(trainer.steps / batches.stepsAnEpoch),
          loss,
          validationNdcg: looks.all.at(-1)?.ndcgAt10 ?? null,
          msLeft,
        }),
      check: { everySteps: batches.stepsAnEpoch, shouldStop },
      ...(checkpointPath === null
        ? {}
        : { checkpoint: { path: checkpointPath, everyMs: CHECKPOINT_EVERY_MS, extra } }),
    });
  const parameters = best ?? parametersOf(trainer, plan);
  const epochs = Math.round(trainer.steps / batches.stepsAnEpoch);
  const fitted = await filesOf(problem, plan, parameters);
  for (const path of [checkpointPath, bestPath]) if (path !== null) await rm(path, { force: true });
  return {
    files: fitted,
    facts: {
      epochs,
      bestEpoch: looks.best?.epoch ?? epochs,
      steps: trainer.steps,
      parameters: [...parameters.values()].reduce((sum, { values }) => sum + values.length, 0),
      minutes: minutes(),
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      validation:
        looks.best === null ? null : { recallAt10: looks.best.recallAt10, ndcgAt10: looks.best.ndcgAt10 },
      curve: looks.all.map(({ epoch, minutes: at, ndcgAt10 }) => ({ epoch, minutes: at, ndcgAt10 })),
    },
  };

  async function shouldStop(done: number): Promise<boolean> {
    if (validation === null) return false;
    const parameters = parametersOf(trainer, plan);
    const seen = await look(problem, await filesOf(problem, plan, parameters), surroundings);
    looks = withLook(looks, { ...seen, epoch: done / batches.stepsAnEpoch, minutes: minutes() });
    if (looks.best === looks.all.at(-1)) {
      best = parameters;
      if (bestPath !== null) await keepBest(bestPath, parameters);
    }
    // With the look, so that a run that goes on does not look again.
    if (checkpointPath !== null) await trainer.saveCheckpoint(checkpointPath, extra());
    return isOver(looks, settings.patience);
  }
}

type Parameters = ReadonlyMap<string, Omit<NamedArray, 'name'>>;

/** Copies: later steps overwrite the trainer's own. */
function parametersOf(trainer: Trainer, { parameterShapes }: Plan): Parameters {
  const copies = [...trainer.parameters()].map(
    ([name, values]) => [name, { shape: parameterShapes.get(name)!, values: values.slice() }] as const,
  );
  return new Map(copies);
}

async function filesOf(
  problem: FitProblem<GenerativeSettings>,
  plan: Plan,
  parameters: Parameters,
): Promise<ModelFiles> {
  return writeFiles(await contentOf(problem, plan, parameters));
}

async function look(
  { validation, seed }: FitProblem<GenerativeSettings>,
  files: ModelFiles,
  { signal, threads }: FitSurroundings,
) {
  const model = await openRetriever(files, { threads, rankerBeam: VALIDATION_BEAM });
  try {
    const cases = sampleCases(validation!, MOST_VALIDATION_CASES, seed);
    const { ranks } = await rankTargets(model.ranker, cases, { seen: 'masked', listLength: 10 }, signal);
    const mean = (values: Float64Array) =>
      values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    return { recallAt10: mean(recallAt(ranks, 10)), ndcgAt10: mean(ndcgAt(ranks, 10)) };
  } finally {
    await model.close();
  }
}

async function resumed(
  trainer: Trainer,
  path: string | null,
): Promise<{ readonly looks: Looks; readonly minutes: number }> {
  if (path === null || !existsSync(path)) return { looks: noLooks, minutes: 0 };
  const extra = await trainer.loadCheckpoint(path);
  return { looks: JSON.parse(extra.looks ?? '') as Looks, minutes: Number(extra.minutes) };
}

async function keepBest(path: string, parameters: Parameters): Promise<void> {
  const arrays = [...parameters].map(([name, array]) => ({ name, ...array }));
  await writeTensorFile(path, { arrays, metadata: {} });
}

async function bestOf(path: string): Promise<Parameters> {
  const { arrays } = await readTensorFile(path);
  return new Map(arrays.map(({ name, ...array }) => [name, array]));
}
