/**
 * The rejections of a training step: states of people, and the items that they turned down then. The loss
 * pushes such an item below a random one (`recommender-graph.ts`).
 *
 * The state is that before the person's first event with the item, where it was offered, or else that after the
 * last event before the rejection. R rejections.
 */
import type { Batch } from '../../../../engines/tensor/training/batch.ts';
import type { Histories } from '../../histories/histories.ts';
import { NO_ROW } from './learned-items.ts';
import type { Window } from './windows.ts';

/** The limit a step: each has scores of all items. */
const MAX_A_STEP = 128;

export interface RejectionRows {
  /** Positions of the last events that a state reads, ascending [R]. */
  readonly positions: Uint32Array;
  /** Rows of the tables [R]. */
  readonly rows: Uint32Array;
  /** Above 0 [R]. */
  readonly weights: Float32Array;
}

/** `rowOf`: by item. Rejections of items without a row, and of people without an earlier event, are left out. */
export function rejectionRows(histories: Histories, rowOf: Uint32Array): RejectionRows | null {
  const { rejections, offsets } = histories;
  if (rejections === undefined) return null;
  const found: { readonly at: number; readonly row: number; readonly weight: number }[] = [];
  for (let person = 0; person + 1 < offsets.length; person++) {
    for (let which = rejections.offsets[person]!; which < rejections.offsets[person + 1]!; which++) {
      const at = stateOf(histories, person, rejections.items[which]!, rejections.timestampsMs[which]!);
      const row = rowOf[rejections.items[which]!]!;
      if (at !== null && row !== NO_ROW) found.push({ at, row, weight: rejections.weights[which]! });
    }
  }
  if (found.length === 0) return null;
  found.sort((a, b) => a.at - b.at);
  return {
    positions: Uint32Array.from(found, ({ at }) => at),
    rows: Uint32Array.from(found, ({ row }) => row),
    weights: Float32Array.from(found, ({ weight }) => weight),
  };
}

function stateOf(
  { offsets, items, timestampsMs }: Histories,
  person: number,
  item: number,
  rejectedMs: number,
): number | null {
  const [start, end] = [offsets[person]!, offsets[person + 1]!];
  const first = items.subarray(start, end).indexOf(item);
  if (first >= 0) return first > 0 ? start + first - 1 : null;
  let at = end - 1;
  while (at >= start && timestampsMs[at]! > rejectedMs) at--;
  return at >= start ? at : null;
}

export interface StepRejections {
  /** The index of each state in the flat B*T. */
  readonly places: readonly number[];
  readonly rows: readonly number[];
  readonly weights: readonly number[];
}

/** The rejections of a step, which may be none. `placeOf`: where the state after an event of a window stands. */
export function rejectionsIn(
  { positions, rows, weights }: RejectionRows,
  windows: readonly Window[],
  placeOf: (row: number, window: Window, position: number) => number,
): StepRejections {
  const found = { places: [] as number[], rows: [] as number[], weights: [] as number[] };
  for (const [row, window] of windows.entries()) {
    let at = firstFrom(positions, window.start);
    for (; at < positions.length && positions[at]! < window.end; at++) {
      if (found.places.length === MAX_A_STEP) break;
      found.places.push(placeOf(row, window, positions[at]!));
      found.rows.push(rows[at]!);
      found.weights.push(weights[at]!);
    }
  }
  return found;
}

/**
 * The inputs of a step. Without a rejection there is one row of weight 0, since no array may be empty. T: the
 * length of the longest window.
 */
export function rejectionInputs(rejections: RejectionRows, windows: readonly Window[], T: number): Batch {
  const found = rejectionsIn(rejections, windows, (row, { start }, at) => row * T + at - start);
  const isEmpty = found.places.length === 0;
  const { places, rows, weights } = isEmpty ? { places: [0], rows: [0], weights: [0] } : found;
  const shape = [places.length];
  return {
    'rejected-places': { values: Int32Array.from(places), shape },
    rejected: { values: Int32Array.from(rows), shape },
    'rejected-weights': { values: Float32Array.from(weights), shape },
  };
}

/** The first index whose position is not before `from`. */
function firstFrom(positions: Uint32Array, from: number): number {
  let [low, high] = [0, positions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (positions[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
