/**
 * Multi-head attention (Vaswani et al. 2017). A mask is added to the scores: 0 where a query may attend,
 * MASKED where not. All blocks of a graph can share one mask. For sequences padded at the end the causal mask
 * suffices: no valid position attends to the padding.
 *
 * b batch, t queries, s keys, d width.
 */
import type { Graph, Tensor } from '../graph/graph.ts';
import { assertRank, assertType, operate } from '../graph/operate.ts';
import { type Dimension, formatShape, ShapeError } from '../graph/shape.ts';
import * as plain from '../plain/arithmetic.ts';
import * as move from '../plain/shape.ts';
import { add, mul } from './arithmetic.ts';
import { dropout } from './dropout.ts';
import { matMul } from './mat-mul.ts';
import { softmax } from './normalize.ts';
import { reshape, transpose } from './shape.ts';

/**
 * Far below every score, and finite: a query whose keys are all masked attends to all of them equally instead
 * of becoming NaN.
 */
const MASKED = -1e9;

/** The mask [t, t] with which position i attends to positions 0 … i. `length`: t. */
export function causalMask(graph: Graph, length: Dimension): Tensor {
  const positions = range(graph, length);
  const later = plain.greater(move.reshape(positions, [1, length]), move.reshape(positions, [length, 1]));
  return plain.where(later, MASKED, graph.constant(0));
}

/**
 * The mask [b, 1, 1, t] with which one position of each row attends to itself and to earlier positions.
 * `places`: the indices of these positions in the flat b*t, int32 [b].
 */
export function causalMaskAt(places: Tensor, length: Dimension): Tensor {
  const { graph } = places;
  const rows = places.shape[0]!;
  const size = plain.cast(move.reshape(graph.sizeOf(length), []), 'int32');
  const own = plain.sub(places, plain.mul(range(graph, rows), size));
  const keys = move.reshape(range(graph, length), [1, 1, 1, length]);
  const later = plain.greater(keys, move.reshape(own, [rows, 1, 1, 1]));
  return plain.where(later, MASKED, graph.constant(0));
}

/** 0, 1, … length - 1 as int32 [length]. */
export function range(graph: Graph, length: Dimension): Tensor {
  const end = move.reshape(graph.sizeOf(length), []);
  const [zero, one] = [graph.constant(0, 'int64'), graph.constant(1, 'int64')];
  return plain.cast(operate('Range', [zero, end, one], { type: 'int64', shape: [length] }), 'int32');
}

/** The mask [b, 1, 1, s] from bool [b, s], which is true for a valid key. */
export function keyMask(isValid: Tensor): Tensor {
  assertType('keyMask', isValid, 'bool');
  assertRank('keyMask', isValid, 2);
  const [batch, length] = isValid.shape as [Dimension, Dimension];
  return move.reshape(plain.where(isValid, 0, isValid.graph.constant(MASKED)), [batch, 1, 1, length]);
}

export interface AttentionOptions {
  readonly heads: number;
  /** Added to the scores; broadcasts to [b, heads, t, s]. Default: every query attends to every key. */
  readonly mask?: Tensor;
  /** Dropout of the attention weights, 0..1. Default 0. */
  readonly dropoutRate?: number;
}

/**
 * softmax(q kᵀ / √(d / heads) + mask) v for each head, which has its part of d. q [b, t, d], k and v [b, s,
 * d] -> [b, t, d]. Throws a ShapeError if d is no multiple of the number of heads.
 */
export function attention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  { heads, mask, dropoutRate = 0 }: AttentionOptions,
): Tensor {
  for (const tensor of [q, k, v]) assertRank('attention', tensor, 3);
  const width = q.shape[2];
  if (typeof width !== 'number' || width % heads !== 0)
    throw new ShapeError(
      `attention: ${heads} heads of ${formatShape(q.shape)}; the last axis must be a multiple.`,
    );
  const scaled = mul(q, 1 / Math.sqrt(width / heads));
  const scores = matMul(splitHeads(scaled, heads), splitHeads(k, heads), { transposeB: true });
  const weights = dropout(softmax(mask === undefined ? scores : add(scores, mask)), dropoutRate);
  return reshape(transpose(matMul(weights, splitHeads(v, heads)), [0, 2, 1, 3]), [
    ...q.shape.slice(0, 2),
    width,
  ]);
}

/** [b, t, d] -> [b, heads, t, d / heads] */
function splitHeads(x: Tensor, heads: number): Tensor {
  const [batch, length, width] = x.shape as [Dimension, Dimension, number];
  return transpose(reshape(x, [batch, length, heads, width / heads]), [0, 2, 1, 3]);
}
