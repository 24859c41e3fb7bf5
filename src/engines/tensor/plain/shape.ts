/** Operators that rearrange elements, without a gradient; see `arithmetic.ts`. */
import type { Graph, Tensor } from '../graph/graph.ts';
import { operate } from '../graph/operate.ts';
import {
  axisOf,
  broadcastShapes,
  formatShape,
  multiplyDimensions,
  type Shape,
  ShapeError,
  sameShape,
} from '../graph/shape.ts';

export function reshape(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  const [had, wanted] = [multiplyDimensions(x.shape), multiplyDimensions(shape)];
  if (had !== wanted)
    throw new ShapeError(
      `reshape: ${formatShape(x.shape)} has ${had} elements, ${formatShape(shape)} has ${wanted}; they must be equal.`,
    );
  return operate('Reshape', [x, shapeVector(x.graph, shape, { inferOne: true })], { type: x.type, shape });
}

export function transpose(x: Tensor, order: readonly number[]): Tensor {
  if (order.length !== x.shape.length || new Set(order).size !== order.length)
    throw new ShapeError(
      `transpose: [${order.join(', ')}] is no order of the axes of ${formatShape(x.shape)}.`,
    );
  const shape = order.map((axis) => x.shape[axisOf('transpose', axis, x.shape.length)]!);
  if (order.every((axis, position) => axis === position)) return x;
  return operate('Transpose', [x], { type: x.type, shape }, { perm: order });
}

/** Exchanges the last two axes. */
export function transposeLast(x: Tensor): Tensor {
  const last = x.shape.length - 1;
  return transpose(x, [...x.shape.keys()].with(last, last - 1).with(last - 1, last));
}

export function broadcastTo(x: Tensor, shape: Shape): Tensor {
  if (sameShape(x.shape, shape)) return x;
  if (!sameShape(broadcastShapes('broadcastTo', x.shape, shape), shape))
    throw new ShapeError(`broadcastTo: ${formatShape(x.shape)} does not become ${formatShape(shape)}.`);
  return operate('Expand', [x, shapeVector(x.graph, shape)], { type: x.type, shape });
}

/** Adds `before` and `after` zeros along one axis; `shape`: that of the result. */
export function pad(x: Tensor, axis: number, before: number, after: number, shape: Shape): Tensor {
  const pads = [before, after].flatMap((count) => shape.map((_, other) => (other === axis ? count : 0)));
  const inputs = [x, x.graph.constant(pads, 'int64'), x.graph.constant(0, x.type)];
  return operate('Pad', inputs, { type: x.type, shape });
}

export function concat(parts: readonly Tensor[], axis: number, shape: Shape): Tensor {
  return parts.length === 1 ? parts[0]! : operate('Concat', parts, { type: parts[0]!.type, shape }, { axis });
}

export function split(x: Tensor, sizes: Shape, axis: number): readonly Tensor[] {
  const outputs = sizes.map((size) => ({ type: x.type, shape: x.shape.with(axis, size) }));
  return x.graph.operator('Split', [x, shapeVector(x.graph, sizes)], outputs, { axis });
}

/** A float32 tensor of this shape with one value, in the graph of x. */
export function filled(x: Tensor, value: number, shape: Shape): Tensor {
  return broadcastTo(
    x.graph.constant(
      [value],
      'float32',
      shape.map(() => 1),
    ),
    shape,
  );
}

/**
 * A shape as an int64 vector, for operators that read one. `inferOne`: the operator infers one dimension from
 * -1, so a single symbol need not be computed.
 */
function shapeVector(graph: Graph, shape: Shape, { inferOne = false } = {}): Tensor {
  const symbols = shape.filter((dimension) => typeof dimension === 'string').length;
  const fixed = symbols === 0 || (inferOne && symbols === 1 && !shape.includes(0));
  if (fixed)
    return graph.constant(
      shape.map((dimension) => (typeof dimension === 'string' ? -1 : dimension)),
      'int64',
    );
  const sizes = shape.map((dimension) => graph.sizeOf(dimension));
  return graph.operator('Concat', sizes, [{ type: 'int64', shape: [shape.length] }], { axis: 0 })[0]!;
}
