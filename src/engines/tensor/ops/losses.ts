/** Loss functions. They have one value per example; `weightedMean` makes a scalar of them. */
import type { Tensor } from '../graph/graph.ts';
import { assertRank, assertType, differentiable, operate } from '../graph/operate.ts';
import { formatShape, ShapeError, sameShape } from '../graph/shape.ts';
import * as plain from '../plain/arithmetic.ts';
import { reduce } from '../plain/reduce.ts';
import { reshape } from '../plain/shape.ts';
import { add, div, maximum, mul, sub } from './arithmetic.ts';
import { softplus, square } from './elementwise.ts';
import { matMul } from './mat-mul.ts';
import { l2Normalize } from './normalize.ts';
import { logSumExp, mean, sum } from './reduce.ts';
import { concat, expandDimensions } from './shape.ts';

/**
 * Σ weights · x / Σ weights; the weights have the shape of x and are at least 0. The result is 0 if all
 * weights are 0. Without weights: the mean.
 */
export function weightedMean(x: Tensor, weights?: Tensor): Tensor {
  if (weights === undefined) return mean(x);
  if (!sameShape(x.shape, weights.shape))
    throw new ShapeError(`weightedMean: weights ${formatShape(weights.shape)} for ${formatShape(x.shape)}.`);
  return div(sum(mul(x, weights)), maximum(sum(weights), 1e-12));
}

/** (x - target)² */
export function squaredError(x: Tensor, target: Tensor): Tensor {
  return square(sub(x, target));
}

/**
 * Binary cross entropy of logits x: log(1 + e^x) - x · target, target in [0, 1]; slope sigmoid(x) - target.
 */
export function binaryCrossEntropy(logits: Tensor, targets: Tensor): Tensor {
  return sub(softplus(logits), mul(logits, targets));
}

/**
 * -log softmax(logits)[target]: logits [n, v], targets int32 or int64 [n] -> [n]. The softmax p is the only
 * large tensor that is kept for the gradient. The log-sum-exp follows from it as max(logits) - log max(p),
 * with the rounding error of one float.
 */
export function softmaxCrossEntropy(logits: Tensor, targets: Tensor): Tensor {
  assertRank('softmaxCrossEntropy', logits, 2);
  assertType('softmaxCrossEntropy', targets, 'int32', 'int64');
  if (!sameShape(targets.shape, logits.shape.slice(0, 1)))
    throw new ShapeError(
      `softmaxCrossEntropy: targets ${formatShape(targets.shape)} for ${formatShape(logits.shape)}; expected one a row.`,
    );
  const column = reshape(targets, [logits.shape[0]!, 1]);
  const p = operate('Softmax', [logits], logits, { axis: 1 });
  const largest = (x: Tensor) => reduce('ReduceMax', x, { axes: [1], keepDimensions: true }).y;
  const chosen = operate(
    'GatherElements',
    [logits, column],
    { type: 'float32', shape: column.shape },
    { axis: 1 },
  );
  const loss = plain.sub(plain.sub(largest(logits), plain.unary('Log', largest(p))), chosen);
  return differentiable(reshape(loss, targets.shape), [logits], (dy) => {
    const each = reshape(dy, column.shape);
    const scatter = [plain.mul(p, each), column, plain.neg(each)];
    return [operate('ScatterElements', scatter, logits, { axis: 1, reduction: 'add' })];
  });
}

/**
 * Softmax cross entropy over the positive and s negatives (Bengio, Senécal 2008; Yi et al. 2019). The
 * negatives are sampled from a distribution q and shared by the batch. log q is subtracted from each logit,
 * so that the expected gradient approximates that of the softmax over all items. A negative that is the
 * positive of a row is excluded from that row.
 *
 * hidden [n, d]; positives: rows [n, d], ids int32 [n], logQ [n]; negatives: rows [s, d], ids int32 [s], logQ
 * [s] -> [n]. q is the probability of one draw for positives and negatives alike. The number of draws would
 * shift all logits equally.
 */
export function sampledSoftmaxCrossEntropy(
  hidden: Tensor,
  positives: Candidates,
  negatives: Candidates,
): Tensor {
  const positive = sub(sum(mul(hidden, positives.rows), { axes: [-1] }), positives.logQ);
  const others = sub(matMul(hidden, negatives.rows, { transposeB: true }), negatives.logQ);
  const hit = plain.equal(expandDimensions(positives.ids, 1), expandDimensions(negatives.ids, 0));
  const logits = concat(
    [expandDimensions(positive, 1), add(others, plain.where(hit, -1e9, hit.graph.constant(0)))],
    1,
  );
  return sub(logSumExp(logits, { axes: [1] }), positive);
}

/** Vectors of items, their ids, and the log of their sampling probability. */
export interface Candidates {
  readonly rows: Tensor;
  readonly ids: Tensor;
  readonly logQ: Tensor;
}

/**
 * InfoNCE (van den Oord et al. 2018): row i of a and row i of b are a pair. The other rows of b are
 * negatives. The loss is -log softmax(cos(a_i, b_j) / temperature)[j = i]; a and b [n, d] -> [n]; temperature
 * > 0.
 */
export function infoNce(a: Tensor, b: Tensor, temperature: number): Tensor {
  if (!sameShape(a.shape, b.shape))
    throw new ShapeError(
      `infoNce: ${formatShape(a.shape)} and ${formatShape(b.shape)}; expected pairs of rows.`,
    );
  const [left, right] = [l2Normalize(a), l2Normalize(b)];
  const logits = mul(matMul(left, right, { transposeB: true }), 1 / temperature);
  const own = mul(sum(mul(left, right), { axes: [-1] }), 1 / temperature);
  return sub(logSumExp(logits, { axes: [1] }), own);
}
