/** Reductions without a gradient; see `arithmetic.ts`. */
import type { Tensor } from '../graph/graph.ts';
import { assertType, operate } from '../graph/operate.ts';
import {
  axisOf,
  formatShape,
  multiplyDimensions,
  type Shape,
  ShapeError,
  sameShape,
} from '../graph/shape.ts';
import { cast } from './arithmetic.ts';
import { reshape } from './shape.ts';

export interface ReduceOptions {
  /** The axes to reduce; default: all. */
  readonly axes?: readonly number[];
  /** Whether the reduced axes remain, with size 1. Default false. */
  readonly keepDimensions?: boolean;
}

export interface Reduced {
  readonly y: Tensor;
  /** The shape of x with 1 for every reduced axis. */
  readonly keptShape: Shape;
  readonly axes: readonly number[];
}

export function reduce(opType: string, x: Tensor, options: ReduceOptions): Reduced {
  assertType(opType, x, 'float32');
  const axes = axesOf(opType, x, options.axes);
  const keptShape = x.shape.map((dimension, axis) => (axes.includes(axis) ? 1 : dimension));
  const shape = options.keepDimensions ? keptShape : x.shape.filter((_, axis) => !axes.includes(axis));
  const inputs = [x, x.graph.constant([...axes], 'int64')];
  const y = operate(opType, inputs, { type: x.type, shape }, { keepdims: options.keepDimensions ? 1 : 0 });
  return { y, keptShape, axes };
}

function axesOf(opType: string, { shape }: Tensor, given?: readonly number[]): readonly number[] {
  const axes = given?.map((axis) => axisOf(opType, axis, shape.length)) ?? [...shape.keys()];
  if (new Set(axes).size === axes.length) return axes;
  throw new ShapeError(`${opType}: axes ${formatShape(axes)} name one axis of ${formatShape(shape)} twice.`);
}

/** The sum over axes, which remain with size 1. */
export function sumKept(x: Tensor, axes: readonly number[]): Tensor {
  return reduce('ReduceSum', x, { axes, keepDimensions: true }).y;
}

/** The reverse of broadcasting: the gradient of an operand of `shape`, from the gradient of the result. */
export function reduceToShape(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  const added = x.shape.length - shape.length;
  const axes = [...x.shape.keys()].filter((axis) => {
    return axis < added || (shape[axis - added] === 1 && x.shape[axis] !== 1);
  });
  return reshape(axes.length === 0 ? x : sumKept(x, axes), shape);
}

/** The product of dimensions of x: a number, or a float32 scalar if they have symbols. */
export function countOf(x: Tensor, dimensions: Shape): Tensor | number {
  const count = multiplyDimensions(dimensions);
  return typeof count === 'number' ? count : reshape(cast(x.graph.sizeOf(count), 'float32'), []);
}
