/**
 * Measures the share of next items that are new at that moment: among the events of the last tenth of the
 * training time, the share on items whose first event lies in it. M items appeared in that time. If fewer
 * items are new now (N < M), the share is scaled by N / M. It is not scaled up, because items without events
 * accumulate in every catalogue.
 *
 * If all events have one timestamp, the position within a person's history takes the place of time.
 */
import type { Histories } from '../../histories/histories.ts';

const WINDOW = 0.1;
const [LEAST, MOST] = [0.005, 0.2];

/** ν for `newItems` new ones (N), within [0.005, 0.2]. */
export function noveltyShare(train: Histories, newItems: number): number {
  const times = timesOf(train);
  const from = times.slice().sort()[Math.floor((1 - WINDOW) * times.length)];
  if (from === undefined) return MOST;
  const firsts = new Map<number, number>();
  for (const [event, item] of train.items.entries())
    firsts.set(item, Math.min(times[event]!, firsts.get(item) ?? Number.POSITIVE_INFINITY));
  let [events, onNew, cameUp] = [0, 0, 0];
  for (const [event, item] of train.items.entries()) {
    if (times[event]! < from) continue;
    events++;
    if (firsts.get(item)! >= from) onNew++;
  }
  for (const first of firsts.values()) if (first >= from) cameUp++;
  const share = (onNew / events) * Math.min(1, newItems / Math.max(1, cameUp));
  return Math.max(LEAST, Math.min(MOST, share));
}

function timesOf({ offsets, timestampsMs }: Histories): Float64Array {
  if (timestampsMs.some((time) => time !== timestampsMs[0])) return timestampsMs;
  const places = new Float64Array(timestampsMs.length);
  for (let person = 0; person + 1 < offsets.length; person++) {
    const [start, end] = [offsets[person]!, offsets[person + 1]!];
    for (let at = start; at < end; at++) places[at] = (at + 1 - start) / (end - start);
  }
  return places;
}
