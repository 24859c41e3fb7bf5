/**
 * The network and its loss. The network is SASRec (Kang, McAuley 2018) with pre-normalisation and GELU
 * (Petrov, Macdonald 2023; eSASRec 2025).
 *
 * An item's vector is its own plus projections of its text vector and of its encoded features, where these
 * are used. An item without events has only the projections. Where times are read, the gap of each position
 * has a vector too (`time-gaps.ts`). Positions count from the end: 0 is the newest item of the window, so the
 * latest item looks the same for any length of history. Histories are padded at the end. Where the context of the
 * prediction is read, such as the device, a projection of it is added to the position before the target in the last
 * block. Later positions read nothing of it there, because in serving the contexts of earlier events are unknown.
 *
 * The tables have only the K learned items: a softmax over the others would only teach the model to score
 * them low.
 *
 * B windows, T positions of the longest, P positions with a target, R rejections, K items, S negatives, D width,
 * W width of a row of content, X of a row of context.
 */
import { Graph, type Tensor } from '../../../../engines/tensor/graph/graph.ts';
import {
  type Initializer,
  normal,
  values,
  xavierUniform,
  zeros,
} from '../../../../engines/tensor/graph/initializers.ts';
import type { Dimension } from '../../../../engines/tensor/graph/shape.ts';
import { add, div, maximum, mul, sub } from '../../../../engines/tensor/ops/arithmetic.ts';
import { dropRows } from '../../../../engines/tensor/ops/dropout.ts';
import { softplus } from '../../../../engines/tensor/ops/elementwise.ts';
import { gather } from '../../../../engines/tensor/ops/gather.ts';
import { linearSoftmaxCrossEntropy } from '../../../../engines/tensor/ops/linear-softmax-cross-entropy.ts';
import {
  type Candidates,
  sampledSoftmaxCrossEntropy,
  softmaxCrossEntropy,
  weightedMean,
} from '../../../../engines/tensor/ops/losses.ts';
import { matMul } from '../../../../engines/tensor/ops/mat-mul.ts';
import { sum } from '../../../../engines/tensor/ops/reduce.ts';
import { concat, reshape, split } from '../../../../engines/tensor/ops/shape.ts';
import { causalEncoder } from '../network/causal-encoder.ts';
import { layerNorm } from '../network/linear.ts';
import type { ContentVectors } from './content/content-vectors.ts';
import { GAP_BUCKETS, type GapMode } from './time-gaps.ts';

export interface NetworkShape {
  readonly width: number;
  readonly heads: number;
  readonly blocks: number;
  /** The length of the longest window, which is the number of position vectors. */
  readonly historyLength: number;
  readonly dropoutRate: number;
  /** Absent: no times are read, as in models of earlier versions. */
  readonly gaps?: GapMode;
  /** Whether what follows an event is the next basket. Absent: events are no baskets. */
  readonly baskets?: true;
  /** X. Absent: no context is read, as in models of earlier versions. */
  readonly contextWidth?: number;
}

export interface TrainingShape extends NetworkShape {
  /** K */
  readonly knownItems: number;
  /** The text vectors of the K items [K × W]; null: texts are not used. */
  readonly texts: ContentVectors | null;
  /** The encoded features of the K items [K × W]; null: features are not used. */
  readonly features: ContentVectors | null;
  /** Whether items are scored with output vectors of their own; false: with their input vectors. */
  readonly ownOutput: boolean;
  /** The probability that an item is learned by its text and features alone in a step. */
  readonly ownDropout: number;
  /** S, the number of sampled negatives per step; 0: softmax over all K items. */
  readonly negatives: number;
  /** Whether targets have weights. */
  readonly isWeighted: boolean;
  /** Whether there are rejected items; only with weights. */
  readonly hasRejections: boolean;
}

export const parameterNames = {
  items: 'item-vectors',
  outputs: 'output-vectors',
  projection: 'text-projection',
  outputProjection: 'output-text-projection',
  featureProjection: 'feature-projection',
  outputFeatureProjection: 'output-feature-projection',
  contextProjection: 'context-projection',
} as const;

/** Tables of content, which are not learned. */
export const fixedTables: readonly string[] = ['texts', 'features'];

const itemInitializer: Initializer = normal(0.02);

/**
 * Inputs: `items` and `positions` int32 [B, T]; `places` int32 [P], the indices in the flat B*T of the
 * positions with a target; `targets` int32 [P]. With gaps also `gaps` int32 [B, T], the buckets, and up to
 * now `waits` int32 [B, T]. With sampled negatives also `negatives` int32 [S], `target-log-q` float32 [P] and
 * `negative-log-q` float32 [S]. With weights `weights` float32 [P], at least 0. With rejections
 * `rejected-places` and `rejected` int32 [R], as places and targets, `rejected-weights` float32 [R], and with
 * sampled negatives `rejected-log-q` float32 [R]. With a context `context` float32 [B, T, X], of the target of each
 * position, zeros where it is unknown.
 *
 * The loss is the weighted mean cross entropy over the P targets, plus the loss of rejected items.
 */
export function trainingGraph(shape: TrainingShape): { readonly loss: Tensor } {
  const graph = new Graph();
  const items = graph.input('items', 'int32', ['B', 'T']);
  const positions = graph.input('positions', 'int32', ['B', 'T']);
  const places = graph.input('places', 'int32', ['P']);
  const targets = graph.input('targets', 'int32', ['P']);
  const read = itemTable(graph, shape, 'items');
  const scored = shape.ownOutput ? itemTable(graph, shape, 'outputs') : read;
  const context = contextInput(graph, shape, ['B', 'T']);
  const histories = { vectors: read.rows(items), positions, places, context };
  const weights = shape.isWeighted ? graph.input('weights', 'float32', ['P']) : undefined;
  const { hidden, rejecting } = statesOf(histories, shape);
  if (shape.negatives === 0) {
    const loss = linearSoftmaxCrossEntropy(hidden, scored.all(), targets, weights && { weights });
    if (rejecting === null) return { loss };
    const logits = matMul(rejecting, scored.all(), { transposeB: true });
    const each = softmaxCrossEntropy(logits, graph.input('rejected', 'int32', ['R']));
    return { loss: add(loss, rejectionLoss(sub(Math.log(shape.knownItems), each), weights!)) };
  }
  const drawn = graph.input('negatives', 'int32', ['S']);
  const candidates = (ids: Tensor, logQ: string): Candidates => {
    return { rows: scored.rows(ids), ids, logQ: graph.input(logQ, 'float32', ids.shape) };
  };
  const others = candidates(drawn, 'negative-log-q');
  const each = sampledSoftmaxCrossEntropy(hidden, candidates(targets, 'target-log-q'), others);
  const loss = weightedMean(each, weights);
  if (rejecting === null) return { loss };
  const rejected = candidates(graph.input('rejected', 'int32', ['R']), 'rejected-log-q');
  // log p of the item is log q + log S minus the sampled cross entropy.
  const shift = Math.log(shape.knownItems) + Math.log(shape.negatives);
  const excess = sub(add(rejected.logQ, shift), sampledSoftmaxCrossEntropy(rejecting, rejected, others));
  return { loss: add(loss, rejectionLoss(excess, weights!)) };
}

/** The states of the targets [P, D], and those of rejections [R, D]; null: there are none. */
function statesOf(windows: Windows, shape: TrainingShape) {
  if (!shape.hasRejections) return { hidden: encodeHistories(windows, shape), rejecting: null };
  const { places } = windows;
  const { graph } = places;
  const all = concat([places, graph.input('rejected-places', 'int32', ['R'])], 0);
  const states = encodeHistories({ ...windows, places: all }, shape);
  const [hidden, rejecting] = split(states, ['P', 'R'], 0);
  return { hidden: hidden!, rejecting: rejecting! };
}

/**
 * Σ v · log(1 + K p) / (Σ w + Σ v), of rejected items with probability p among K and weights v, and the weights w
 * of targets. It is near 0 for an item that is less likely than a random one. `excess`: log(K p) [R].
 */
function rejectionLoss(excess: Tensor, weights: Tensor): Tensor {
  const rejected = excess.graph.input('rejected-weights', 'float32', ['R']);
  const total = maximum(add(sum(weights), sum(rejected)), 1e-12);
  return div(sum(mul(softplus(excess), rejected)), total);
}

/**
 * Inputs: `items` and `positions` int32 [B, T]; `places` int32 [B], the indices of the newest items in the
 * flat B*T; `vectors` float32 [I, D] of the catalogue; with gaps `gaps` and `waits` int32 [B, T]; with a context
 * `context` float32 [B, 1, X], zeros where it is unknown. Output:
 * `state` [B, D], the state after each history; its dot product with an item's vector is the item's score.
 */
export function inferenceGraph(shape: NetworkShape): { readonly state: Tensor } {
  const graph = new Graph();
  const items = graph.input('items', 'int32', ['B', 'T']);
  const positions = graph.input('positions', 'int32', ['B', 'T']);
  const places = graph.input('places', 'int32', ['B']);
  const vectors = graph.input('vectors', 'float32', ['I', shape.width]);
  const context = contextInput(graph, shape, ['B', 1]);
  const windows = { vectors: gather(vectors, items), positions, places, context };
  return { state: encodeHistories(windows, shape, { onePlaceARow: true }) };
}

interface Windows {
  /** The vectors of the windows' items [B, T, D]. */
  readonly vectors: Tensor;
  readonly positions: Tensor;
  readonly places: Tensor;
  /** [B, T, X], or [B, 1, X] with one place a row; null: none is read. */
  readonly context: Tensor | null;
}

/** The states at `places` [P, D]. `onePlaceARow`: P is B, so only one position a row needs the last block. */
function encodeHistories(
  { vectors, positions, places, context }: Windows,
  shape: NetworkShape,
  { onePlaceARow = false } = {},
): Tensor {
  const { width, historyLength, blocks, heads, dropoutRate } = shape;
  const { graph } = vectors;
  const table = graph.parameter('position-vectors', [historyLength, width], {
    initializer: itemInitializer,
    decay: false,
  });
  const placed = add(mul(vectors, Math.sqrt(width)), gather(table, positions));
  const times = gapInputs(shape).map(([input, name]) => gapVectors(graph, width, input, name));
  const x = times.reduce((sum, vectors) => add(sum, vectors), placed);
  const encoder = { blocks, heads, innerWidth: 4 * width, dropoutRate };
  const added = context === null ? {} : { added: contextVectors(context, shape) };
  const states = onePlaceARow
    ? reshape(causalEncoder(x, 'encoder', encoder, { places, ...added }), ['B', width])
    : gather(reshape(causalEncoder(x, 'encoder', encoder, added), ['B*T', width]), places);
  return layerNorm(states, 'last-norm');
}

/** null: no context is read. */
function contextInput(graph: Graph, { contextWidth }: NetworkShape, places: readonly Dimension[]) {
  return contextWidth === undefined ? null : graph.input('context', 'float32', [...places, contextWidth]);
}

/** [.., X] -> [.., D]. Zeros at first, so that a base model without a context goes on unchanged. */
function contextVectors(context: Tensor, { width, contextWidth }: NetworkShape): Tensor {
  const projection = context.graph.parameter(parameterNames.contextProjection, [contextWidth!, width], {
    initializer: zeros,
  });
  return matMul(context, projection);
}

/** By input: the name of its table. */
function gapInputs({ gaps }: NetworkShape): readonly (readonly [string, string])[] {
  const between = ['gaps', 'gap-vectors'] as const;
  if (gaps === undefined) return [];
  return gaps === 'between' ? [between] : [between, ['waits', 'wait-vectors']];
}

/** [B, T, D]. Zeros at first, so that a base model without gaps goes on unchanged. */
function gapVectors(graph: Graph, width: number, input: string, name: string): Tensor {
  const gaps = graph.input(input, 'int32', ['B', 'T']);
  const table = graph.parameter(name, [GAP_BUCKETS, width], { initializer: zeros, decay: false });
  return gather(table, gaps);
}

interface ItemTable {
  /** The vectors of some items: int32 [..] -> [.., D]. */
  rows(ids: Tensor): Tensor;
  /** [K, D] */
  all(): Tensor;
}

function itemTable(graph: Graph, shape: TrainingShape, role: 'items' | 'outputs'): ItemTable {
  const { knownItems, width, negatives, ownDropout } = shape;
  const own = graph.parameter(parameterNames[role], [knownItems, width], {
    initializer: itemInitializer,
    decay: false,
    sparse: negatives > 0,
  });
  const parts = contentParts(graph, shape, role);
  if (parts.length === 0) return { rows: (ids) => gather(own, ids), all: () => own };
  let all: Tensor | undefined;
  const whole = () => {
    all ??= parts.reduce(
      (sum, { rows, projection }) => add(sum, matMul(rows, projection)),
      dropRows(own, ownDropout),
    );
    return all;
  };
  const some = (ids: Tensor) =>
    parts.reduce(
      (sum, { rows, projection }) => add(sum, matMul(gather(rows, ids), projection)),
      dropRows(gather(own, ids), ownDropout),
    );
  return { rows: (ids) => (negatives > 0 ? some(ids) : gather(whole(), ids)), all: whole };
}

/** The tables of content, which both roles share, and their projections. */
function contentParts(
  graph: Graph,
  { knownItems, width, texts, features }: TrainingShape,
  role: 'items' | 'outputs',
) {
  const part = (table: string, content: ContentVectors, projection: string, initializer: Initializer) => ({
    rows:
      graph.parameters.find(({ name }) => name === table) ??
      graph.parameter(table, [knownItems, content.width], {
        initializer: values(content.values),
        trainable: false,
      }),
    projection: graph.parameter(projection, [content.width, width], { initializer }),
  });
  const names = parameterNames;
  const [text, feature] =
    role === 'items'
      ? [names.projection, names.featureProjection]
      : [names.outputProjection, names.outputFeatureProjection];
  return [
    ...(texts === null ? [] : [part('texts', texts, text, xavierUniform)]),
    // Zeros: a column that no training item has adds nothing to an item without events.
    ...(features === null ? [] : [part('features', features, feature, zeros)]),
  ];
}
