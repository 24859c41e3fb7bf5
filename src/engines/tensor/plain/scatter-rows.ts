/**
 * Sums rows at indices by one flat ScatterElements. ScatterND is faster but loses additions at equal indices
 * (docs/design/decisions/tensor.md).
 */
import type { Tensor } from '../graph/graph.ts';
import { operate } from '../graph/operate.ts';
import { type Dimension, multiplyDimensions } from '../graph/shape.ts';
import { add, cast, mul } from './arithmetic.ts';
import { filled, reshape } from './shape.ts';

/** Adds rows [n, d] at indices [n] to zeros [count, d]. d is a number. See `ops/gather.ts`. */
export function scatterRows(indices: Tensor, rows: Tensor, count: Dimension): Tensor {
  const [n, width] = rows.shape as [Dimension, number];
  const size = [multiplyDimensions([count, width])];
  const columns = rows.graph.constant([...Array(width).keys()], 'int64', [1, width]);
  const positions = add(reshape(mul(cast(indices, 'int64'), width), [n, 1]), columns);
  const flat = [multiplyDimensions(rows.shape)];
  const inputs = [filled(rows, 0, size), reshape(positions, flat), reshape(rows, flat)];
  const sums = operate(
    'ScatterElements',
    inputs,
    { type: 'float32', shape: size },
    { axis: 0, reduction: 'add' },
  );
  return reshape(sums, [count, width]);
}
