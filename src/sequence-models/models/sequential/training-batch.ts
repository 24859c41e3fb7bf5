/** Windows as the training graph takes them. */
import type { Batch } from '../../../tensor/training/batch.ts';
import type { Window } from './windows.ts';

/**
 * `rows`: items of the histories as rows of the tables. Every place of a window has a target, the item behind
 * it; padding stands behind with item 0.
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
      const place = row * T + at - start;
      items[place] = rows[at]!;
      positions[place] = end - 1 - at;
      places[next] = place;
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
