/** Element-wise arithmetic of two operands. Shapes broadcast by NumPy's rule; a number is a scalar. */
import type { Tensor } from '../graph/graph.ts';
import { asTensors, differentiable, type Operand } from '../graph/operate.ts';
import * as plain from '../plain/arithmetic.ts';
import { reduceToShape } from '../plain/reduce.ts';

type Backward = (dy: Tensor, a: Tensor, b: Tensor, y: Tensor) => readonly [Tensor, Tensor];

function binary(opType: string, left: Operand, right: Operand, backward: Backward): Tensor {
  const [a, b] = asTensors(opType, [left, right]) as [Tensor, Tensor];
  const y = plain.binary(opType, a, b);
  if (y.type !== 'float32') return y;
  return differentiable(y, [a, b], (dy) => {
    const [da, db] = backward(dy, a, b, y);
    return [reduceToShape(da, a.shape), reduceToShape(db, b.shape)];
  });
}

export const add = (a: Operand, b: Operand): Tensor => binary('Add', a, b, (dy) => [dy, dy]);

export const sub = (a: Operand, b: Operand): Tensor => binary('Sub', a, b, (dy) => [dy, plain.neg(dy)]);

export const mul = (a: Operand, b: Operand): Tensor =>
  binary('Mul', a, b, (dy, left, right) => [plain.mul(dy, right), plain.mul(dy, left)]);

export const div = (a: Operand, b: Operand): Tensor =>
  binary('Div', a, b, (dy, _, right, y) => {
    const da = plain.div(dy, right);
    return [da, plain.neg(plain.mul(da, y))];
  });

/** max(a, b); if they are equal, the gradient goes to b. */
export const maximum = (a: Operand, b: Operand): Tensor =>
  binary('Max', a, b, (dy, left, right) => routed(dy, plain.greater(left, right)));

/** min(a, b); if they are equal, the gradient goes to b. */
export const minimum = (a: Operand, b: Operand): Tensor =>
  binary('Min', a, b, (dy, left, right) => routed(dy, plain.greater(right, left)));

function routed(dy: Tensor, toFirst: Tensor): readonly [Tensor, Tensor] {
  return [plain.where(toFirst, dy, 0), plain.where(toFirst, 0, dy)];
}

/** Σ weights[i] · tensors[i], such as the terms of a loss. Throws an Error if the lengths differ or are 0. */
export function weightedSum(tensors: readonly Tensor[], weights: readonly number[]): Tensor {
  if (tensors.length === 0 || tensors.length !== weights.length)
    throw new Error(
      `weightedSum: ${tensors.length} tensors and ${weights.length} weights; expected one for each.`,
    );
  return tensors.map((tensor, position) => mul(tensor, weights[position]!)).reduce(add);
}
