/** Comparisons, choice, and changes of type. No gradient flows through a condition. */
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

/** a where the condition holds, else b; shapes broadcast. */
export function where(condition: Tensor, whenTrue: Operand, whenFalse: Operand): Tensor {
  const [a, b] = asTensors('where', [whenTrue, whenFalse]) as [Tensor, Tensor];
  return differentiable(plain.where(condition, a, b), [a, b], (dy) => [
    reduceToShape(plain.where(condition, dy, 0), a.shape),
    reduceToShape(plain.where(condition, 0, dy), b.shape),
  ]);
}

/** Where the largest lies along an axis, as int64; the first of equals. */
export function argMax(x: Tensor, axis = -1): Tensor {
  const at = axisOf('argMax', axis, x.shape.length);
  return operate(
    'ArgMax',
    [x],
    { type: 'int64', shape: x.shape.toSpliced(at, 1) },
    { axis: at, keepdims: 0 },
  );
}

/** The k largest along the last axis, largest first, and where they lie (int64). */
export function topK(x: Tensor, k: number): { readonly values: Tensor; readonly indices: Tensor } {
  const shape = x.shape.with(-1, k);
  const outputs = [
    { type: x.type, shape },
    { type: 'int64', shape },
  ] as const;
  const [values, indices] = x.graph.operator('TopK', [x, x.graph.constant([k], 'int64')], outputs);
  return { values: values!, indices: indices! };
}
