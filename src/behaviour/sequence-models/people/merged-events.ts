/** The stored events of a person and those appended since, as a model reads them. */
import { timeFault } from '../../../contract/times.ts';
import type { EventRow } from '../../datasets/rows/dataset-row.ts';
import type { EventSelection, PersonEvents } from './people-protocol.ts';

/** Oldest first. */
export interface TimedHistory {
  readonly itemIds: readonly string[];
  /** By item, milliseconds since 1970. */
  readonly timestampsMs: readonly number[];
}

export function isSelected(
  { kind, value, timestampMs }: EventRow,
  { kinds, minValue }: EventSelection,
): boolean {
  if (timeFault(timestampMs) !== null) return false;
  return (kinds === null || kinds.includes(kind)) && (minValue === null || value >= minValue);
}

/** `pending`: selected ones, by time. At equal times they come after those of the dataset. */
export function mergedEvents(
  { itemIds, timestampsMs }: PersonEvents,
  pending: readonly EventRow[],
  repeats: 'kept' | 'folded',
): TimedHistory {
  const all = [
    ...itemIds.map((itemId, at) => ({ itemId, timestampMs: timestampsMs[at]! })),
    ...pending.map(({ itemId, timestampMs }) => ({ itemId, timestampMs })),
  ].sort((a, b) => a.timestampMs - b.timestampMs);
  const read = repeats === 'folded' ? firstOfEach(all) : all;
  return {
    itemIds: read.map(({ itemId }) => itemId),
    timestampsMs: read.map(({ timestampMs }) => timestampMs),
  };
}

type Visit = Pick<EventRow, 'itemId' | 'timestampMs'>;

function firstOfEach(visits: readonly Visit[]): readonly Visit[] {
  const seen = new Set<string>();
  return visits.filter(({ itemId }) => {
    if (seen.has(itemId)) return false;
    seen.add(itemId);
    return true;
  });
}
