/**
 * The network: a causal transformer over the items of a history (`causal-encoder.ts`), and a decoder that
 * generates the next item's codes one at a time.
 *
 * An item is read as one vector: the sum of its codes' vectors and of a vector of its own. In training, an
 * item's own vector is replaced at random by a common one (`unknown`), so that codes alone are informative
 * enough. Items without events always use `unknown`. A history begins with a start position, which predicts
 * the first item, so an empty history ranks by popularity.
 *
 * A decoder step adds the state of the history and position-specific vectors of the previous codes, applies a
 * residual layer, and scores the step's codes. It has no attention. Reasons and figures:
 * docs/design/decisions/sequence-models.md.
 *
 * B windows, T positions of the longest, P positions with a target, I items, L levels, D width, K codes of a
 * step.
 */
import { Graph, type Tensor } from '../../../tensor/graph/graph.ts';
import { normal, xavierUniform, zeros } from '../../../tensor/graph/initializers.ts';
import { add, mul } from '../../../tensor/ops/arithmetic.ts';
import { range } from '../../../tensor/ops/attention.ts';
import { dropout } from '../../../tensor/ops/dropout.ts';
import { gelu } from '../../../tensor/ops/elementwise.ts';
import { gather } from '../../../tensor/ops/gather.ts';
import { softmaxCrossEntropy } from '../../../tensor/ops/losses.ts';
import { matMul } from '../../../tensor/ops/mat-mul.ts';
import { sum } from '../../../tensor/ops/reduce.ts';
import { where } from '../../../tensor/ops/select.ts';
import { reshape } from '../../../tensor/ops/shape.ts';
import { causalEncoder } from '../network/causal-encoder.ts';
import { layerNorm, linear } from '../network/linear.ts';

export interface RetrieverShape {
  readonly width: number;
  readonly heads: number;
  readonly blocks: number;
  /** Of the layer between, in a step of the decoder. */
  readonly decoderWidth: number;
  /** Items of a history that are read; places are one more. */
  readonly historyLength: number;
  readonly dropoutRate: number;
  /** Codes by step: of the levels, then of the numbers among items of equal codes [L + 1]. */
  readonly sizes: readonly number[];
  /** Items have vectors of their own beside those of their codes. */
  readonly ownVectors: boolean;
  /** Of the items' texts; 0: they are not read. */
  readonly textWidth: number;
}

/** What is read of items, by row: all I, then the start. */
export interface ItemRows {
  /** By level; of the start one that no item has, `sizes[level]` [I + 1]. */
  readonly codes: readonly Int32Array[];
  /** Row-major [I + 1 × W], zeros for the start; null where texts are not read. */
  readonly texts: Float32Array | null;
}

export const OWN_VECTORS = 'items/own';

/**
 * Inputs: items int32 [B, T] (I: the start), own int32 [B, T] (the same, I + 1: unknown), places int32 [P] of
 * B*T; and of every step s, of the places P_s where there is a choice: at/s int32 [P_s] of P, allowed/s bool
 * [P_s, K], targets/s int32 [P_s], weights/s float32 [P_s], and prefix/s/n int32 [P_s] of each step n before.
 *
 * The loss is the mean of -log p(item) over the P places, where weights are 1 / P.
 */
export function trainingGraph(shape: RetrieverShape, rows: ItemRows): { readonly loss: Tensor } {
  const graph = new Graph();
  const items = graph.input('items', 'int32', ['B', 'T']);
  const vectors = itemVectors(shape, rows, items, graph.input('own', 'int32', ['B', 'T']));
  const states = encodeHistories(shape, vectors, graph.input('places', 'int32', ['P']));
  const given = dropout(states, shape.dropoutRate);
  const losses = shape.sizes.map((size, step) => {
    const P = `P${step}`;
    const state = gather(given, graph.input(`at/${step}`, 'int32', [P]));
    const logits = decodeStep(shape, step, state, prefixInputs(graph, step, P));
    const allowed = where(graph.input(`allowed/${step}`, 'bool', [P, size]), logits, -1e9);
    const each = softmaxCrossEntropy(allowed, graph.input(`targets/${step}`, 'int32', [P]));
    return sum(mul(each, graph.input(`weights/${step}`, 'float32', [P])));
  });
  return { loss: losses.reduce((all, one) => add(all, one)) };
}

/** Vectors by which items are read [N, D], from inputs items and own int32 [N]. */
export function vectorGraph(shape: RetrieverShape, rows: ItemRows): { readonly vectors: Tensor } {
  const graph = new Graph();
  const [items, own] = [graph.input('items', 'int32', ['N']), graph.input('own', 'int32', ['N'])];
  return { vectors: itemVectors(shape, rows, items, own) };
}

/** Inputs: items int32 [B, T], places int32 [P], vectors float32 [I + 1, D]. Output: states [P, D]. */
export function readerGraph(shape: RetrieverShape): { readonly states: Tensor } {
  const graph = new Graph();
  const items = graph.input('items', 'int32', ['B', 'T']);
  const vectors = gather(graph.input('vectors', 'float32', ['N', shape.width]), items);
  return { states: encodeHistories(shape, vectors, graph.input('places', 'int32', ['P'])) };
}

/** Inputs: states float32 [B, D], histories int32 [R], prefix/s/n int32 [R]. Output: logits [R, K]. */
export function stepGraph(shape: RetrieverShape, step: number): { readonly logits: Tensor } {
  const graph = new Graph();
  const states = graph.input('states', 'float32', ['B', shape.width]);
  const state = gather(states, graph.input('histories', 'int32', ['R']));
  return { logits: decodeStep(shape, step, state, prefixInputs(graph, step, 'R')) };
}

export const prefixName = (step: number, earlier: number): string => `prefix/${step}/${earlier}`;

function prefixInputs(graph: Graph, step: number, rows: string): readonly Tensor[] {
  return Array.from({ length: step }, (_, earlier) =>
    graph.input(prefixName(step, earlier), 'int32', [rows]),
  );
}

/** Of items [..] -> [.., D]. */
function itemVectors(shape: RetrieverShape, { codes, texts }: ItemRows, items: Tensor, own: Tensor): Tensor {
  const { graph } = items;
  const I = codes[0]!.length - 1;
  const parts = codes.map((ofItems, level) =>
    gather(
      table(graph, `items/code-${level}`, shape.sizes[level]! + 1, shape.width),
      gather(graph.constant(ofItems, 'int32', [I + 1]), items),
    ),
  );
  if (shape.ownVectors) {
    const initializer = normal(0.02);
    const vectors = graph.parameter(OWN_VECTORS, [I + 2, shape.width], { initializer, sparse: true });
    parts.push(gather(vectors, own));
  }
  if (texts !== null) {
    const read = gather(graph.constant(texts, 'float32', [I + 1, shape.textWidth]), items);
    const projection = graph.parameter('items/text', [shape.textWidth, shape.width], {
      initializer: xavierUniform,
    });
    parts.push(matMul(read, projection));
  }
  return parts.reduce((all, part) => add(all, part));
}

/** From vectors of the places' items [B, T, D], the states at `places` [P, D]. */
function encodeHistories(shape: RetrieverShape, vectors: Tensor, places: Tensor): Tensor {
  const { width, heads, blocks, historyLength, dropoutRate } = shape;
  const { graph } = vectors;
  const positions = gather(table(graph, 'positions', historyLength + 1, width), range(graph, 'T'));
  const stream = causalEncoder(add(vectors, positions), 'reader', {
    blocks,
    heads,
    innerWidth: 4 * width,
    dropoutRate,
  });
  return layerNorm(gather(reshape(stream, ['B*T', width]), places), 'reader/last-norm');
}

/** Logits of the step's codes [R, K], from states [R, D] and the codes of the steps before [R] each. */
function decodeStep(shape: RetrieverShape, step: number, state: Tensor, prefix: readonly Tensor[]): Tensor {
  const { width, sizes, decoderWidth, dropoutRate } = shape;
  const { graph } = state;
  const name = `decoder/${step}`;
  const said = prefix.map((codes, earlier) =>
    gather(table(graph, `${name}/said-${earlier}`, sizes[earlier]!, width), codes),
  );
  const x = said.reduce((all, one) => add(all, one), linear(state, `${name}/state`, width));
  const inner = gelu(linear(layerNorm(x, `${name}/inner-norm`), `${name}/inner-up`, decoderWidth));
  const y = add(x, dropout(linear(inner, `${name}/inner-down`, width), dropoutRate));
  const codes = table(graph, `${name}/codes`, sizes[step]!, width);
  const bias = graph.parameter(`${name}/bias`, [sizes[step]!], { initializer: zeros });
  return add(matMul(layerNorm(y, `${name}/last-norm`), codes, { transposeB: true }), bias);
}

function table(graph: Graph, name: string, rows: number, width: number): Tensor {
  return graph.parameter(name, [rows, width], { initializer: normal(0.02), decay: false });
}
