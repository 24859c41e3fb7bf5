import type { Graph, Tensor } from '../graph/graph.ts';
import type { Shape } from '../graph/shape.ts';

/**
 * A shape as an int64 vector, for operators that read one. `inferOne`: the operator infers one dimension from
 * -1, so a single symbol need not be computed.
 */
export function shapeVector(graph: Graph, shape: Shape, { inferOne = false } = {}): Tensor {
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
