/**
 * Fits a retriever to histories. Every event is a training target. Each epoch is validated by generated
 * lists, and the weights of the best epoch are kept (`training/train-epochs.ts`).
 */
import { compileTraining } from '../../../tensor/training/compile-training.ts';
import type { FitContext, FitProblem, Fitted, ModelFiles } from '../architecture.ts';
import { evaluateValidation, hasRepeats, validationCases } from '../sequential/evaluate-validation.ts';
import { batchesOf, windowsOf } from '../sequential/windows.ts';
import { longEpochs } from '../training/long-epochs.ts';
import { type EpochPlan, trainEpochs } from '../training/train-epochs.ts';
import { fitContent } from './fit-content.ts';
import { codeVectors, contentOf, loadBaseParameters } from './model-content.ts';
import { type RetrieverContent, writeFiles } from './model-files.ts';
import { noveltyShare } from './novelty-share.ts';
import { openRetriever } from './open-retriever.ts';
import { type Plan, planFit } from './plan-fit.ts';
import type { GenerativeSettings } from './settings.ts';
import { trainingBatch } from './training-batch.ts';

type Problem = FitProblem<GenerativeSettings>;
type Weights = ReadonlyMap<string, Float32Array>;

/** The maximum L2 norm of all gradients of a step. */
const CLIP_NORM = 1;
const WARM_UP_STEPS = 200;
/** The weights that are validated and kept are means over about so many steps. */
const AVERAGED_STEPS = 300;
/** The width of the beam for the lists of a validation. */
const VALIDATION_BEAM = 20;
/**
 * The maximum number of logits of a level in a training step; limits its memory. With 65,536 codes in a
 * level, a step has fewer events than the settings request.
 */
const MAX_LOGITS = 2 ** 24;

/** Throws the errors of `trainEpochs` and `planFit`. */
export async function fitRetriever(problem: Problem, context: FitContext): Promise<Fitted> {
  const plan = planFit(problem);
  const { learningRate, weightDecay, epochs, patience } = problem.settings;
  const optimizer = { learningRate, weightDecay, clipNorm: CLIP_NORM, warmUpSteps: WARM_UP_STEPS };
  const { seed, catalogue } = problem;
  const { threads } = context;
  const trainer = await compileTraining({ loss: plan.loss }, { optimizer, seed, threads });
  try {
    if (problem.base !== null) loadBaseParameters(problem.base, catalogue.itemIds, plan, trainer);
    const files = async (weights: Weights) => writeFiles(await contentWith(problem, plan, weights));
    const validate = problem.validation === null ? null : createValidator(problem, files, context);
    const planOf = epochPlanner(problem, plan);
    const averaged = { steps: AVERAGED_STEPS, isFixed: () => false };
    const facts = await trainEpochs({ trainer, epochs, patience, planOf, averaged, validate }, context);
    const parameters = [...trainer.parameters().values()].reduce((sum, { length }) => sum + length, 0);
    const content = await contentWith(problem, plan, trainer.parameters());
    const novelty = await noveltyFor(problem, plan, content);
    return { files: writeFiles({ ...content, novelty }), facts: { ...facts, parameters } };
  } finally {
    await trainer.close();
  }
}

function epochPlanner({ train, settings, seed }: Problem, { source, shape }: Plan) {
  const maxEvents = Math.floor(MAX_LOGITS / Math.max(...shape.sizes));
  const batchesOfEpoch = longEpochs((pass) => {
    const draw = { seed, epoch: pass };
    const windows = windowsOf(train, shape.historyLength, draw);
    return batchesOf(windows, Math.min(settings.batchEvents, maxEvents), draw);
  });
  return (epoch: number): EpochPlan => {
    const batches = batchesOfEpoch(epoch);
    return { steps: batches.length, batchOf: (index, step) => trainingBatch(source, batches[index]!, step) };
  };
}

function contentWith(problem: Problem, plan: Plan, weights: Weights): Promise<RetrieverContent> {
  const parameters = [...weights].map(
    ([name, values]) => [name, { shape: plan.parameterShapes.get(name)!, values }] as const,
  );
  return contentOf(problem, plan, new Map(parameters));
}

/** The novelty share, and the content of new items: their texts, or their codes if there are no texts. */
async function noveltyFor({ catalogue, train, seed }: Problem, plan: Plan, content: RetrieverContent) {
  const newItems = plan.known.filter((known) => known === 0).length;
  if (newItems === 0) return content.novelty;
  const contents = catalogue.textVectors ?? (await codeVectors(plan, content.parameters));
  return { share: noveltyShare(train, newItems), contents: fitContent(contents, train, seed) };
}

/** Validates by generated lists, with the evaluation's rule for items of the history. */
function createValidator(
  { validation, train, seed }: Problem,
  files: (weights: Weights) => Promise<ModelFiles>,
  { signal, threads }: FitContext,
) {
  const cases = validationCases(validation!, seed);
  const seen = hasRepeats(train) ? 'ranked' : 'masked';
  return async (weights: Weights) => {
    const model = await openRetriever(await files(weights), { threads, rankerBeam: VALIDATION_BEAM });
    try {
      return await evaluateValidation(model.ranker, cases, seen, signal);
    } finally {
      await model.close();
    }
  };
}
