/**
 * The cells of the grid along a Hilbert curve through each of the two squares of the globe. Near cells are
 * mostly near on it. The cells within a coarser cell follow one another, so a cell of any level is one
 * interval.
 */
import type { Point } from '../../candidate-search.ts';
import { type Cell, cellAt, FINEST } from '../documents/cells.ts';

/** Positions are whole numbers from 0, below this one. */
export const POSITIONS = 2 * 4 ** FINEST;

export function positionOf(point: Point): number {
  return orderOf(cellAt(FINEST, point));
}

/** The positions of all points of the cell; `to` is not one of them. */
export function positionsOf(cell: Cell): { readonly from: number; readonly to: number } {
  const within = 4 ** (FINEST - cell.level);
  const order = orderOf(cell);
  return { from: order * within, to: (order + 1) * within };
}

function orderOf({ level, row, column }: Cell): number {
  const square = column >>> level;
  return square * 4 ** level + alongCurve(level, column - square * 2 ** level, row);
}

/** The Hilbert curve over 2^level × 2^level: the known algorithm, from the highest bit down. */
function alongCurve(level: number, column: number, row: number): number {
  let [x, y, along] = [column, row, 0];
  for (let bit = level - 1; bit >= 0; bit--) {
    const [right, up] = [(x >> bit) & 1, (y >> bit) & 1];
    along = along * 4 + ((3 * right) ^ up);
    if (up === 1) continue;
    if (right === 1) [x, y] = [~x, ~y];
    [x, y] = [y, x];
  }
  return along;
}
