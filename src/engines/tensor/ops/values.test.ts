/** Values of ops that the gradient tests do not cover. */
import { expect, test } from 'vitest';
import { randomNormal } from '../../../platform/numeric/random-streams.ts';
import { differentiate } from '../graph/differentiate.ts';
import { Graph, type Tensor } from '../graph/graph.ts';
import { ShapeError } from '../graph/shape.ts';
import { openGraph } from '../testing/run-graph.ts';
import { add, mul } from './arithmetic.ts';
import { keyMask } from './attention.ts';
import { dropout, dropRows } from './dropout.ts';
import { stopGradient, straightThrough } from './gradient-control.ts';
import { linearSoftmaxCrossEntropy } from './linear-softmax-cross-entropy.ts';
import { sampledSoftmaxCrossEntropy, softmaxCrossEntropy, weightedMean } from './losses.ts';
import { matMul } from './mat-mul.ts';
import { softmax } from './normalize.ts';
import { sum } from './reduce.ts';
import { and, argMax, equal, greater, not, or, topK } from './select.ts';
import { concat, reshape, slice } from './shape.ts';

type Feeds = Readonly<Record<string, { readonly values: Float32Array; readonly shape: readonly number[] }>>;

async function valuesOf(outputs: Readonly<Record<string, Tensor>>, feeds: Feeds = {}) {
  const run = await openGraph(outputs);
  const results = await run.run(feeds);
  await run.close();
  return Object.fromEntries(
    Object.entries(results).map(([name, { values }]) => [name, Array.from(values, Number)]),
  );
}

test('stopGradient has no gradient, and straightThrough has the gradient of its second operand', async () => {
  const graph = new Graph();
  const [x, q] = [graph.input('x', 'float32', [3]), graph.input('q', 'float32', [3])];
  const loss = sum(add(mul(straightThrough(stopGradient(q), x), 3), mul(stopGradient(x), 5)));
  const [dx, dq] = differentiate(loss, [x, q]) as [Tensor, undefined];
  expect(dq).toBeUndefined();
  const three = (values: readonly number[]) => ({ values: Float32Array.from(values), shape: [3] });
  const found = await valuesOf({ loss, dx }, { x: three([1, 2, 3]), q: three([1, 1, 1]) });
  expect(found).toEqual({ loss: [9 + 30], dx: [3, 3, 3] });
});

test('comparisons, logic, maxima and minima', async () => {
  const graph = new Graph();
  const x = graph.constant([3, 1, 3, 0, 5, 2], 'float32', [2, 3]);
  const [large, three] = [greater(x, 2), equal(x, 3)];
  const { values, indices } = topK(x, 2);
  const outputs = {
    both: and(large, not(three)),
    either: or(large, three),
    first: argMax(x),
    values,
    indices,
  };
  expect(await valuesOf(outputs)).toEqual({
    both: [0, 0, 0, 0, 1, 0],
    either: [1, 0, 1, 0, 1, 0],
    first: [0, 1],
    values: [3, 3, 5, 2],
    indices: [0, 2, 1, 2],
  });
});

/** A table of 7 items of width 4, 5 hidden vectors and their targets. */
function catalogue() {
  const graph = new Graph();
  const numbers = (name: string, count: number) => Float32Array.from(randomNormal(2, name, count));
  const table = graph.constant(numbers('table', 28), 'float32', [7, 4]);
  const hidden = graph.constant(numbers('hidden', 20), 'float32', [5, 4]);
  const targets = graph.constant([6, 0, 3, 3, 1], 'int32');
  return {
    graph,
    table,
    hidden,
    targets,
    full: softmaxCrossEntropy(matMul(hidden, table, { transposeB: true }), targets),
  };
}

test('the fused softmax cross entropy equals the plain one, for any chunk size', async () => {
  const { table, hidden, targets, full } = catalogue();
  const fused = [1, 2, 4, 5, 64].map((chunkRows) =>
    linearSoftmaxCrossEntropy(hidden, table, targets, { chunkRows }),
  );
  const found = await valuesOf({
    full: weightedMean(full),
    ...Object.fromEntries(fused.map((loss, at) => [`${at}`, loss])),
  });
  for (const position of fused.keys()) expect(found[`${position}`]![0]).toBeCloseTo(found.full![0]!, 5);
});

test('sampled softmax with every item as a negative once equals the full softmax', async () => {
  const { graph, table, hidden, targets, full } = catalogue();
  const ids = graph.constant([0, 1, 2, 3, 4, 5, 6], 'int32');
  const targetRows = concat(
    [6, 0, 3, 3, 1].map((item) => slice(table, { axis: 0, start: item, end: item + 1 })),
    0,
  );
  const [ofPositives, ofNegatives] = [graph.constant([0, 0, 0, 0, 0]), graph.constant([0, 0, 0, 0, 0, 0, 0])];
  const sampled = sampledSoftmaxCrossEntropy(
    hidden,
    { rows: targetRows, ids: targets, logQ: ofPositives },
    { rows: table, ids, logQ: ofNegatives },
  );
  const found = await valuesOf({ sampled, full });
  for (const [row, loss] of found.full!.entries()) expect(found.sampled![row]).toBeCloseTo(loss, 5);
});

test('cross entropy is finite and correct for extreme logits', async () => {
  const graph = new Graph();
  const logits = graph.constant([200, -200, 0, 0, 0, 90], 'float32', [2, 3]);
  const { losses } = await valuesOf({ losses: softmaxCrossEntropy(logits, graph.constant([1, 0], 'int32')) });
  expect(losses).toEqual([400, 90]);
});

test('a query whose keys are all masked does not become NaN', async () => {
  const graph = new Graph();
  const counts = graph.constant(Uint8Array.of(0, 0, 1, 0), 'bool', [2, 2]);
  const weights = softmax(add(graph.constant([1, 1, 1, 1], 'float32', [2, 1, 1, 2]), keyMask(counts)));
  expect((await valuesOf({ weights })).weights).toEqual([0.5, 0.5, 1, 0]);
});

test('shapes that do not fit are refused when the graph is built, with both shapes in the message', () => {
  const graph = new Graph();
  const [a, b] = [graph.input('a', 'float32', ['B', 3]), graph.input('b', 'float32', ['T', 3])];
  expect(() => add(a, b)).toThrow(
    '[B, 3] and [T, 3] do not go together: axis -2 is B on one side and T on the other',
  );
  expect(() => matMul(a, b)).toThrow(ShapeError);
  expect(() => reshape(a, ['B', 4])).toThrow('[B, 3] has 3*B elements, [B, 4] has 4*B');
  expect(() => slice(a, { axis: 0, end: 2 })).toThrow('no known part');
  expect(() => dropout(a, 1)).toThrow('rate 1');
  expect(() => dropRows(a, 1)).toThrow('rate 1');
  expect(() => graph.input('a', 'float32', [1])).toThrow('two tensors are named "a"');
  expect(() => add(a, new Graph().constant(1))).toThrow('two graphs');
});
