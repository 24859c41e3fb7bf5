/** Comparisons, logic, selection and type conversion. Conditions and indices have no gradient. */
import type { Tensor } from '../graph/graph.ts';
import { assertType, asTensors, differentiable, type Operand, operate } from '../graph/operate.ts';
import { axisOf } from '../graph/shape.ts';
import * as plain from '../plain/arithmetic.ts';
import { reduceToShape } from '../plain/reduce.ts';

export { cast, equal, greater } from '../plain/arithmetic.ts';

export const and = (a: Tensor, b: Tensor): Tensor => plain.binary('And', a, b, 'bool');
export const or = (a: Tensor, b: Tensor): Tensor => plain.binary('Or', a, b, 'bool');

export function not(x: Tensor): Tensor {
  assertType('not', x, 'bool');
  return operate('Not', [x], x);
}

/** `whenTrue` where the condition holds, else `whenFalse`; shapes broadcast. */
export function where(condition: Tensor, whenTrue: Operand, whenFalse: Operand): Tensor {
  const [a, b] = asTensors('where', [whenTrue, whenFalse]) as [Tensor, Tensor];
  return differentiable(plain.where(condition, a, b), [a, b], (dy) => [
    reduceToShape(plain.where(condition, dy, 0), a.shape),
    reduceToShape(plain.where(condition, 0, dy), b.shape),
  ]);
}

/** The index of the maximum along an axis, int64; the first of equal maxima. */
export function argMax(x: Tensor, axis = -1): Tensor {
  const at = axisOf('argMax', axis, x.shape.length);
  return operate(
    'ArgMax',
    [x],
    { type: 'int64', shape: x.shape.toSpliced(at, 1) },
    { axis: at, keepdims: 0 },
  );
}

/** The k largest values along the last axis, largest first, and their indices (int64). No gradient. */
export function topK(x: Tensor, k: number): { readonly values: Tensor; readonly indices: Tensor } {
  const shape = x.shape.with(-1, k);
  const outputs = [
    { type: x.type, shape },
    { type: 'int64', shape },
  ] as const;
  const [values, indices] = x.graph.operator('TopK', [x, x.graph.constant([k], 'int64')], outputs);
  return { values: values!, indices: indices! };
}
