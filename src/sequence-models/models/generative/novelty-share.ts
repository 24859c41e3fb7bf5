/**
 * Measures the novelty share: the share of events whose item is new at that moment. It is measured on the
 * last tenth of the training events by time; an item is new if its first event is among them. M items are new
 * in this sense. If the catalogue has fewer new items (N < M), the share is scaled by N / M. It is not scaled
 * up, because items without events accumulate in every catalogue.
 *
 * If all events have one timestamp, the relative position within a person's history replaces the time.
 */
import type { Histories } from '../../histories/histories.ts';

const LAST_SHARE = 0.1;
const [MIN_SHARE, MAX_SHARE] = [0.005, 0.2];

/** ν within [0.005, 0.2]; `newItems`: N. */
export function noveltyShare(train: Histories, newItems: number): number {
  const times = timesOf(train);
  const from = times.slice().sort()[Math.floor((1 - LAST_SHARE) * times.length)];
  if (from === undefined) return MAX_SHARE;
  const firsts = new Map<number, number>();
  for (const [event, item] of train.items.entries())
    firsts.set(item, Math.min(times[event]!, firsts.get(item) ?? Number.POSITIVE_INFINITY));
  let [events, newItemEvents, newThen] = [0, 0, 0];
  for (const [event, item] of train.items.entries()) {
    if (times[event]! < from) continue;
    events++;
    if (firsts.get(item)! >= from) newItemEvents++;
  }
  for (const first of firsts.values()) if (first >= from) newThen++;
  const share = (newItemEvents / events) * Math.min(1, newItems / Math.max(1, newThen));
  return Math.max(MIN_SHARE, Math.min(MAX_SHARE, share));
}

function timesOf({ offsets, timestampsMs }: Histories): Float64Array {
  if (timestampsMs.some((time) => time !== timestampsMs[0])) return timestampsMs;
  const positions = new Float64Array(timestampsMs.length);
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, end] = [offsets[person]!, offsets[person + 1]!];
    for (let at = start; at < end; at++) positions[at] = (at + 1 - start) / (end - start);
  }
  return positions;
}
