/** Makes the inputs of the training graph (`recommender-graph.ts`) from windows. */
import type { Batch } from '../../../tensor/training/batch.ts';
import type { Window } from './windows.ts';

/**
 * `rows`: the table row of each event's item. Every position of a window has a target, the item after it.
 * Windows are padded at the end with row 0.
 *
 * T length of the longest window, P positions with a target.
 */
export function trainingBatch(rows: Uint32Array, windows: readonly Window[]): Batch {
  const T = windows.reduce((longest, { start, end }) => Math.max(longest, end - start), 0);
  const P = windows.reduce((sum, { start, end }) => sum + end - start, 0);
  const shape = [windows.length, T];
  const [items, positions] = [new Int32Array(windows.length * T), new Int32Array(windows.length * T)];
  const [places, targets] = [new Int32Array(P), new Int32Array(P)];
  let next = 0;
  for (const [row, { start, end }] of windows.entries()) {
    for (let at = start; at < end; at++) {
      const index = row * T + at - start;
      items[index] = rows[at]!;
      positions[index] = end - 1 - at;
      places[next] = index;
      targets[next++] = rows[at + 1]!;
    }
  }
  return {
    items: { values: items, shape },
    positions: { values: positions, shape },
    places: { values: places, shape: [P] },
    targets: { values: targets, shape: [P] },
  };
}
