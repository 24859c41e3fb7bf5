/**
 * Fits a recommender. Builds the training graph over the learned items, trains on windows of all histories,
 * and writes the files of the best weights.
 */
import { compileTraining } from '../../../../engines/tensor/training/compile-training.ts';
import type { Trainer } from '../../../../engines/tensor/training/trainer.ts';
import type { Cases } from '../../splits/split.ts';
import type { FitContext, FitProblem, Fitted } from '../architecture.ts';
import { seenItems } from '../seen-items.ts';
import { longEpochs } from '../training/long-epochs.ts';
import { basketTargets, targetsAt, withTargets } from '../training/target-events.ts';
import { type EpochPlan, trainEpochs } from '../training/train-epochs.ts';
import { baseParameters, openBase } from './base-parameters.ts';
import { blendFor } from './blend/blend-for.ts';
import { type ContentVectors, rowsOf } from './content/content-vectors.ts';
import { type ItemContent, itemContent } from './content/item-content.ts';
import { type ContextEncoding, contextEncoding, factsOfContext } from './context/context-encoding.ts';
import { contextsOf } from './context/context-rows.ts';
import { evaluateValidation, validationCases } from './evaluate-validation.ts';
import { type LearnedItems, learnedItems } from './learned-items.ts';
import { type RecommenderContent, writeFiles } from './model-files.ts';
import { negativeSampler } from './negative-sampler.ts';
import { nestedCases } from './nested-cases.ts';
import { openContent } from './open-recommender.ts';
import { contentOf } from './recommender-content.ts';
import { fixedTables, type NetworkShape, type TrainingShape, trainingGraph } from './recommender-graph.ts';
import { type RejectionRows, rejectionRows } from './rejection-rows.ts';
import type { SequentialSettings } from './settings.ts';
import { trainingGaps, windowsWithoutTimes } from './time-gaps.ts';
import { trainingBatch } from './training-batch.ts';
import { batchesOf } from './windows.ts';
import { windowsToLearn } from './windows-to-learn.ts';

type Problem = FitProblem<SequentialSettings>;
type Weights = ReadonlyMap<string, Float32Array>;

/** The maximum L2 norm of all gradients of a step: one bad batch cannot spoil the run. */
const CLIP_NORM = 5;
const WARM_UP_STEPS = 100;
/** The validated and kept weights are means over about this number of steps. */
const AVERAGED_STEPS = 300;

/** Throws the errors of `trainEpochs`, and an Error if no person has two events. */
export async function fitRecommender(problem: Problem, context: FitContext): Promise<Fitted> {
  const base = openBase(problem);
  const learned = learnedItems(problem.train, (item) => base?.numberOf(item) !== undefined);
  const { contextFeatures } = problem.settings;
  const encoding = contextEncoding(problem.train, contextFeatures, base?.content.context ?? null);
  const shape = networkShape(problem, encoding);
  const content = itemContent(problem, learned, base?.content ?? null);
  const rejections = rejectionRows(problem.train, learned.rows);
  const graph = {
    ...trainingShape(problem.settings, shape, learned, content),
    isWeighted: problem.train.weights !== undefined,
    hasRejections: rejections !== null,
  };
  const { trainer, shapes } = await openTrainer(problem, graph, context.threads);
  const cases = problem.validation === null ? null : nestedCases(problem.validation, problem.seed);
  try {
    if (base !== null)
      for (const [name, values] of await baseParameters(base, trainer.parameters(), learned, content))
        trainer.setParameter(name, values);
    const parts = { shape, learned, content, context: encoding };
    const contentAt = (parameters: Weights) => contentOf(parameters, shapes, parts);
    const facts = await trainEpochs(
      {
        trainer,
        epochs: problem.settings.epochs,
        patience: problem.settings.patience,
        planOf: epochPlanner(problem, { learned, shape, rejections, encoding }),
        averaged: { steps: AVERAGED_STEPS, isFixed: (name) => fixedTables.includes(name) },
        validate: cases === null ? null : createValidator(problem, cases.stopping, contentAt, context.signal),
      },
      context,
    );
    const fitted = await contentAt(trainer.parameters());
    const blended = await blendFor(problem, fitted, cases?.choosing ?? null, context);
    const readContext = encoding && { context: factsOfContext(encoding) };
    return {
      files: writeFiles({ ...fitted, blend: blended?.blend ?? null }),
      facts: {
        ...facts,
        parameters: parameterCount(trainer),
        blend: blended?.facts ?? null,
        ...readContext,
      },
    };
  } finally {
    await trainer.close();
  }
}

function networkShape({ settings, train }: Problem, encoding: ContextEncoding | null): NetworkShape {
  const { width, heads, blocks, historyLength, dropout, timeGaps } = settings;
  return {
    width,
    heads,
    blocks,
    historyLength,
    dropoutRate: dropout,
    ...(timeGaps === 'none' ? {} : { gaps: timeGaps }),
    ...(train.baskets && { baskets: true }),
    ...(encoding && { contextWidth: encoding.width }),
  };
}

function trainingShape(
  { negatives, outputVectors, dropout, itemVectorDropout }: SequentialSettings,
  shape: NetworkShape,
  learned: LearnedItems,
  { texts, features }: ItemContent,
): Omit<TrainingShape, 'isWeighted' | 'hasRejections'> {
  const learnedRows = (part: ContentVectors | null) =>
    part === null ? null : { values: rowsOf(part, learned.items), width: part.width };
  return {
    ...shape,
    dropoutRate: dropout,
    knownItems: learned.items.length,
    texts: learnedRows(texts),
    features: learnedRows(features),
    ownOutput: outputVectors === 'own',
    ownDropout: itemVectorDropout,
    negatives,
  };
}

async function openTrainer({ settings, seed }: Problem, graph: TrainingShape, threads: number) {
  const { loss } = trainingGraph(graph);
  const { learningRate, weightDecay } = settings;
  const optimizer = { learningRate, weightDecay, clipNorm: CLIP_NORM, warmUpSteps: WARM_UP_STEPS };
  const trainer = await compileTraining({ loss }, { optimizer, seed, threads });
  const shapes = new Map(loss.graph.parameters.map(({ name, shape }) => [name, shape.map(Number)]));
  return { trainer, shapes };
}

interface LearnedParts {
  readonly learned: LearnedItems;
  readonly shape: NetworkShape;
  readonly rejections: RejectionRows | null;
  readonly encoding: ContextEncoding | null;
}

function epochPlanner(
  { train, settings, seed, newSinceMs, passesAnEpoch }: Problem,
  { learned, shape, rejections, encoding }: LearnedParts,
) {
  const rows = train.items.map((item) => learned.rows[item]!);
  const gaps = shape.gaps === undefined ? null : trainingGaps(train);
  const baskets = basketTargets(train);
  const sampler = settings.negatives === 0 ? null : negativeSampler(learned.counts, settings.negatives, seed);
  const batchesOfEpoch = longEpochs((pass) => {
    const draw = { seed, epoch: pass };
    const windows = withTargets(windowsToLearn(train, shape.historyLength, draw, newSinceMs), baskets);
    return batchesOf(windows, settings.batchEvents, draw);
  }, passesAnEpoch);
  return (epoch: number): EpochPlan => {
    const { passes, batches } = batchesOfEpoch(epoch);
    return {
      steps: batches.length,
      passes,
      batchOf: (index, step) => {
        const windows = batches[index]!;
        const isLeftOut = windowsWithoutTimes(seed, step, windows.length);
        const times = gaps === null ? null : { mode: shape.gaps!, gaps, isLeftOut };
        const targetOf = targetsAt(baskets, seed, step);
        const extras = { weights: train.weights, rejections, targetOf };
        const events = trainingBatch(rows, windows, times, extras);
        const batch =
          encoding === null
            ? events
            : { ...events, context: contextsOf(train, encoding, windows, { seed, step, targetOf }) };
        if (sampler === null) return batch;
        const { targets, rejected } = batch;
        return {
          ...batch,
          ...sampler.sample(step, targets!.values as Int32Array),
          ...(rejected && { 'rejected-log-q': sampler.logQOf(rejected.values as Int32Array) }),
        };
      },
    };
  };
}

function createValidator(
  problem: Problem,
  stopping: Cases,
  contentAt: (parameters: Weights) => Promise<RecommenderContent>,
  signal: AbortSignal,
) {
  const cases = validationCases(stopping, problem.seed);
  const seen = seenItems(problem);
  return async (parameters: Weights) => {
    const model = await openContent(await contentAt(parameters), { threads: 1 });
    try {
      return await evaluateValidation(model.ranker, cases, seen, signal);
    } finally {
      await model.close();
    }
  };
}

/** The number of learned parameters: content is not learned. */
function parameterCount(trainer: Trainer): number {
  return [...trainer.parameters()]
    .filter(([name]) => !fixedTables.includes(name))
    .reduce((sum, [, values]) => sum + values.length, 0);
}
