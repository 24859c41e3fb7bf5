import { expect, test } from 'vitest';
import { Graph } from '../graph/graph.ts';
import { ones } from '../graph/initializers.ts';
import { matMul } from '../ops/mat-mul.ts';
import { readParameters } from './read-parameters.ts';
import { writeInferenceModel } from './write-inference-model.ts';

test('the parameters of a written file are read back, with their shapes', () => {
  const graph = new Graph();
  const x = graph.input('x', 'float32', ['B', 3]);
  const score = matMul(x, graph.parameter('table/weight', [3, 2], { initializer: ones }));
  const values = Float32Array.of(1.5, -2, 3, 1e-30, 0, 7);
  const file = writeInferenceModel({ outputs: { score }, parameters: new Map([['table/weight', values]]) });
  expect(readParameters(file).get('table/weight')).toEqual({ shape: [3, 2], values });
  // As a file is read: a view of a pool, at any offset.
  const pool = Buffer.alloc(file.length + 1);
  pool.set(file, 1);
  for (const read of [Buffer.from(file), pool.subarray(1)])
    expect(readParameters(read).get('table/weight')).toEqual({ shape: [3, 2], values });
});

test('a file that is no model is refused', () => {
  expect(() =>
    readParameters(Uint8Array.of(58, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1)),
  ).toThrow();
});
