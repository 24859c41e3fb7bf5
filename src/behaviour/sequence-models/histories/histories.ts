/**
 * Histories of people, oldest event first: the data of training and evaluation. The events of all people lie
 * in flat typed arrays, which `offsets` divides into people.
 *
 * P people, I items, E events, R rejections.
 */

import type { ContextDeclarations } from '../../../contract/dataset-features.ts';
import type { ItemFeatures } from '../../datasets/features/feature-columns.ts';

export interface Histories {
  /** By person number [P]. */
  readonly personIds: readonly string[];
  /** By item number: the whole catalogue in import order [I]. Items may have no events. */
  readonly itemIds: readonly string[];
  /** Person p has the events from `offsets[p]` up to, not including, `offsets[p + 1]` [P + 1]. */
  readonly offsets: Uint32Array;
  /** Item numbers, by person, then by time [E]. */
  readonly items: Uint32Array;
  /** Milliseconds since 1970, ascending within a person [E]. */
  readonly timestampsMs: Float64Array;
  /** How much an event counts as a target, at least 0 [E]. Absent: all count 1. */
  readonly weights?: Float32Array;
  /**
   * The basket of an event: equal numbers lie side by side, at one moment [E]. Absent: events are no baskets.
   */
  readonly baskets?: Uint32Array;
  /** Absent: the dataset declares no features of events. */
  readonly contexts?: EventContexts;
  /** The number of each event's context; present with `contexts` [E]. */
  readonly contextRows?: Uint32Array;
  /** Absent: there are none. */
  readonly rejections?: Rejections;
}

/** Values of declared features of events. C distinct contexts. */
export interface EventContexts {
  readonly declared: ContextDeclarations;
  /** The values of each distinct context, by name [C]. */
  readonly columns: ItemFeatures['columns'];
}

/** Items that people turned down, such as by a return; by person, then by time. */
export interface Rejections {
  /** Person p has the rejections from `offsets[p]` up to, not including, `offsets[p + 1]` [P + 1]. */
  readonly offsets: Uint32Array;
  /** Item numbers [R]. */
  readonly items: Uint32Array;
  /** Milliseconds since 1970 [R]. */
  readonly timestampsMs: Float64Array;
  /** Above 0, relative to the weights of events [R]. */
  readonly weights: Float32Array;
}

export type EventColumns = Pick<Histories, 'items' | 'timestampsMs' | 'weights' | 'baskets' | 'contextRows'>;

/**
 * A copy without each person's events from `ends[p]` on, which is a position in `items` [P]. `beforeMs`:
 * rejections from this moment on are left out too, milliseconds since 1970.
 */
export function truncateHistories(
  histories: Histories,
  ends: Uint32Array,
  beforeMs = Number.POSITIVE_INFINITY,
): Histories {
  const { personIds, itemIds, offsets: from, contexts } = histories;
  const isKept = new Uint8Array(histories.items.length);
  const offsets = new Uint32Array(from.length);
  for (let person = 0; person < ends.length; person++) {
    isKept.fill(1, from[person]!, ends[person]!);
    offsets[person + 1] = offsets[person]! + ends[person]! - from[person]!;
  }
  return {
    ...{ personIds, itemIds, offsets, ...(contexts && { contexts }) },
    ...keepEvents(histories, isKept, offsets.at(-1)!),
    ...rejectionsBefore(histories, ends, beforeMs),
  };
}

/** A copy of the events with `isKept` 1 [E], of which there are `count`. */
export function keepEvents(columns: EventColumns, isKept: Uint8Array, count: number): EventColumns {
  const { items, timestampsMs, weights, baskets, contextRows } = columns;
  const kept = eventColumns(count, optionalOf(columns));
  let next = 0;
  for (let at = 0; at < isKept.length; at++) {
    if (isKept[at] === 0) continue;
    kept.items[next] = items[at]!;
    kept.timestampsMs[next] = timestampsMs[at]!;
    if (weights !== undefined) kept.weights![next] = weights[at]!;
    if (baskets !== undefined) kept.baskets![next] = baskets[at]!;
    if (contextRows !== undefined) kept.contextRows![next] = contextRows[at]!;
    next++;
  }
  return kept;
}

interface OptionalColumns {
  readonly isWeighted: boolean;
  readonly hasBaskets: boolean;
  readonly hasContexts: boolean;
}

/** Which columns the events have. */
export function optionalOf({ weights, baskets, contextRows }: Partial<EventColumns>): OptionalColumns {
  return {
    isWeighted: weights !== undefined,
    hasBaskets: baskets !== undefined,
    hasContexts: contextRows !== undefined,
  };
}

export function eventColumns(
  count: number,
  { isWeighted, hasBaskets, hasContexts }: OptionalColumns,
): EventColumns {
  return {
    items: new Uint32Array(count),
    timestampsMs: new Float64Array(count),
    ...(isWeighted && { weights: new Float32Array(count) }),
    ...(hasBaskets && { baskets: new Uint32Array(count) }),
    ...(hasContexts && { contextRows: new Uint32Array(count) }),
  };
}

/** A copy of the people of these numbers, in their order. */
export function peopleOf(histories: Histories, people: Uint32Array): Histories {
  const { personIds, itemIds, offsets, rejections, contexts } = histories;
  const isKept = new Uint8Array(histories.items.length);
  for (const person of people) isKept.fill(1, offsets[person]!, offsets[person + 1]!);
  const keptOffsets = offsetsOf(offsets, people);
  return {
    personIds: Array.from(people, (person) => personIds[person]!),
    itemIds,
    ...(contexts && { contexts }),
    offsets: keptOffsets,
    ...keepEvents(histories, isKept, keptOffsets.at(-1)!),
    ...(rejections && { rejections: rejectionsOf(rejections, people, () => true) }),
  };
}

function offsetsOf(offsets: Uint32Array, people: Uint32Array): Uint32Array {
  const kept = new Uint32Array(people.length + 1);
  for (const [row, person] of people.entries())
    kept[row + 1] = kept[row]! + offsets[person + 1]! - offsets[person]!;
  return kept;
}

/** The rejections before the moment, and before the person's first event that is left out. */
function rejectionsBefore(
  { offsets, timestampsMs, rejections }: Histories,
  ends: Uint32Array,
  beforeMs: number,
): Pick<Histories, 'rejections'> {
  if (rejections === undefined) return {};
  const isBefore = (person: number, at: number) =>
    rejections.timestampsMs[at]! < beforeMs &&
    (ends[person] === offsets[person + 1] || rejections.timestampsMs[at]! < timestampsMs[ends[person]!]!);
  return { rejections: rejectionsOf(rejections, Uint32Array.from(ends.keys()), isBefore) };
}

function rejectionsOf(
  { offsets, items, timestampsMs, weights }: Rejections,
  people: Uint32Array,
  isKept: (person: number, at: number) => boolean,
): Rejections {
  const kept: number[] = [];
  const keptOffsets = new Uint32Array(people.length + 1);
  for (const [row, person] of people.entries()) {
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) if (isKept(person, at)) kept.push(at);
    keptOffsets[row + 1] = kept.length;
  }
  return {
    offsets: keptOffsets,
    items: Uint32Array.from(kept, (at) => items[at]!),
    timestampsMs: Float64Array.from(kept, (at) => timestampsMs[at]!),
    weights: Float32Array.from(kept, (at) => weights[at]!),
  };
}
