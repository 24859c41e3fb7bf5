/**
 * Fits a retriever to histories. Every event is a training target. Each epoch is validated by generated
 * lists, and the weights of the best epoch are kept (`training/train-epochs.ts`).
 */
import { compileTraining } from '../../../../engines/tensor/training/compile-training.ts';
import { countItems } from '../../baselines/popularity.ts';
import type { Cases } from '../../splits/split.ts';
import type { FitContext, FitProblem, Fitted, ModelFiles, NewItemFacts } from '../architecture.ts';
import { seenItems } from '../seen-items.ts';
import { evaluateValidation, validationCases } from '../sequential/evaluate-validation.ts';
import { nestedCases } from '../sequential/nested-cases.ts';
import { batchesOf } from '../sequential/windows.ts';
import { windowsToLearn } from '../sequential/windows-to-learn.ts';
import { longEpochs } from '../training/long-epochs.ts';
import { withTargets } from '../training/target-events.ts';
import { type EpochPlan, trainEpochs } from '../training/train-epochs.ts';
import { fitTemperature } from './fit-temperature.ts';
import { linkNewItems } from './link-new-items.ts';
import { codeVectors, contentOf, loadBaseParameters } from './model-content.ts';
import { type RetrieverContent, writeFiles } from './model-files.ts';
import { newItemRates } from './new-item-rates.ts';
import { meanNewShare, type NewItemLinks, noLinks } from './new-items.ts';
import { openRetriever } from './open-retriever.ts';
import { type Plan, planFit } from './plan-fit.ts';
import type { GenerativeSettings } from './settings.ts';
import { trainingBatch } from './training-batch.ts';

type Problem = FitProblem<GenerativeSettings>;
type Weights = ReadonlyMap<string, Float32Array>;

/** The maximum L2 norm of all gradients of a step. */
const CLIP_NORM = 1;
const WARM_UP_STEPS = 200;
/** The validated and kept weights are means over about this number of steps. */
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
    const cases = problem.validation === null ? null : nestedCases(problem.validation, seed);
    const validate = cases === null ? null : createValidator(problem, cases.stopping, files, context);
    const planOf = epochPlanner(problem, plan);
    const averaged = { steps: AVERAGED_STEPS, isFixed: () => false };
    const facts = await trainEpochs({ trainer, epochs, patience, planOf, averaged, validate }, context);
    const parameters = [...trainer.parameters().values()].reduce((sum, { length }) => sum + length, 0);
    const content = await contentWith(problem, plan, trainer.parameters());
    const { links, newItems } = await linksFor(problem, plan, content, context);
    const linked = { ...content, links };
    const temperature = await temperatureFor(problem, linked, cases?.choosing ?? null, context);
    return {
      files: writeFiles({ ...linked, temperature: temperature?.value ?? 1 }),
      facts: { ...facts, parameters, newItems, temperature },
    };
  } finally {
    await trainer.close();
  }
}

function epochPlanner(
  { train, settings, seed, newSinceMs, passesAnEpoch }: Problem,
  { source, shape }: Plan,
) {
  const maxEvents = Math.floor(MAX_LOGITS / Math.max(...shape.sizes));
  const batchesOfEpoch = longEpochs((pass) => {
    const draw = { seed, epoch: pass };
    const read = windowsToLearn(train, shape.historyLength, draw, newSinceMs);
    const windows = withTargets(read, source.baskets);
    return batchesOf(windows, Math.min(settings.batchEvents, maxEvents), draw);
  }, passesAnEpoch);
  return (epoch: number): EpochPlan => {
    const { passes, batches } = batchesOfEpoch(epoch);
    return {
      steps: batches.length,
      passes,
      batchOf: (index, step) => trainingBatch(source, batches[index]!, step),
    };
  };
}

function contentWith(problem: Problem, plan: Plan, weights: Weights): Promise<RetrieverContent> {
  const parameters = [...weights].map(
    ([name, values]) => [name, { shape: plan.parameterShapes.get(name)!, values }] as const,
  );
  return contentOf(problem, plan, new Map(parameters));
}

/**
 * Links new items by their texts, or by their codes if there are no texts. `newItems`: the card's facts of
 * them.
 */
async function linksFor(
  { catalogue, train, settings }: Problem,
  plan: Plan,
  content: RetrieverContent,
  context: FitContext,
): Promise<{ readonly links: NewItemLinks; readonly newItems: NewItemFacts | null }> {
  const numbers = Uint32Array.from(plan.known.keys());
  const newItems = numbers.filter((item) => plan.known[item] === 0);
  const known = numbers.filter((item) => plan.known[item] === 1);
  if (newItems.length === 0) return { links: noLinks, newItems: null };
  const { createdAtMs } = catalogue;
  const measured = { train, createdAtMs, newItems, knownCount: known.length, share: settings.newItemShare };
  const { rates, kinds } = newItemRates(measured);
  const contents = catalogue.textVectors ?? (await codeVectors(plan, content.parameters));
  const counts = countItems(train);
  known.sort((a, b) => counts[b]! - counts[a]!);
  const links = await linkNewItems({ newItems, known, rates, contents }, context);
  const share = known.length === 0 ? 1 : meanNewShare(links, counts);
  return { links, newItems: { items: newItems.length, share, kinds } };
}

/** Fitted on the cases, or that of an earlier fit; null: neither. */
async function temperatureFor(
  problem: Problem,
  content: RetrieverContent,
  cases: Cases | null,
  { signal, threads }: FitContext,
) {
  const { temperature, seed } = problem;
  if (cases === null) return temperature ?? null;
  const model = await openRetriever(writeFiles(content), { threads });
  try {
    const seen = seenItems(problem);
    return (await fitTemperature(model, cases, { seen, seed }, signal)) ?? temperature ?? null;
  } finally {
    await model.close();
  }
}

/** Validates by generated lists, with the evaluation's rule for items of the history. */
function createValidator(
  problem: Problem,
  stopping: Cases,
  files: (weights: Weights) => Promise<ModelFiles>,
  { signal, threads }: FitContext,
) {
  const cases = validationCases(stopping, problem.seed);
  const seen = seenItems(problem);
  return async (weights: Weights) => {
    const model = await openRetriever(await files(weights), { threads, rankerBeam: VALIDATION_BEAM });
    try {
      return await evaluateValidation(model.ranker, cases, seen, signal);
    } finally {
      await model.close();
    }
  };
}
