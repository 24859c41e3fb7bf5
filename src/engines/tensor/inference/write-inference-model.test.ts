import { expect, test } from 'vitest';
import { randomNormal } from '../../../platform/numeric/random-streams.ts';
import { Graph } from '../graph/graph.ts';
import { xavierUniform, zeros } from '../graph/initializers.ts';
import { openSession, ortTensor } from '../onnx/open-session.ts';
import { add } from '../ops/arithmetic.ts';
import { attention, causalMask } from '../ops/attention.ts';
import { dropout } from '../ops/dropout.ts';
import { gelu } from '../ops/elementwise.ts';
import { squaredError, weightedMean } from '../ops/losses.ts';
import { matMul } from '../ops/mat-mul.ts';
import { compileTraining } from '../training/compile-training.ts';
import { writeInferenceModel } from './write-inference-model.ts';

test('an inference file has the results of `evaluate`, without dropout and with its own parameters', async () => {
  const graph = new Graph();
  const x = graph.input('x', 'float32', ['B', 3]);
  const y = graph.input('y', 'float32', ['B', 2]);
  const weights = graph.parameter('w', [3, 2], { initializer: xavierUniform });
  const bias = graph.parameter('b', [2], { initializer: zeros });
  const score = dropout(gelu(add(matMul(x, weights), bias)), 0.5);
  const trainer = await compileTraining(
    { loss: weightedMean(squaredError(score, y)), evaluation: { score } },
    { optimizer: { learningRate: 0.01 }, seed: 2 },
  );
  const batch = {
    x: { values: Float32Array.from(randomNormal(1, 'x', 15)), shape: [5, 3] },
    y: { values: Float32Array.from(randomNormal(1, 'y', 10)), shape: [5, 2] },
  };
  for (let step = 0; step < 5; step++) await trainer.step(batch);
  const { metrics } = await trainer.evaluate(batch);
  const file = writeInferenceModel({
    outputs: { score, again: score },
    parameters: trainer.parameters(),
    metadata: { version: '3' },
  });
  await trainer.close();
  expect(Buffer.from(file).includes('version')).toBe(true);
  const session = await openSession(file);
  expect(session.inputNames).toEqual(['x']);
  const results = await session.run({ x: ortTensor('float32', batch.x.values, [5, 3]) });
  expect(results.score!.data).toEqual(metrics.score);
  expect(results.again!.data).toEqual(metrics.score);
  await session.release();
});

test('a file without one of its parameters is refused', () => {
  const graph = new Graph();
  const y = matMul(
    graph.input('x', 'float32', ['B', 3]),
    graph.parameter('w', [3, 2], { initializer: zeros }),
  );
  expect(() => writeInferenceModel({ outputs: { y }, parameters: new Map() })).toThrow(
    '"w" [3, 2] has 6 values; none',
  );
});

test('a file has only the inputs that its outputs need, also if another input determined a dimension', async () => {
  const graph = new Graph();
  graph.input('targets', 'float32', ['T', 'B']);
  const x = graph.input('x', 'float32', ['B', 'T', 4]);
  const y = attention(x, x, x, { heads: 2, mask: causalMask(graph, 'T') });
  const session = await openSession(writeInferenceModel({ outputs: { y }, parameters: new Map() }));
  expect(session.inputNames).toEqual(['x']);
  const values = Float32Array.from(randomNormal(1, 'x', 24));
  const results = await session.run({ x: ortTensor('float32', values, [2, 3, 4]) });
  expect(results.y!.dims).toEqual([2, 3, 4]);
  for (const [position, value] of [...values.subarray(0, 4)].entries())
    expect((results.y!.data as Float32Array)[position]).toBeCloseTo(value, 5);
  await session.release();
});
