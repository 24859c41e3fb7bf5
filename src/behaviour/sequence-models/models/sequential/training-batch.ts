/** Makes the inputs of the training graph (`recommender-graph.ts`) from windows. */
import type { Batch } from '../../../../engines/tensor/training/batch.ts';
import { type RejectionRows, rejectionInputs } from './rejection-rows.ts';
import { type GapMode, type Gaps, UNKNOWN_GAP } from './time-gaps.ts';
import { targetCount, type Window } from './windows.ts';

export interface WindowTimes {
  readonly mode: GapMode;
  readonly gaps: Gaps<Uint8Array>;
  /** By window: whether it is read as if its times were unknown. */
  readonly isLeftOut: readonly boolean[];
}

/** Columns that are learned of events beside their items. */
export interface EventExtras {
  /** By event. Absent: all targets count the same. */
  readonly weights?: Float32Array | undefined;
  /** null: there are none. */
  readonly rejections: RejectionRows | null;
}

const noExtras: EventExtras = { rejections: null };

/**
 * `rows`: the table row of each event's item. Every position of a window has a target, the item after it,
 * from the window's first target on. Windows are padded at the end with row 0. `times`: null if the network
 * reads no gaps.
 *
 * T length of the longest window, P positions with a target.
 */
export function trainingBatch(
  rows: Uint32Array,
  windows: readonly Window[],
  times: WindowTimes | null = null,
  { weights, rejections }: EventExtras = noExtras,
): Batch {
  const T = windows.reduce((longest, { start, end }) => Math.max(longest, end - start), 0);
  const P = windows.reduce((sum, window) => sum + targetCount(window), 0);
  const shape = [windows.length, T];
  const [items, positions] = [new Int32Array(windows.length * T), new Int32Array(windows.length * T)];
  const [places, targets] = [new Int32Array(P), new Int32Array(P)];
  const counted = weights && new Float32Array(P);
  let next = 0;
  for (const [row, { start, end, firstTarget = start }] of windows.entries()) {
    for (let at = start; at < end; at++) {
      const index = row * T + at - start;
      items[index] = rows[at]!;
      positions[index] = end - 1 - at;
      if (at + 1 < firstTarget) continue;
      places[next] = index;
      if (counted !== undefined) counted[next] = weights![at + 1]!;
      targets[next++] = rows[at + 1]!;
    }
  }
  return {
    ...(times === null ? {} : windowGaps(windows, T, times)),
    items: { values: items, shape },
    positions: { values: positions, shape },
    places: { values: places, shape: [P] },
    targets: { values: targets, shape: [P] },
    ...(counted && { weights: { values: counted, shape: [P] } }),
    ...(rejections && rejectionInputs(rejections, windows, T)),
  };
}

/** `gaps` and, up to now, `waits`; row-major [windows × T]. */
function windowGaps(windows: readonly Window[], T: number, { mode, gaps, isLeftOut }: WindowTimes): Batch {
  const shape = [windows.length, T];
  const taken = (buckets: Uint8Array) => {
    const values = new Int32Array(windows.length * T).fill(UNKNOWN_GAP);
    for (const [row, { start, end }] of windows.entries())
      if (!isLeftOut[row]) values.set(buckets.subarray(start, end), row * T);
    return values;
  };
  const before = taken(gaps.before);
  for (const row of windows.keys()) before[row * T] = UNKNOWN_GAP;
  return {
    gaps: { values: before, shape },
    ...(mode === 'until_now' && { waits: { values: taken(gaps.after), shape } }),
  };
}
