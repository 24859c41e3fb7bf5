/** Ops that rearrange elements without changing them. Throw a ShapeError if shapes do not fit. */
import type { Tensor } from '../graph/graph.ts';
import { differentiable, operate } from '../graph/operate.ts';
import { axisOf, formatShape, type Shape, ShapeError, sameShape, sumDimensions } from '../graph/shape.ts';
import { reduceToShape } from '../plain/reduce.ts';
import * as plain from '../plain/shape.ts';

/** The same elements in another shape of the same size, such as [B*T, d] for [B, T, d]. */
export function reshape(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  return differentiable(plain.reshape(x, shape), [x], (dy) => [plain.reshape(dy, x.shape)]);
}

/** Permutes the axes: axis i of the result is axis `order[i]` of x. Default: reversed order. */
export function transpose(x: Tensor, order: readonly number[] = [...x.shape.keys()].reverse()): Tensor {
  const y = plain.transpose(x, order);
  if (y === x) return x;
  const back = order.map((_, axis) => order.indexOf(axis));
  return differentiable(y, [x], (dy) => [plain.transpose(dy, back)]);
}

/** Adds an axis of size 1. */
export function expandDimensions(x: Tensor, axis: number): Tensor {
  const at = axisOf('expandDimensions', axis, x.shape.length + 1);
  return reshape(x, x.shape.toSpliced(at, 0, 1));
}

/** Removes an axis of size 1. */
export function squeeze(x: Tensor, axis: number): Tensor {
  const at = axisOf('squeeze', axis, x.shape.length);
  if (x.shape[at] !== 1) throw new ShapeError(`squeeze: axis ${axis} of ${formatShape(x.shape)} is not 1.`);
  return reshape(x, x.shape.toSpliced(at, 1));
}

/** Repeats along axes of size 1 until the shape is reached. */
export function broadcastTo(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  return differentiable(plain.broadcastTo(x, shape), [x], (dy) => [reduceToShape(dy, x.shape)]);
}

/** Concatenates along an axis; all other dimensions must be equal. */
export function concat(parts: readonly Tensor[], axis: number): Tensor {
  const [first] = parts;
  if (first === undefined) throw new ShapeError('concat: nothing was given; expected at least one tensor.');
  const at = axisOf('concat', axis, first.shape.length);
  for (const part of parts) {
    if (!sameShape(part.shape.toSpliced(at, 1), first.shape.toSpliced(at, 1)) || part.type !== first.type)
      throw new ShapeError(
        `concat: ${part.type} ${formatShape(part.shape)} beside ${first.type} ${formatShape(first.shape)}; ` +
          `they may differ in axis ${axis} alone.`,
      );
  }
  if (parts.length === 1) return first;
  const sizes = parts.map((part) => part.shape[at]!);
  const y = plain.concat(parts, at, first.shape.with(at, sumDimensions(sizes)));
  return differentiable(y, parts, (dy) => plain.split(dy, sizes, at));
}

/** Splits an axis into parts of these sizes. */
export function split(x: Tensor, sizes: Shape, axis: number): readonly Tensor[] {
  const at = axisOf('split', axis, x.shape.length);
  if (sumDimensions(sizes) !== x.shape[at])
    throw new ShapeError(
      `split: sizes ${formatShape(sizes)} do not make up axis ${axis} of ${formatShape(x.shape)}.`,
    );
  const parts = plain.split(x, sizes, at);
  for (const [position, part] of parts.entries()) {
    differentiable(part, [x], (dy) => {
      const around = sizes.map((size, other) =>
        other === position ? dy : plain.filled(x, 0, x.shape.with(at, size)),
      );
      return [plain.concat(around, at, x.shape)];
    });
  }
  return parts;
}

export interface SliceRange {
  readonly axis: number;
  readonly start?: number;
  /** The first position after the slice; a negative one counts from the end. Default: the end. */
  readonly end?: number;
}

/**
 * The elements of one axis from `start` up to, not including, `end`. If the axis's size is a symbol, `end`
 * must be omitted or negative, so that the shape is known. For example, [B, T] without the last column is [B,
 * (T-1)].
 */
export function slice(x: Tensor, { axis, start = 0, end }: SliceRange): Tensor {
  const at = axisOf('slice', axis, x.shape.length);
  const size = x.shape[at]!;
  const after = end === undefined ? 0 : end < 0 ? -end : typeof size === 'number' ? size - end : Number.NaN;
  const left = sumDimensions([size, -start - after]);
  if (!(start >= 0 && after >= 0) || (typeof left === 'number' && left < 0))
    throw new ShapeError(
      `slice: ${start} to ${end} of axis ${axis} of ${formatShape(x.shape)} is no known part of it.`,
    );
  const bounds = [start, end ?? Number.MAX_SAFE_INTEGER, at].map((value) =>
    x.graph.constant([value], 'int64'),
  );
  const y = operate('Slice', [x, ...bounds], { type: x.type, shape: x.shape.with(at, left) });
  return differentiable(y, [x], (dy) => [plain.pad(dy, at, start, after, x.shape)]);
}
