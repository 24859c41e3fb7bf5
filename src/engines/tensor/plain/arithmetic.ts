/**
 * Operators without a gradient. An op of `ops/` is one of these with its gradient, and gradients consist of
 * these. Gradients made of ops would make the ops depend on one another.
 */
import { type ElementType, onnxTypeCode } from '../graph/element-type.ts';
import type { Tensor } from '../graph/graph.ts';
import { assertType, asTensors, type Operand, operate } from '../graph/operate.ts';
import { broadcastShapes } from '../graph/shape.ts';

/** An operator of two operands of one type, which broadcast. `type`: of the result; default: theirs. */
export function binary(opType: string, left: Operand, right: Operand, type?: ElementType): Tensor {
  const [a, b] = asTensors(opType, [left, right]) as [Tensor, Tensor];
  if (a.type !== b.type) throw new TypeError(`${opType}: ${a.type} beside ${b.type}; cast one of them.`);
  return operate(opType, [a, b], { type: type ?? a.type, shape: broadcastShapes(opType, a.shape, b.shape) });
}

export const add = (a: Operand, b: Operand): Tensor => binary('Add', a, b);
export const sub = (a: Operand, b: Operand): Tensor => binary('Sub', a, b);
export const mul = (a: Operand, b: Operand): Tensor => binary('Mul', a, b);
export const div = (a: Operand, b: Operand): Tensor => binary('Div', a, b);

/** An element-wise operator of one float32 operand; `extra`: its further inputs. */
export function unary(opType: string, x: Tensor, extra: readonly Tensor[] = []): Tensor {
  assertType(opType, x, 'float32');
  return operate(opType, [x, ...extra], { type: x.type, shape: x.shape });
}

export const neg = (x: Tensor): Tensor => unary('Neg', x);
export const exp = (x: Tensor): Tensor => unary('Exp', x);
export const sigmoid = (x: Tensor): Tensor => unary('Sigmoid', x);

export const equal = (a: Operand, b: Operand): Tensor => binary('Equal', a, b, 'bool');
export const greater = (a: Operand, b: Operand): Tensor => binary('Greater', a, b, 'bool');

/** `whenTrue` where the condition holds, else `whenFalse`; shapes broadcast. */
export function where(condition: Tensor, whenTrue: Operand, whenFalse: Operand): Tensor {
  assertType('where', condition, 'bool');
  const [a, b] = asTensors('where', [whenTrue, whenFalse]) as [Tensor, Tensor];
  if (a.type !== b.type) throw new TypeError(`where: ${a.type} beside ${b.type}; cast one of them.`);
  const shape = broadcastShapes('where', condition.shape, broadcastShapes('where', a.shape, b.shape));
  return operate('Where', [condition, a, b], { type: a.type, shape });
}

/** Converts the elements; true becomes 1. */
export function cast(x: Tensor, type: ElementType): Tensor {
  if (x.type === type) return x;
  return operate('Cast', [x], { type, shape: x.shape }, { to: onnxTypeCode[type] });
}
