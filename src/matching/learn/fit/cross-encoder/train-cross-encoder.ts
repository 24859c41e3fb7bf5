/**
 * Trains the network of one cross encoder: weighted cross entropy of outcomes, with the out-of-fold log-odds
 * of the other parts as offsets. It therefore learns the residuals alone.
 *
 * Deterministic: training ends by the number of steps and by held-out loss, never by the clock.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { asLogOdds } from '../../../../contract/brands.ts';
import type { Tensor } from '../../../../engines/tensor/graph/graph.ts';
import { Graph } from '../../../../engines/tensor/graph/graph.ts';
import { writeInferenceModel } from '../../../../engines/tensor/inference/write-inference-model.ts';
import { add, mul } from '../../../../engines/tensor/ops/arithmetic.ts';
import { binaryCrossEntropy, weightedMean } from '../../../../engines/tensor/ops/losses.ts';
import type { Batch } from '../../../../engines/tensor/training/batch.ts';
import { compileTraining } from '../../../../engines/tensor/training/compile-training.ts';
import type { Trainer } from '../../../../engines/tensor/training/trainer.ts';
import { logLossOf } from '../../../../platform/numeric/fit-logistic.ts';
import { randomOrder } from '../../../../platform/numeric/random-streams.ts';
import type { CrossEncoder } from '../../../ranking/cross-encoder/cross-encoder.ts';
import { pairNetwork } from '../../../ranking/cross-encoder/pair-network.ts';
import { type PersonTokens, pairTokenizer } from '../../../ranking/cross-encoder/pair-tokenizer.ts';
import type { PairVocabulary } from '../../../ranking/cross-encoder/pair-vocabulary.ts';
import type { Initialise } from './continue-cross-encoder.ts';

/** Columns by row of the evidence [N]. */
export interface Residuals {
  readonly raters: Uint32Array;
  readonly rated: Uint32Array;
  readonly labels: Uint8Array;
  readonly weights: Float64Array;
  /** Out-of-fold log-odds of the other parts. */
  readonly offsets: Float64Array;
  /** Factor on points, from the uncertainty of both people; in (0, 1]. */
  readonly shrinkFactors: Float64Array;
}

export interface CrossEncoderProblem extends Residuals {
  readonly vocabulary: PairVocabulary;
  /** Tokens of each person [P]. */
  readonly tokens: readonly PersonTokens[];
  readonly seed: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * `stopBy` stops early by the loss of these rows. `steps` ends after so many steps of the same schedule, or
 * of a `schedule` of other length.
 */
type End = { readonly stopBy: Uint32Array } | { readonly steps: number; readonly schedule?: number };

export interface TrainedNetwork {
  readonly encoder: CrossEncoder;
  /** Step of the lowest held-out loss; 0: before the first. */
  readonly steps: number;
}

const BATCH = 64;
/** Epochs of a schedule … */
const EPOCHS = 16;
/** … bounded by tokens a row and tokens in total. */
const TOKENS_A_ROW = 500;
const MOST_TOKENS = 20_000_000;
/** Evaluations of the held-out rows in a whole schedule, and the patience of early stopping. */
const CHECKS = 16;
const PATIENCE = 8;

const optimizer = {
  learningRate: 2e-3,
  warmUpSteps: 40,
  decay: 'cosine',
  weightDecay: 0.02,
  clipNorm: 1,
} as const;

function scheduledSteps(problem: CrossEncoderProblem, rows: Uint32Array): number {
  const tokens = meanTokens(problem, rows);
  const epochs = Math.min(EPOCHS, TOKENS_A_ROW / tokens, MOST_TOKENS / (tokens * rows.length));
  return Math.max(1, Math.round((epochs * rows.length) / BATCH));
}

/**
 * Trains from fresh initial values, or from the values that `start` makes of them. A continued network has
 * the same schedule. With half of it, a network that began badly stayed bad
 * (docs/design/decisions/fitting-and-evaluation.md).
 */
export async function trainCrossEncoder(
  problem: CrossEncoderProblem,
  rows: Uint32Array,
  end: End,
  start: Initialise | null = null,
): Promise<TrainedNetwork> {
  const schedule = 'schedule' in end ? end.schedule : undefined;
  const totalSteps = schedule ?? scheduledSteps(problem, rows);
  const { points, trainer } = await compile(problem, totalSteps);
  try {
    if (start !== null)
      for (const [name, values] of start(trainer.parameters())) trainer.setParameter(name, values);
    const steps =
      'steps' in end
        ? await run(problem, trainer, rows, Math.min(end.steps, totalSteps))
        : await runWhileBetter(problem, trainer, rows, end.stopBy, totalSteps);
    const parameters = trainer.parameters();
    const model = writeInferenceModel({ outputs: { points }, parameters });
    return { encoder: { vocabulary: problem.vocabulary, model }, steps };
  } finally {
    await trainer.close();
  }
}

async function compile({ vocabulary, seed }: CrossEncoderProblem, totalSteps: number) {
  const graph = new Graph();
  const points = pairNetwork(graph, vocabulary);
  const column = (name: string): Tensor => graph.input(name, 'float32', ['B']);
  const logits = add(mul(points, column('shrinkFactors')), column('offsets'));
  const loss = weightedMean(binaryCrossEntropy(logits, column('labels')), column('weights'));
  const trainer = await compileTraining(
    { loss, evaluation: { points } },
    { optimizer: { ...optimizer, totalSteps }, seed, threads: 1 },
  );
  return { points, trainer };
}

async function run(
  problem: CrossEncoderProblem,
  trainer: Trainer,
  rows: Uint32Array,
  steps: number,
): Promise<number> {
  const perEpoch = Math.ceil(rows.length / BATCH);
  let order: Int32Array = new Int32Array();
  while (trainer.steps < steps) {
    problem.signal?.throwIfAborted();
    const at = trainer.steps % perEpoch;
    if (order.length === 0 || at === 0)
      order = randomOrder(
        problem.seed,
        `cross encoder epoch ${Math.floor(trainer.steps / perEpoch)}`,
        rows.length,
      );
    const some = order.subarray(at * BATCH, (at + 1) * BATCH);
    await trainer.step(
      batchOf(
        problem,
        Uint32Array.from(some, (position) => rows[position]!),
      ),
    );
    await nextTurn();
  }
  return steps;
}

async function runWhileBetter(
  problem: CrossEncoderProblem,
  trainer: Trainer,
  rows: Uint32Array,
  stopBy: Uint32Array,
  totalSteps: number,
): Promise<number> {
  const every = Math.max(1, Math.ceil(totalSteps / CHECKS));
  let best = { steps: 0, loss: await heldOutLoss(problem, trainer, stopBy), parameters: copied(trainer) };
  for (let inVain = 0; trainer.steps < totalSteps && inVain < PATIENCE; ) {
    await run(problem, trainer, rows, Math.min(totalSteps, trainer.steps + every));
    const loss = await heldOutLoss(problem, trainer, stopBy);
    inVain = loss < best.loss ? 0 : inVain + 1;
    if (inVain === 0) best = { steps: trainer.steps, loss, parameters: copied(trainer) };
  }
  for (const [name, values] of best.parameters) trainer.setParameter(name, values);
  return best.steps;
}

function copied(trainer: Trainer): ReadonlyMap<string, Float32Array> {
  return new Map([...trainer.parameters()].map(([name, values]) => [name, values.slice()]));
}

async function heldOutLoss(
  problem: CrossEncoderProblem,
  trainer: Trainer,
  rows: Uint32Array,
): Promise<number> {
  const { labels, weights, offsets, shrinkFactors } = problem;
  let loss = 0;
  for (let from = 0; from < rows.length; from += BATCH) {
    const some = rows.subarray(from, from + BATCH);
    const { metrics } = await trainer.evaluate(batchOf(problem, some));
    const points = metrics.points as Float32Array;
    some.forEach((n, at) => {
      loss += weights[n]! * logLossOf(labels[n]!, asLogOdds(offsets[n]! + shrinkFactors[n]! * points[at]!));
    });
  }
  return loss;
}

function batchOf(problem: CrossEncoderProblem, rows: Uint32Array): Batch {
  const { vocabulary, tokens, raters, rated } = problem;
  const pairs = Array.from(rows, (n) => [tokens[raters[n]!]!, tokens[rated[n]!]!] as const);
  const column = (values: { readonly [n: number]: number }) => ({
    values: Float32Array.from(rows, (n) => values[n]!),
    shape: [rows.length],
  });
  return {
    ...pairTokenizer(vocabulary).batch(pairs),
    labels: column(problem.labels),
    weights: column(problem.weights),
    offsets: column(problem.offsets),
    shrinkFactors: column(problem.shrinkFactors),
  };
}

/** Upper bound: fields may be missing. */
function meanTokens({ vocabulary, tokens, raters, rated }: CrossEncoderProblem, rows: Uint32Array): number {
  const sum = rows.reduce(
    (total, n) => total + tokens[raters[n]!]!.tokens.length + tokens[rated[n]!]!.tokens.length,
    0,
  );
  return 1 + vocabulary.fields.length + sum / Math.max(1, rows.length);
}
