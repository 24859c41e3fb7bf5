/**
 * Gathering and scattering by indices, which are int32 or int64: rows of embedding tables, or an element of
 * each row.
 */
import type { Tensor } from '../graph/graph.ts';
import { assertRank, assertType, differentiable, operate } from '../graph/operate.ts';
import { formatShape, multiplyDimensions, ShapeError } from '../graph/shape.ts';
import { scatterRows } from '../plain/scatter-rows.ts';
import { filled, reshape } from '../plain/shape.ts';

/**
 * The rows of a table [n, …] at indices [i, j, …] -> [i, j, …, …]. An embedding look-up, or the selection of
 * the valid positions of a padded batch. The gradient adds up rows with equal indices.
 */
export function gather(table: Tensor, indices: Tensor): Tensor {
  assertType('gather', indices, 'int32', 'int64');
  const rest = table.shape.slice(1);
  const y = operate(
    'Gather',
    [table, indices],
    { type: table.type, shape: [...indices.shape, ...rest] },
    { axis: 0 },
  );
  return differentiable(y, [table], (dy) => {
    const flat = reshape(indices, [multiplyDimensions(indices.shape)]);
    const values = reshape(dy, [multiplyDimensions(indices.shape), multiplyDimensions(rest)]);
    if (isSparse(table)) return [{ indices: flat, values }];
    return [reshape(scatterRows(flat, values, table.shape[0]!), table.shape)];
  });
}

function isSparse({ source }: Tensor): boolean {
  return source.kind === 'parameter' && source.parameter.sparse;
}

/** Adds rows [n, d] at indices [n] to zeros [count, d]. The gradient has the rows of dy at the indices. */
export function scatterAdd(indices: Tensor, rows: Tensor, count: number | string): Tensor {
  assertType('scatterAdd', indices, 'int32', 'int64');
  assertRank('scatterAdd', rows, 2);
  const y = scatterRows(indices, rows, count);
  return differentiable(y, [rows], (dy) => [operate('Gather', [dy, indices], rows, { axis: 0 })]);
}

/** One element of each row: x [n, m] at indices [n] -> [n]. */
export function pick(x: Tensor, indices: Tensor): Tensor {
  assertRank('pick', x, 2);
  if (indices.shape.length !== 1 || indices.shape[0] !== x.shape[0])
    throw new ShapeError(
      `pick: indices ${formatShape(indices.shape)} of ${formatShape(x.shape)}; expected one a row.`,
    );
  const column = reshape(indices, [x.shape[0]!, 1]);
  const picked = operate('GatherElements', [x, column], { type: x.type, shape: column.shape }, { axis: 1 });
  return differentiable(reshape(picked, indices.shape), [x], (dy) => {
    const updates = [filled(x, 0, x.shape), column, reshape(dy, column.shape)];
    return [operate('ScatterElements', updates, x, { axis: 1 })];
  });
}
