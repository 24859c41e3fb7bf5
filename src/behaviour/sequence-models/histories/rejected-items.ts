/**
 * Rejections: events of kinds with a weight below 0, such as returns. A person's last event with an item
 * decides: an item that is taken again later is not rejected. The events of a rejected item stay in the history,
 * and are no targets.
 */
import type { Histories, Rejections } from './histories.ts';

export interface RejectionEvent {
  readonly personId: string;
  /** Item number. */
  readonly item: number;
  readonly timestampMs: number;
  /** Above 0. */
  readonly weight: number;
}

/**
 * Sets the weights of events of rejected items to 0, in place. Returns the rejections that hold, one for each
 * person and item.
 */
export function markRejected(
  histories: Pick<Histories, 'personIds' | 'offsets' | 'items' | 'timestampsMs' | 'weights'>,
  rejected: readonly RejectionEvent[],
): readonly RejectionEvent[] {
  const numbers = new Map(histories.personIds.map((id, number) => [id, number]));
  return lastOfEach(rejected).filter((event) => {
    const person = numbers.get(event.personId);
    if (person === undefined) return false;
    const positions = positionsOf(histories, person, event.item);
    if (positions.some((at) => histories.timestampsMs[at]! > event.timestampMs)) return false;
    for (const at of positions) histories.weights![at] = 0;
    return true;
  });
}

function lastOfEach(rejected: readonly RejectionEvent[]): readonly RejectionEvent[] {
  const last = new Map<string, RejectionEvent>();
  for (const event of rejected.toSorted((a, b) => a.timestampMs - b.timestampMs))
    last.set(JSON.stringify([event.personId, event.item]), event);
  return [...last.values()];
}

function positionsOf(
  { offsets, items }: Pick<Histories, 'offsets' | 'items'>,
  person: number,
  item: number,
): readonly number[] {
  const positions: number[] = [];
  for (let at = offsets[person]!; at < offsets[person + 1]!; at++) if (items[at] === item) positions.push(at);
  return positions;
}

/** By person of the histories, then by time. undefined: there are none. */
export function rejectionsByPerson(
  personIds: readonly string[],
  rejected: readonly RejectionEvent[],
): Rejections | undefined {
  const numbers = new Map(personIds.map((id, number) => [id, number]));
  const known = rejected
    .filter(({ personId }) => numbers.has(personId))
    .toSorted((a, b) => numbers.get(a.personId)! - numbers.get(b.personId)! || a.timestampMs - b.timestampMs);
  if (known.length === 0) return undefined;
  const offsets = new Uint32Array(personIds.length + 1);
  for (const { personId } of known) offsets[numbers.get(personId)! + 1]!++;
  for (let person = 0; person < personIds.length; person++) offsets[person + 1]! += offsets[person]!;
  return {
    offsets,
    items: Uint32Array.from(known, ({ item }) => item),
    timestampsMs: Float64Array.from(known, ({ timestampMs }) => timestampMs),
    weights: Float32Array.from(known, ({ weight }) => weight),
  };
}
