/**
 * Compiles a graph with a loss to a trainer. Gradients, clipping and AdamW become operators of the same
 * graph. The whole is one ONNX model, which ONNX Runtime runs once per step. The inputs of a step besides its
 * batch (learning rate, random bytes of dropout) are a function of the seed and the step number. A run that
 * is resumed from a checkpoint therefore ends with the same weights as an uninterrupted one.
 */
import type { Tensor } from '../graph/graph.ts';
import { ortTensor, type SessionOptions } from '../onnx/open-session.ts';
import { type AdamW, stepScalarName, stepScalarsAt } from './adam-w.ts';
import { type Feeds, type OrtTensor, openSubgraph, type Subgraph } from './open-subgraph.ts';
import {
  createStateStore,
  firstMomentOf,
  nextOf,
  type StateArray,
  type StateStore,
  secondMomentOf,
  touchedRowsOf,
} from './state-store.ts';
import { readTensorFile, writeTensorFile } from './tensor-file.ts';
import { type Evaluation, type StepReport, type Trainer, TrainingDiverged } from './trainer.ts';
import { parameterOf, type Update, updateOperators } from './update-operators.ts';

export interface TrainingModel {
  /** A float32 scalar. */
  readonly loss: Tensor;
  /** Also reported by every step and by `evaluate`, such as accuracy or terms of the loss; of any shape. */
  readonly metrics?: Readonly<Record<string, Tensor>>;
  /** Reported by `evaluate` only, without dropout, such as the scores of held-out examples; of any shape. */
  readonly evaluation?: Readonly<Record<string, Tensor>>;
}

export interface TrainingOptions extends SessionOptions {
  readonly optimizer: AdamW;
  /** A whole number; initial values and dropout are functions of it. */
  readonly seed: number;
}

/** The prefix of metrics among the names of outputs. */
const METRIC = 'metric/';

/** Throws an Error if the loss is no float32 scalar or depends on no trainable parameter. */
export async function compileTraining(model: TrainingModel, options: TrainingOptions): Promise<Trainer> {
  const { loss, metrics = {}, evaluation = {} } = model;
  const { threads = 1 } = options;
  const { updates, gradientNorm } = updateOperators(loss, loss.graph.parameters, options.optimizer);
  const reported = { loss, ...asMetrics(metrics) };
  const outputs = { ...reported, gradientNorm, ...stateOutputs(updates) };
  const training = await openSubgraph(outputs, { ...options, inference: false });
  const evaluating = await openSubgraph(
    { ...reported, ...asMetrics(evaluation) },
    { threads, inference: true },
  );
  const read = [...training.stateInputs, ...evaluating.stateInputs];
  const parameters = [...new Set(read.filter(({ source }) => source.kind === 'parameter'))].map(parameterOf);
  const state = createStateStore(stateArrays(parameters, updates));
  for (const { name, shape, initializer } of parameters)
    state.values(name).set(initializer(name, shape, options.seed));
  const sparse = updates.filter(({ rows }) => rows !== undefined).map(({ parameter }) => parameter);
  const sparseRows = new Map(sparse.map(({ name, shape }) => [name, Number(shape[0])]));
  const names = parameters.map(({ name }) => name);
  return createTrainer({ training, evaluating, state, names, sparseRows }, options);
}

function asMetrics(tensors: Readonly<Record<string, Tensor>>): Readonly<Record<string, Tensor>> {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [METRIC + name, tensor]));
}

function stateOutputs(updates: readonly Update[]): Readonly<Record<string, Tensor>> {
  const outputs: Record<string, Tensor> = {};
  for (const { parameter, after, rows } of updates) {
    outputs[nextOf(parameter.name)] = after.parameter;
    outputs[nextOf(firstMomentOf(parameter))] = after.first;
    outputs[nextOf(secondMomentOf(parameter))] = after.second;
    if (rows !== undefined) outputs[touchedRowsOf(parameter)] = rows;
  }
  return outputs;
}

function stateArrays(
  parameters: readonly Update['parameter'][],
  updates: readonly Update[],
): readonly StateArray[] {
  return parameters.flatMap((parameter): readonly StateArray[] => {
    const { name, shape, sparse } = parameter;
    if (!updates.some((update) => update.parameter === parameter))
      return [{ name, shape, table: name, changes: 'fixed' }];
    const names = [name, firstMomentOf(parameter), secondMomentOf(parameter)];
    return names.map((own) => ({ name: own, shape, table: name, changes: sparse ? 'rows' : 'rewritten' }));
  });
}

interface Compiled {
  readonly training: Subgraph;
  readonly evaluating: Subgraph;
  readonly state: StateStore;
  /** The names of the parameters. */
  readonly names: readonly string[];
  readonly sparseRows: ReadonlyMap<string, number>;
}

function createTrainer(
  { training, evaluating, state, names, sparseRows }: Compiled,
  { optimizer, seed }: TrainingOptions,
): Trainer {
  let steps = 0;
  let onRows: Parameters<Trainer['onRows']>[0] | null = null;
  return {
    sparseRows,
    onRows: (listener) => {
      onRows = listener;
    },
    get steps() {
      return steps;
    },
    step: async (batch) => {
      const feeds = { ...state.feeds(), ...scalarFeeds(steps + 1, optimizer) };
      const results = await training.run(batch, feeds, { seed, step: steps }, state.fetches());
      const report = { ...reportOf(results), gradientNorm: scalarOf(results.gradientNorm!) };
      assertFinite(report, steps + 1);
      state.accept(results, onRows);
      steps += 1;
      return report;
    },
    evaluate: async (batch) => reportOf(await evaluating.run(batch, state.feeds(), { seed, step: steps })),
    parameters: () => new Map(names.map((name) => [name, state.values(name)])),
    setParameter: (name, values) => {
      if (!names.includes(name))
        throw new Error(`no parameter is named "${name}"; there are ${names.join(', ')}.`);
      state.replace(name, values);
      for (const moment of [firstMomentOf({ name }), secondMomentOf({ name })])
        if (state.names.includes(moment)) state.values(moment).fill(0);
    },
    saveCheckpoint: (path, extra = {}) =>
      writeTensorFile(path, {
        arrays: state.arrays(),
        metadata: { ...prefixed(extra), steps: `${steps}`, seed: `${seed}` },
      }),
    loadCheckpoint: async (path) => {
      const { arrays, metadata } = await readTensorFile(path);
      if (metadata.seed !== `${seed}`)
        throw new Error(
          `${path} is the checkpoint of a run with seed ${metadata.seed}; this run has seed ${seed}.`,
        );
      state.restore(arrays);
      steps = Number(metadata.steps);
      return unprefixed(metadata);
    },
    close: async () => {
      await training.close();
      await evaluating.close();
    },
  };
}

const EXTRA = 'extra/';

function prefixed(extra: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(extra).map(([key, value]) => [EXTRA + key, value]));
}

function unprefixed(metadata: Readonly<Record<string, string>>): Record<string, string> {
  const own = Object.entries(metadata).filter(([key]) => key.startsWith(EXTRA));
  return Object.fromEntries(own.map(([key, value]) => [key.slice(EXTRA.length), value]));
}

function scalarFeeds(step: number, optimizer: AdamW): Feeds {
  const scalars = Object.entries(stepScalarsAt(step, optimizer));
  return Object.fromEntries(
    scalars.map(([name, value]) => [stepScalarName(name), ortTensor('float32', Float32Array.of(value), [])]),
  );
}

function reportOf(results: Feeds): Evaluation {
  const metrics = Object.entries(results).filter(([name]) => name.startsWith(METRIC));
  return {
    loss: scalarOf(results.loss!),
    metrics: Object.fromEntries(
      metrics.map(([name, tensor]) => [name.slice(METRIC.length), reportedOf(tensor)]),
    ),
  };
}

function reportedOf(tensor: OrtTensor): number | Float32Array {
  return tensor.dims.length === 0
    ? scalarOf(tensor)
    : Float32Array.from(tensor.data as ArrayLike<number | bigint>, Number);
}

function scalarOf({ data }: OrtTensor): number {
  return Number(data[0]);
}

function assertFinite({ loss, gradientNorm }: StepReport, step: number): void {
  if (Number.isFinite(loss) && Number.isFinite(gradientNorm)) return;
  throw new TrainingDiverged(
    `step ${step} was not taken: loss ${loss}, norm of the gradients ${gradientNorm}. ` +
      'Lower the learning rate, clip the gradients, or look for values in the batch that are no numbers.',
  );
}
