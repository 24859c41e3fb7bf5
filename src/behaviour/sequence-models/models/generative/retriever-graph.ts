/**
 * The network: a causal transformer over the items of a history (`causal-encoder.ts`), and a decoder that
 * generates the next item's codes one at a time.
 *
 * An item is one position. Its input vector is a sum: the vectors of its codes, a vector of its own, and a
 * projection of its text, as far as they are used. In training, an item's own vector is randomly replaced
 * by a common one (`unknown`), so that the network also learns to predict from codes alone. An item without
 * events always has `unknown`. A history begins with a start token, which predicts the first item. After
 * an empty history the items therefore rank by how often they come first.
 *
 * A decoder step adds the state of the history and step-specific vectors of the previous codes. It then
 * applies a residual feed-forward layer, and scores the step's codes. It has no attention. Reasons and
 * figures: docs/design/decisions/sequence-models.md.
 *
 * B windows, T positions of the longest window, P positions with a target, I items, L levels, D width of a
 * vector, W width of a text vector, K codes of a step, R rows of a decoder step, N items of the trie, V items
 * that were turned down.
 */
import { Graph, type Tensor } from '../../../../engines/tensor/graph/graph.ts';
import { normal, xavierUniform, zeros } from '../../../../engines/tensor/graph/initializers.ts';
import { add, mul, sub } from '../../../../engines/tensor/ops/arithmetic.ts';
import { range } from '../../../../engines/tensor/ops/attention.ts';
import { dropout } from '../../../../engines/tensor/ops/dropout.ts';
import { gelu, softplus } from '../../../../engines/tensor/ops/elementwise.ts';
import { gather } from '../../../../engines/tensor/ops/gather.ts';
import { softmaxCrossEntropy } from '../../../../engines/tensor/ops/losses.ts';
import { matMul } from '../../../../engines/tensor/ops/mat-mul.ts';
import { sum } from '../../../../engines/tensor/ops/reduce.ts';
import { where } from '../../../../engines/tensor/ops/select.ts';
import { reshape } from '../../../../engines/tensor/ops/shape.ts';
import { causalEncoder } from '../network/causal-encoder.ts';
import { layerNorm, linear } from '../network/linear.ts';

export interface RetrieverShape {
  readonly width: number;
  readonly heads: number;
  readonly blocks: number;
  /** The width of the feed-forward layer in a decoder step. */
  readonly decoderWidth: number;
  /** The maximum number of items of a history; with the start token there is one more position. */
  readonly historyLength: number;
  readonly dropoutRate: number;
  /** The number of codes of each step: the levels, then the numbers among items with equal codes [L + 1]. */
  readonly sizes: readonly number[];
  /** Whether items have vectors of their own beside those of their codes. */
  readonly ownVectors: boolean;
  /** W; 0: texts are not used. */
  readonly textWidth: number;
}

/** N, where a training has rejections. */
export interface Rejecting {
  readonly trieItems: number;
}

/** The features of the I items, then those of the start token. */
export interface ItemRows {
  /** By level [I + 1]; the start token has the code `sizes[level]`, which no item has. */
  readonly codes: readonly Int32Array[];
  /** Row-major [I + 1 × W], zeros for the start token; null if texts are not used. */
  readonly texts: Float32Array | null;
}

export const OWN_VECTORS = 'items/own';

/**
 * Inputs: `items` int32 [B, T] (I: the start token); `own` int32 [B, T], the same, with I + 1 for `unknown`;
 * `places` int32 [P], the indices in the flat B*T of the positions with a target.
 *
 * P_s of the P targets have several possible codes at step s. Inputs of each step s: `at/s` int32 [P_s],
 * their indices in P; `allowed/s` bool [P_s, K], the possible codes; `targets/s` int32 [P_s]; `weights/s`
 * float32 [P_s]; `prefix/s/n` int32 [P_s], the code of each earlier step n.
 *
 * The loss is the mean of -log p(item) over the P targets if all weights are 1 / P.
 *
 * With `rejecting` the last V of the P targets are items that were turned down, of weight 0 in `weights/s`. Their
 * inputs are `rejected-weights` float32 [V], and for each step `rejected/s` int32 [V], the row of each in P_s, and
 * `rejected-chooses/s` float32 [V], 0 where it has no row.
 */
export function trainingGraph(
  shape: RetrieverShape,
  rows: ItemRows,
  rejecting: Rejecting | null = null,
): { readonly loss: Tensor } {
  const graph = new Graph();
  const items = graph.input('items', 'int32', ['B', 'T']);
  const vectors = itemVectors(shape, rows, items, graph.input('own', 'int32', ['B', 'T']));
  const states = encodeHistories(shape, vectors, graph.input('places', 'int32', ['P']));
  const given = dropout(states, shape.dropoutRate);
  const steps = shape.sizes.map((size, step) => {
    const P = `P${step}`;
    const state = gather(given, graph.input(`at/${step}`, 'int32', [P]));
    const logits = decodeStep(shape, step, state, prefixInputs(graph, step, P));
    const allowed = where(graph.input(`allowed/${step}`, 'bool', [P, size]), logits, -1e9);
    const each = softmaxCrossEntropy(allowed, graph.input(`targets/${step}`, 'int32', [P]));
    return { each, loss: sum(mul(each, graph.input(`weights/${step}`, 'float32', [P]))) };
  });
  const loss = steps.map((step) => step.loss).reduce((total, stepLoss) => add(total, stepLoss));
  if (rejecting === null) return { loss };
  const pushed = rejectionLoss(
    graph,
    steps.map(({ each }) => each),
    rejecting,
  );
  return { loss: add(loss, pushed) };
}

/**
 * Σ v · log(1 + N p), of rejected items with probability p of their path among N and weights v. As the unlikelihood
 * -log(1 - p) (Welleck et al. 2019) it lowers p, which is the product over the steps, so steps that an item shares
 * with likely ones may stay. It is near 0 for an item that is less likely than a random one; -log(1 - p) would
 * hardly have a slope before an item is likelier than all others together. `each`: by step, -log p of a code.
 */
function rejectionLoss(graph: Graph, each: readonly Tensor[], { trieItems }: Rejecting): Tensor {
  const ofSteps = each.map((losses, step) => {
    const own = gather(losses, graph.input(`rejected/${step}`, 'int32', ['V']));
    return mul(own, graph.input(`rejected-chooses/${step}`, 'float32', ['V']));
  });
  const excess = sub(
    Math.log(trieItems),
    ofSteps.reduce((total, own) => add(total, own)),
  );
  return sum(mul(softplus(excess), graph.input('rejected-weights', 'float32', ['V'])));
}

/**
 * Inputs: `items` and `own` int32 [N], as of `trainingGraph`. Output: the input vectors of the items [N, D].
 */
export function vectorGraph(shape: RetrieverShape, rows: ItemRows): { readonly vectors: Tensor } {
  const graph = new Graph();
  const [items, own] = [graph.input('items', 'int32', ['N']), graph.input('own', 'int32', ['N'])];
  return { vectors: itemVectors(shape, rows, items, own) };
}

/**
 * Inputs: `items` int32 [B, T], `places` int32 [P], `vectors` float32 [I + 1, D]. Output: `states` [P, D].
 */
export function readerGraph(shape: RetrieverShape): { readonly states: Tensor } {
  const graph = new Graph();
  const items = graph.input('items', 'int32', ['B', 'T']);
  const vectors = gather(graph.input('vectors', 'float32', ['N', shape.width]), items);
  return { states: encodeHistories(shape, vectors, graph.input('places', 'int32', ['P'])) };
}

/**
 * Inputs: `states` float32 [B, D]; `histories` int32 [R], indices in B; `prefix/s/n` int32 [R]. Output:
 * `logits` [R, K].
 */
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

/** The input vectors of items: int32 [..] -> [.., D]. */
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

/** From input vectors [B, T, D], the states at `places` [P, D]. */
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

/** The logits of the step's codes [R, K], from states [R, D] and the codes of each earlier step [R]. */
function decodeStep(shape: RetrieverShape, step: number, state: Tensor, prefix: readonly Tensor[]): Tensor {
  const { width, sizes, decoderWidth, dropoutRate } = shape;
  const { graph } = state;
  const name = `decoder/${step}`;
  const previous = prefix.map((codes, earlier) =>
    gather(table(graph, `${name}/said-${earlier}`, sizes[earlier]!, width), codes),
  );
  const x = previous.reduce((total, vectors) => add(total, vectors), linear(state, `${name}/state`, width));
  const inner = gelu(linear(layerNorm(x, `${name}/inner-norm`), `${name}/inner-up`, decoderWidth));
  const y = add(x, dropout(linear(inner, `${name}/inner-down`, width), dropoutRate));
  const codes = table(graph, `${name}/codes`, sizes[step]!, width);
  const bias = graph.parameter(`${name}/bias`, [sizes[step]!], { initializer: zeros });
  return add(matMul(layerNorm(y, `${name}/last-norm`), codes, { transposeB: true }), bias);
}

function table(graph: Graph, name: string, rows: number, width: number): Tensor {
  return graph.parameter(name, [rows, width], { initializer: normal(0.02), decay: false });
}
