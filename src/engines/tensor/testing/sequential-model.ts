/**
 * A SASRec model (Kang, McAuley 2018; with pre-normalisation) for tests and the benchmark. Histories are
 * padded at the end.
 */
import { Graph, type Tensor } from '../graph/graph.ts';
import { normal, ones, xavierUniform, zeros } from '../graph/initializers.ts';
import { add } from '../ops/arithmetic.ts';
import { attention, causalMask, range } from '../ops/attention.ts';
import { dropout } from '../ops/dropout.ts';
import { gelu } from '../ops/elementwise.ts';
import { gather } from '../ops/gather.ts';
import { linearSoftmaxCrossEntropy } from '../ops/linear-softmax-cross-entropy.ts';
import { softmaxCrossEntropy, weightedMean } from '../ops/losses.ts';
import { matMul } from '../ops/mat-mul.ts';
import { layerNorm } from '../ops/normalize.ts';
import { reshape } from '../ops/shape.ts';
import type { Batch } from '../training/batch.ts';

export interface SequentialShape {
  /** Item 0 is padding. */
  readonly items: number;
  readonly width: number;
  readonly heads: number;
  readonly blocks: number;
  readonly longest: number;
  readonly dropoutRate: number;
  /** `whole`: all logits at once; a number: the fused loss with chunks of so many rows. Default 512. */
  readonly softmax?: 'whole' | number;
}

/**
 * Inputs: `items` int32 [B, T]; `places` int32 [P], the indices in the flat B*T of the positions with a
 * target; `targets` int32 [P].
 */
export function sequentialModel({
  items,
  width,
  heads,
  blocks,
  longest,
  dropoutRate,
  softmax = 512,
}: SequentialShape) {
  const graph = new Graph();
  const history = graph.input('items', 'int32', ['B', 'T']);
  const places = graph.input('places', 'int32', ['P']);
  const targets = graph.input('targets', 'int32', ['P']);
  const table = graph.parameter('item-vectors', [items, width], { initializer: normal(0.02), decay: false });
  const positions = graph.parameter('positions', [longest, width], {
    initializer: normal(0.02),
    decay: false,
  });
  const mask = causalMask(graph, 'T');
  let x = dropout(add(gather(table, history), gather(positions, range(graph, 'T'))), dropoutRate);
  for (let block = 0; block < blocks; block++) x = transformerBlock(x, `block${block}`);
  const hidden = norm(gather(reshape(x, ['B*T', width]), places), 'last');
  const loss =
    softmax === 'whole'
      ? weightedMean(softmaxCrossEntropy(matMul(hidden, table, { transposeB: true }), targets))
      : linearSoftmaxCrossEntropy(hidden, table, targets, { chunkRows: softmax });
  return { loss, scores: matMul(hidden, table, { transposeB: true }) };

  function transformerBlock(input: Tensor, name: string): Tensor {
    const normal = norm(input, `${name}/attention-norm`);
    const [q, k, v] = ['q', 'k', 'v'].map((part) => linear(normal, `${name}/${part}`, width)) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    const seen = linear(attention(q, k, v, { heads, mask, dropoutRate }), `${name}/out`, width);
    const attended = add(input, dropout(seen, dropoutRate));
    const inner = gelu(linear(norm(attended, `${name}/inner-norm`), `${name}/up`, width * 4));
    return add(attended, dropout(linear(inner, `${name}/down`, width), dropoutRate));
  }

  function linear(input: Tensor, name: string, columns: number): Tensor {
    const weights = graph.parameter(`${name}/weights`, [Number(input.shape.at(-1)), columns], {
      initializer: xavierUniform,
    });
    return add(matMul(input, weights), graph.parameter(`${name}/bias`, [columns], { initializer: zeros }));
  }

  function norm(input: Tensor, name: string): Tensor {
    const gain = graph.parameter(`${name}/gain`, [width], { initializer: ones });
    return layerNorm(input, gain, graph.parameter(`${name}/bias`, [width], { initializer: zeros }));
  }
}

/** A batch in which each item of a history has the next item as its target. */
export function sequentialBatch(histories: readonly (readonly number[])[]): Batch {
  const length = Math.max(...histories.map((history) => history.length)) - 1;
  const items = new Int32Array(histories.length * length);
  const [places, targets]: [number[], number[]] = [[], []];
  for (const [row, history] of histories.entries()) {
    for (let position = 0; position + 1 < history.length; position++) {
      items[row * length + position] = history[position]!;
      places.push(row * length + position);
      targets.push(history[position + 1]!);
    }
  }
  return {
    items: { values: items, shape: [histories.length, length] },
    places: { values: Int32Array.from(places), shape: [places.length] },
    targets: { values: Int32Array.from(targets), shape: [targets.length] },
  };
}
