/**
 * The steps that `bench/tensor.ts` times. `gflop` counts the multiplications and additions of matrix
 * products.
 */

import { Graph } from '../../src/engines/tensor/graph/graph.ts';
import { normal, zeros } from '../../src/engines/tensor/graph/initializers.ts';
import { add } from '../../src/engines/tensor/ops/arithmetic.ts';
import { gather } from '../../src/engines/tensor/ops/gather.ts';
import { binaryCrossEntropy, squaredError, weightedMean } from '../../src/engines/tensor/ops/losses.ts';
import { matMul } from '../../src/engines/tensor/ops/mat-mul.ts';
import { mean } from '../../src/engines/tensor/ops/reduce.ts';
import { reshape } from '../../src/engines/tensor/ops/shape.ts';
import { openGraph } from '../../src/engines/tensor/testing/run-graph.ts';
import {
  type SequentialShape,
  sequentialBatch,
  sequentialModel,
} from '../../src/engines/tensor/testing/sequential-model.ts';
import type { Batch } from '../../src/engines/tensor/training/batch.ts';
import { compileTraining, type TrainingModel } from '../../src/engines/tensor/training/compile-training.ts';
import { sigmoid } from '../../src/platform/numeric/logistic.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';

interface Opened {
  readonly step: () => unknown;
  readonly gflop: number;
  readonly close: () => Promise<void>;
}

interface Case {
  readonly threads: readonly number[];
  readonly open: (threads: number) => Promise<Opened>;
}

const random = new SeededRandom(1);
const optimizer = { learningRate: 1e-3, clipNorm: 1 };
const floats = (count: number) => Float32Array.from({ length: count }, () => random.uniform() - 0.5);

async function openTrainer(model: TrainingModel, batch: Batch, threads: number, gflop = 0): Promise<Opened> {
  const trainer = await compileTraining(model, { optimizer, seed: 1, threads });
  return { step: () => trainer.step(batch), gflop, close: () => trainer.close() };
}

async function openRoof(threads: number): Promise<Opened> {
  const size = 1024;
  const graph = new Graph();
  const [a, b] = [graph.input('a', 'float32', [size, size]), graph.input('b', 'float32', [size, size])];
  const run = await openGraph({ product: matMul(a, b) }, threads);
  const matrix = { values: floats(size * size), shape: [size, size] };
  return {
    step: () => run.run({ a: matrix, b: matrix }),
    gflop: (2 * size ** 3) / 1e9,
    close: () => run.close(),
  };
}

const [BATCH, LENGTH, WIDTH, BLOCKS, ITEMS] = [128, 50, 64, 2, 12_102];

/**
 * `meanLength`: mean of exponentially distributed lengths of histories; without it all are of full length.
 */
function sequential(
  softmax: NonNullable<SequentialShape['softmax']>,
  dropoutRate: number,
  meanLength?: number,
): Case {
  return {
    threads: [1, 2],
    open: (threads) => {
      const shape = {
        items: ITEMS,
        width: WIDTH,
        heads: 2,
        blocks: BLOCKS,
        longest: LENGTH,
        dropoutRate,
        softmax,
      };
      const lengths = Array.from({ length: BATCH }, (_, row) => {
        if (meanLength === undefined || row === 0) return LENGTH + 1;
        return Math.min(LENGTH + 1, 3 + Math.floor(-Math.log(1 - random.uniform()) * (meanLength - 3)));
      });
      const item = () => 1 + random.below(ITEMS - 1);
      const batch = sequentialBatch(lengths.map((length) => Array.from({ length }, item)));
      const rows = batch.places!.shape[0]!;
      return openTrainer(sequentialModel(shape), batch, threads, sequentialGflop(rows));
    },
  };
}

/**
 * Forward, and twice as much backward: the softmax's product, the blocks' linear maps (12 d² each), and
 * attention.
 */
function sequentialGflop(rows: number): number {
  const softmax = rows * WIDTH * ITEMS;
  const blocks = BLOCKS * BATCH * LENGTH * (12 * WIDTH ** 2 + 2 * LENGTH * WIDTH);
  return (3 * 2 * (softmax + blocks)) / 1e9;
}

function table(rows: number, sparse: boolean): Case {
  return {
    threads: [1],
    open: (threads) => {
      const [touched, width] = [2000, 64];
      const graph = new Graph();
      const ids = graph.input('ids', 'int32', ['N']);
      const wanted = graph.input('wanted', 'float32', ['N', width]);
      const vectors = graph.parameter('vectors', [rows, width], { initializer: normal(0.1), sparse });
      const loss = mean(squaredError(gather(vectors, ids), wanted));
      const batch = {
        ids: {
          values: Int32Array.from({ length: touched }, () => random.below(rows)),
          shape: [touched],
        },
        wanted: { values: floats(touched * width), shape: [touched, width] },
      };
      return openTrainer({ loss }, batch, threads);
    },
  };
}

const [EXAMPLES, FEATURES] = [10_000, 64];
const logisticGflop = (3 * 2 * EXAMPLES * FEATURES) / 1e9;

function openLogistic(threads: number): Promise<Opened> {
  const graph = new Graph();
  const x = graph.input('x', 'float32', ['B', FEATURES]);
  const y = graph.input('y', 'float32', ['B']);
  const weights = graph.parameter('weights', [FEATURES, 1], { initializer: zeros });
  const logits = add(reshape(matMul(x, weights), ['B']), graph.parameter('bias', [], { initializer: zeros }));
  const batch = {
    x: { values: floats(EXAMPLES * FEATURES), shape: [EXAMPLES, FEATURES] },
    y: { values: floats(EXAMPLES).map((value) => (value > 0 ? 1 : 0)), shape: [EXAMPLES] },
  };
  return openTrainer({ loss: weightedMean(binaryCrossEntropy(logits, y)) }, batch, threads, logisticGflop);
}

/** One step of plain gradient descent, without an engine. */
async function openLogisticLoop(): Promise<Opened> {
  const [x, y] = [floats(EXAMPLES * FEATURES), floats(EXAMPLES)];
  const weights = new Float64Array(FEATURES);
  const gradient = new Float64Array(FEATURES);
  return { step, gflop: logisticGflop, close: async () => {} };

  function step(): void {
    gradient.fill(0);
    for (let row = 0; row < EXAMPLES; row++) {
      const start = row * FEATURES;
      let logit = 0;
      for (let column = 0; column < FEATURES; column++) logit += x[start + column]! * weights[column]!;
      const error = sigmoid(logit) - (y[row]! > 0 ? 1 : 0);
      for (let column = 0; column < FEATURES; column++) gradient[column]! += error * x[start + column]!;
    }
    for (let column = 0; column < FEATURES; column++)
      weights[column]! -= (0.1 * gradient[column]!) / EXAMPLES;
  }
}

export const cases: Readonly<Record<string, Case>> = {
  roof: { threads: [1, 2], open: openRoof },
  'SASRec, full, chunks of 512': sequential(512, 0.2),
  'SASRec, full, chunks of 512, no dropout': sequential(512, 0),
  'SASRec, full, whole softmax': sequential('whole', 0.2),
  'SASRec, mean length 9, chunks of 512': sequential(512, 0.2, 9),
  'table of 12 k, dense': table(12_000, false),
  'table of 12 k, sparse': table(12_000, true),
  'table of 100 k, dense': table(100_000, false),
  'table of 100 k, sparse': table(100_000, true),
  'logistic regression': { threads: [1, 2], open: openLogistic },
  'logistic regression, typed arrays': { threads: [1], open: openLogisticLoop },
};
