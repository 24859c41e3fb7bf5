/**
 * Fits a recommender: builds the training graph over the learned items, trains on windows of all histories,
 * and writes the files of the best weights.
 */
import { compileTraining } from '../../../tensor/training/compile-training.ts';
import type { Trainer } from '../../../tensor/training/trainer.ts';
import type { FitContext, FitProblem, Fitted } from '../architecture.ts';
import { longEpochs } from '../training/long-epochs.ts';
import { type EpochPlan, trainEpochs } from '../training/train-epochs.ts';
import { type Base, baseParameters, openBase } from './base-parameters.ts';
import { blendFor } from './blend/blend-for.ts';
import { evaluateValidation, hasRepeats, validationCases } from './evaluate-validation.ts';
import { centredTexts, type ItemTexts, textsOf } from './item-texts.ts';
import { type LearnedItems, learnedItems } from './learned-items.ts';
import { type RecommenderContent, writeFiles } from './model-files.ts';
import { negativeSampler } from './negative-sampler.ts';
import { openContent } from './open-recommender.ts';
import { contentOf } from './recommender-content.ts';
import { type NetworkShape, type TrainingShape, trainingGraph } from './recommender-graph.ts';
import type { SequentialSettings } from './settings.ts';
import { trainingBatch } from './training-batch.ts';
import { batchesOf, windowsOf } from './windows.ts';

type Problem = FitProblem<SequentialSettings>;
type Weights = ReadonlyMap<string, Float32Array>;

/** The maximum L2 norm of all gradients of a step: one bad batch cannot spoil the run. */
const CLIP_NORM = 5;
const WARM_UP_STEPS = 100;
/** The weights that are validated and kept are means over about so many steps. */
const AVERAGED_STEPS = 300;

/** Throws the errors of `trainEpochs`, and an Error if no person has two events. */
export async function fitRecommender(problem: Problem, context: FitContext): Promise<Fitted> {
  const base = openBase(problem);
  const learned = learnedItems(problem.train, (item) => base?.numberOf(item) !== undefined);
  const shape = networkShape(problem.settings);
  const texts = textsFor(problem, base);
  const graph = trainingShape(problem.settings, shape, learned, texts);
  const { trainer, shapes } = await openTrainer(problem, graph, context.threads);
  try {
    if (base !== null)
      for (const [name, values] of await baseParameters(base, trainer.parameters(), learned, texts))
        trainer.setParameter(name, values);
    const contentAt = (parameters: Weights) => contentOf(parameters, shapes, { shape, learned, texts });
    const facts = await trainEpochs(
      {
        trainer,
        epochs: problem.settings.epochs,
        patience: problem.settings.patience,
        planOf: epochPlanner(problem, learned, shape),
        averaged: { steps: AVERAGED_STEPS, isFixed: (name) => name === 'texts' },
        validate: problem.validation === null ? null : createValidator(problem, contentAt, context.signal),
      },
      context,
    );
    const content = await contentAt(trainer.parameters());
    const blended = problem.settings.blend ? await blendFor(problem, content, context) : null;
    return {
      files: writeFiles({ ...content, blend: blended?.blend ?? null }),
      facts: { ...facts, parameters: parameterCount(trainer), blend: blended?.facts ?? null },
    };
  } finally {
    await trainer.close();
  }
}

function networkShape({ width, heads, blocks, historyLength, dropout }: SequentialSettings): NetworkShape {
  return { width, heads, blocks, historyLength, dropoutRate: dropout };
}

function textsFor({ catalogue, settings }: Problem, base: Base | null): ItemTexts | null {
  if (!settings.itemTexts || catalogue.textVectors === null) return null;
  return centredTexts(catalogue.textVectors, base?.content.parameters.get('text-mean')?.values);
}

function trainingShape(
  { negatives, outputVectors, dropout }: SequentialSettings,
  shape: NetworkShape,
  learned: LearnedItems,
  texts: ItemTexts | null,
): TrainingShape {
  return {
    ...shape,
    dropoutRate: dropout,
    knownItems: learned.items.length,
    texts: texts === null ? null : { values: textsOf(texts, learned.items), width: texts.width },
    ownOutput: outputVectors === 'own',
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

function epochPlanner({ train, settings, seed }: Problem, learned: LearnedItems, shape: NetworkShape) {
  const rows = train.items.map((item) => learned.rows[item]!);
  const sampler = settings.negatives === 0 ? null : negativeSampler(learned.counts, settings.negatives, seed);
  const batchesOfEpoch = longEpochs((pass) => {
    const draw = { seed, epoch: pass };
    return batchesOf(windowsOf(train, shape.historyLength, draw), settings.batchEvents, draw);
  });
  return (epoch: number): EpochPlan => {
    const batches = batchesOfEpoch(epoch);
    return {
      steps: batches.length,
      batchOf: (index, step) => {
        const batch = trainingBatch(rows, batches[index]!);
        if (sampler === null) return batch;
        return { ...batch, ...sampler.sample(step, batch.targets!.values as Int32Array) };
      },
    };
  };
}

function createValidator(
  { validation, train, seed }: Problem,
  contentAt: (parameters: Weights) => Promise<RecommenderContent>,
  signal: AbortSignal,
) {
  const cases = validationCases(validation!, seed);
  const seen = hasRepeats(train) ? 'ranked' : 'masked';
  return async (parameters: Weights) => {
    const model = await openContent(await contentAt(parameters), { threads: 1 });
    try {
      return await evaluateValidation(model.ranker, cases, seen, signal);
    } finally {
      await model.close();
    }
  };
}

/** The number of learned parameters: text vectors are not learned. */
function parameterCount(trainer: Trainer): number {
  return [...trainer.parameters()]
    .filter(([name]) => name !== 'texts')
    .reduce((sum, [, values]) => sum + values.length, 0);
}
