import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sigmoid } from '../../../platform/numeric/logistic.ts';
import { randomNormal, randomUniform } from '../../../platform/numeric/random-streams.ts';
import { Graph } from '../graph/graph.ts';
import { normal, values, xavierUniform, zeros } from '../graph/initializers.ts';
import { add, mul } from '../ops/arithmetic.ts';
import { dropout, dropRows } from '../ops/dropout.ts';
import { relu, tanh } from '../ops/elementwise.ts';
import { gather } from '../ops/gather.ts';
import { binaryCrossEntropy, weightedMean } from '../ops/losses.ts';
import { matMul } from '../ops/mat-mul.ts';
import { sum } from '../ops/reduce.ts';
import { reshape } from '../ops/shape.ts';
import type { Batch } from './batch.ts';
import { compileTraining, type TrainingOptions } from './compile-training.ts';
import { TrainingDiverged } from './trainer.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'counterpart-tensor-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Examples of a logistic regression: y = 1 where w·x + b plus noise is above 0. */
function examples(count: number, width: number): { readonly x: Float32Array; readonly y: Float32Array } {
  const x = Float32Array.from(randomNormal(3, 'x', count * width));
  const noise = randomUniform(3, 'y', count);
  const y = Float32Array.from({ length: count }, (_, row) => {
    let logit = 0.3;
    for (let column = 0; column < width; column++) logit += x[row * width + column]! * (column - 1);
    return noise[row]! < sigmoid(logit) ? 1 : 0;
  });
  return { x, y };
}

test('logistic regression converges to the solution of iteratively reweighted least squares', async () => {
  const [count, width, ridge] = [400, 4, 1];
  const { x, y } = examples(count, width);
  const graph = new Graph();
  const features = graph.input('x', 'float32', ['B', width]);
  const targets = graph.input('y', 'float32', ['B']);
  const weights = graph.parameter('weights', [width, 1], { initializer: zeros });
  const bias = graph.parameter('bias', [], { initializer: zeros });
  const logits = add(reshape(matMul(features, weights), ['B']), bias);
  const penalty = mul(sum(mul(weights, weights)), ridge / 2 / count);
  const loss = add(weightedMean(binaryCrossEntropy(logits, targets)), penalty);
  const trainer = await compileTraining(
    { loss },
    { optimizer: { learningRate: 0.1, decay: 'cosine', totalSteps: 600 }, seed: 1 },
  );
  const batch = { x: { values: x, shape: [count, width] }, y: { values: y, shape: [count] } };
  for (let step = 0; step < 600; step++) await trainer.step(batch);
  const found = [...trainer.parameters().get('weights')!, trainer.parameters().get('bias')![0]!];
  await trainer.close();
  const expected = leastSquaresReweighted(x, y, width, ridge);
  for (const [position, value] of expected.entries()) expect(found[position]).toBeCloseTo(value, 3);
});

/** Newton's method for ridge logistic regression in doubles; the last coefficient is the unpenalised bias. */
function leastSquaresReweighted(
  x: Float32Array,
  y: Float32Array,
  width: number,
  ridge: number,
): readonly number[] {
  const beta = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < 20; round++) {
    const gradient = beta.map((value, k) => (k < width ? ridge * value : 0));
    const hessian = beta.map((_, k) => beta.map((_value, l) => (k === l && k < width ? ridge : 0)));
    for (const [row, target] of y.entries()) {
      const features = [...x.subarray(row * width, (row + 1) * width), 1];
      const p = sigmoid(features.reduce((dot, value, k) => dot + value * beta[k]!, 0));
      for (const [k, value] of features.entries()) {
        gradient[k]! += (p - target) * value;
        for (const [l, other] of features.entries()) hessian[k]![l]! += p * (1 - p) * value * other;
      }
    }
    for (const [k, change] of solve(hessian, gradient).entries()) beta[k]! -= change;
  }
  return beta;
}

/** Gaussian elimination; the matrix is positive definite. */
function solve(matrix: number[][], right: number[]): readonly number[] {
  const rows = matrix.map((row, position) => [...row, right[position]!]);
  for (const [pivot, row] of rows.entries()) {
    for (const [other, target] of rows.entries()) {
      if (other === pivot) continue;
      const factor = target[pivot]! / row[pivot]!;
      for (let column = pivot; column < target.length; column++) target[column]! -= factor * row[column]!;
    }
  }
  return rows.map((row, position) => row.at(-1)! / row[position]!);
}

test('a network of two layers learns exclusive or', async () => {
  const graph = new Graph();
  const x = graph.input('x', 'float32', ['B', 2]);
  const y = graph.input('y', 'float32', ['B', 1]);
  const hidden = tanh(
    add(
      matMul(x, graph.parameter('w1', [2, 8], { initializer: xavierUniform })),
      graph.parameter('b1', [8], { initializer: zeros }),
    ),
  );
  const logits = add(
    matMul(hidden, graph.parameter('w2', [8, 1], { initializer: xavierUniform })),
    graph.parameter('b2', [1], { initializer: zeros }),
  );
  const loss = weightedMean(binaryCrossEntropy(logits, y));
  const trainer = await compileTraining(
    { loss, evaluation: { logits } },
    { optimizer: { learningRate: 0.05 }, seed: 5 },
  );
  const batch = {
    x: { values: Float32Array.of(0, 0, 0, 1, 1, 0, 1, 1), shape: [4, 2] },
    y: { values: Float32Array.of(0, 1, 1, 0), shape: [4, 1] },
  };
  for (let step = 0; step < 300; step++) await trainer.step(batch);
  const scores = (await trainer.evaluate(batch)).metrics.logits as Float32Array;
  await trainer.close();
  expect([...scores].map((score) => (score > 0 ? 1 : 0))).toEqual([0, 1, 1, 0]);
});

const ROWS = 40;

/** An embedding table, dropout and two layers: all kinds of state and randomness of a run. */
async function openNetwork({
  sparse = false,
  seed = 9,
  threads = 1,
  dropoutRate = 0.25,
  ...optimizer
}: Partial<
  {
    sparse: boolean;
    seed: number;
    threads: number;
    dropoutRate: number;
  } & TrainingOptions['optimizer']
> = {}) {
  const graph = new Graph();
  const ids = graph.input('ids', 'int32', ['B', 3]);
  const y = graph.input('y', 'float32', ['B', 1]);
  const table = graph.parameter('table', [ROWS, 8], { initializer: normal(0.5), sparse, decay: false });
  const joined = reshape(gather(table, ids), ['B', 24]);
  const hidden = dropout(
    relu(matMul(joined, graph.parameter('w1', [24, 16], { initializer: xavierUniform }))),
    dropoutRate,
  );
  const logits = matMul(hidden, graph.parameter('w2', [16, 1], { initializer: xavierUniform }));
  return compileTraining(
    { loss: weightedMean(binaryCrossEntropy(logits, y)), evaluation: { logits } },
    { optimizer: { learningRate: 0.01, clipNorm: 0.5, weightDecay: 0.01, ...optimizer }, seed, threads },
  );
}

function batchOf(step: number, size = 32): Batch {
  const ids = Int32Array.from(randomUniform(1, `ids ${step}`, size * 3), (value) => Math.floor(value * ROWS));
  const y = Float32Array.from({ length: size }, (_, row) => (ids[row * 3]! % 2 === 0 ? 1 : 0));
  return { ids: { values: ids, shape: [size, 3] }, y: { values: y, shape: [size, 1] } };
}

type Network = Awaited<ReturnType<typeof openNetwork>>;

async function trainTo(trainer: Network, steps: number): Promise<void> {
  while (trainer.steps < steps) await trainer.step(batchOf(trainer.steps));
}

function copyOf(trainer: Network): Readonly<Record<string, Float32Array>> {
  return Object.fromEntries([...trainer.parameters()].map(([name, values]) => [name, values.slice()]));
}

test.each([1, 2])(
  'the same seed gives the same weights, bit for bit, on %i threads, and another seed gives others',
  async (threads) => {
    const ends = [];
    for (const seed of [9, 9, 10]) {
      const trainer = await openNetwork({ seed, threads });
      await trainTo(trainer, 30);
      ends.push(copyOf(trainer));
      await trainer.close();
    }
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).not.toEqual(ends[0]);
  },
);

test.each([false, true])(
  'a run that is resumed from a checkpoint equals an uninterrupted one (sparse: %s)',
  async (sparse) => {
    const whole = await openNetwork({ sparse });
    await trainTo(whole, 30);
    const interrupted = await openNetwork({ sparse });
    await trainTo(interrupted, 12);
    const path = join(folder, `checkpoint-${sparse}.safetensors`);
    await interrupted.saveCheckpoint(path, { epoch: '3' });
    await trainTo(interrupted, 15);
    await interrupted.close();
    const resumed = await openNetwork({ sparse });
    expect(await resumed.loadCheckpoint(path)).toEqual({ epoch: '3' });
    expect(resumed.steps).toBe(12);
    await trainTo(resumed, 30);
    expect(copyOf(resumed)).toEqual(copyOf(whole));
    await whole.close();
    await resumed.close();
  },
);

test('a checkpoint of another model or seed is refused, and changes nothing', async () => {
  const [trainer, other] = [await openNetwork(), await openNetwork({ seed: 10 })];
  const path = join(folder, 'other.safetensors');
  await other.saveCheckpoint(path);
  const before = copyOf(trainer);
  await expect(trainer.loadCheckpoint(path)).rejects.toThrow('seed 10');
  expect(copyOf(trainer)).toEqual(before);
  await trainer.close();
  await other.close();
});

test('a sparse table equals a dense one if every step touches all rows', async () => {
  const everyRow = (step: number): Batch => {
    const ids = Int32Array.from({ length: ROWS * 3 }, (_, position) => (position + step) % ROWS);
    return { ids: { values: ids, shape: [ROWS, 3] }, y: batchOf(step, ROWS).y! };
  };
  const [sparse, dense] = [await openNetwork({ sparse: true }), await openNetwork()];
  for (let step = 0; step < 20; step++) {
    const reports = [await sparse.step(everyRow(step)), await dense.step(everyRow(step))];
    expect(reports[0]!.gradientNorm).toBeCloseTo(reports[1]!.gradientNorm, 4);
  }
  const [a, b] = [copyOf(sparse), copyOf(dense)];
  for (const name of Object.keys(b))
    for (const [position, value] of b[name]!.entries()) expect(a[name]![position]).toBeCloseTo(value, 4);
  await sparse.close();
  await dense.close();
});

test('untouched rows of a sparse table keep their values', async () => {
  const trainer = await openNetwork({ sparse: true });
  const before = trainer.parameters().get('table')!.slice();
  const ids = Int32Array.of(1, 2, 1, 5, 1, 2);
  await trainer.step({
    ids: { values: ids, shape: [2, 3] },
    y: { values: Float32Array.of(1, 0), shape: [2, 1] },
  });
  const after = trainer.parameters().get('table')!;
  const changed = [...Array(ROWS).keys()].filter((row) => after[row * 8] !== before[row * 8]);
  expect(changed).toEqual([1, 2, 5]);
  await trainer.close();
});

test('evaluation has no dropout and changes nothing', async () => {
  const trainer = await openNetwork({ dropoutRate: 0.5 });
  const before = copyOf(trainer);
  const first = await trainer.evaluate(batchOf(0));
  expect(await trainer.evaluate(batchOf(0))).toEqual(first);
  expect(copyOf(trainer)).toEqual(before);
  expect((await trainer.step(batchOf(0))).loss).not.toBe(first.loss);
  await trainer.close();
});

test('a step that diverges is not applied', async () => {
  const trainer = await openNetwork();
  const before = copyOf(trainer);
  const { ids, y } = batchOf(0);
  const broken = {
    ids: ids!,
    y: { shape: y!.shape, values: new Float32Array(y!.values.length).fill(Number.NaN) },
  };
  await expect(trainer.step(broken)).rejects.toThrow(TrainingDiverged);
  expect(copyOf(trainer)).toEqual(before);
  expect(trainer.steps).toBe(0);
  await trainer.close();
});

test('the error of a batch that does not fit has the declared and the given shape', async () => {
  const trainer = await openNetwork();
  const { ids, y } = batchOf(0);
  await expect(trainer.step({ ids: ids! })).rejects.toThrow('the batch lacks "y", float32 [B, 1]');
  const short = { shape: [31, 1], values: y!.values.subarray(1) };
  await expect(trainer.step({ ids: ids!, y: short })).rejects.toThrow('"y" is declared [B, 1] with B = 32');
  await trainer.close();
});

test('a parameter may have given initial values, be untrainable, or be replaced', async () => {
  const graph = new Graph();
  const x = graph.input('x', 'float32', ['B', 2]);
  const fixed = graph.parameter('fixed', [2, 2], { initializer: values([1, 2, 3, 4]), trainable: false });
  const learned = graph.parameter('learned', [2], { initializer: values([5, 6]) });
  const loss = sum(mul(add(matMul(x, fixed), learned), 0.5));
  const trainer = await compileTraining({ loss }, { optimizer: { learningRate: 0.1 }, seed: 1 });
  const batch = { x: { values: Float32Array.of(1, 2), shape: [1, 2] } };
  await trainer.step(batch);
  expect([...trainer.parameters().get('fixed')!]).toEqual([1, 2, 3, 4]);
  for (const [position, value] of [4.9, 5.9].entries())
    expect(trainer.parameters().get('learned')![position]).toBeCloseTo(value, 5);
  trainer.setParameter('learned', Float32Array.of(7, 8));
  expect((await trainer.evaluate(batch)).loss).toBe((1 + 6 + 7 + 2 + 8 + 8) / 2);
  expect(() => trainer.setParameter('learned', Float32Array.of(7))).toThrow(
    '"learned" has 2 values; 1 were given',
  );
  expect(() => trainer.setParameter('other', Float32Array.of(7))).toThrow('no parameter is named "other"');
  await trainer.close();
});

test('rows are dropped whole, others kept as they are, and none in an evaluation', async () => {
  const graph = new Graph();
  const rows = graph.parameter('rows', [200, 4], { initializer: values(new Float32Array(800).fill(1)) });
  const loss = sum(dropRows(rows, 0.25));
  const optimizer = { learningRate: 0.1 };
  const trainer = await compileTraining({ loss }, { optimizer, seed: 1 });
  expect((await trainer.evaluate({})).loss).toBe(800);
  const before = await trainer.step({});
  const after = trainer.parameters().get('rows')!;
  let dropped = 0;
  for (let at = 0; at < 800; at += 4) {
    const row = new Set(after.subarray(at, at + 4));
    expect(row.size).toBe(1);
    dropped += Number(row.has(1));
  }
  expect(dropped).toBeGreaterThan(30);
  expect(dropped).toBeLessThan(70);
  expect(before.loss).toBe(4 * (200 - dropped));
  await trainer.close();
});
