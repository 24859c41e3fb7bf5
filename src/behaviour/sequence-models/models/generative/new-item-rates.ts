/**
 * How much a new item, which has no training events, is taken compared with a known one. It is measured on
 * the last tenth of the training events by time. A rate is the expected events of such an item in a span of
 * that length, divided by those of a known item. New items are of three kinds, each with its own rate:
 *
 * - `recent`: its date is within a span before the moment that is as long as the last tenth. Its expected
 *   events are the mean of the items that were recent at the beginning of the last tenth or came since, taken
 *   or not.
 * - `older` and `undated`: such an item was in the catalogue during the whole last tenth and was not taken.
 *   Its expected events are those of Good and Turing (Good 1953): the number of items that were taken once,
 *   divided by the number that were not taken. A few hits among many dead items do not raise it.
 *
 * If all events have one timestamp, the relative position within a person's history replaces the time, and
 * dates say nothing.
 *
 * N new items.
 */
import type { Histories } from '../../histories/histories.ts';

type NewItemKind = 'recent' | 'older' | 'undated';

export interface NewItemRates {
  /** By new item, relative to a known item [N]. */
  readonly rates: Float32Array;
  /** The kinds that occur: the number of new items, and the rate that was measured. */
  readonly kinds: Readonly<Partial<Record<NewItemKind, { readonly items: number; readonly rate: number }>>>;
}

export interface MeasuredItems {
  readonly train: Histories;
  /** When each item came into the catalogue, epoch ms; NaN where unknown [I]. null: unknown for all. */
  readonly createdAtMs: Float64Array | null;
  /** Item numbers [N]. */
  readonly newItems: Uint32Array;
  /** The number of items with training events, here or in the base model. */
  readonly knownCount: number;
  /** The wanted share of probability; null: by the measured rates, at most MAX_SHARE. */
  readonly share: number | null;
}

const LAST_SHARE = 0.1;
const MAX_SHARE = 0.2;
/** An older item, or one without a date, earns no more than the items that it resembles. */
const MAX_RATES: Readonly<Record<NewItemKind, number>> = { recent: 10, older: 1, undated: 1 };
/** The expected events that weigh as much as the prior rate of 1. */
const PRIOR_EVENTS = 1;
/** Positive, so that each new item has a finite score. */
const MIN_RATE = 1e-6;

export function newItemRates(items: MeasuredItems): NewItemRates {
  const { newItems, knownCount, share: wanted } = items;
  const moments = momentsOf(items.train);
  const kindOf = kindsOf(items, moments);
  const rateOf = measuredRates(items, moments, kindOf);
  const kinds: Partial<Record<NewItemKind, { items: number; rate: number }>> = {};
  const rates = new Float32Array(newItems.length);
  let sum = 0;
  for (const [at, item] of newItems.entries()) {
    const kind = kindOf(item, moments.end);
    const rate = rateOf(kind);
    kinds[kind] = { items: (kinds[kind]?.items ?? 0) + 1, rate };
    rates[at] = rate;
    sum += rate;
  }
  const measured = sum / Math.max(1, knownCount + sum);
  const share = wanted ?? Math.min(MAX_SHARE, measured);
  // share = scale · sum / (known + scale · sum)
  const scale = sum === 0 || share === measured ? 1 : (share * knownCount) / ((1 - share) * sum);
  return { rates: rates.map((rate) => Math.max(MIN_RATE, rate * scale)), kinds };
}

interface Moments {
  /** The time of each event [E]. */
  readonly times: Float64Array;
  /** The last tenth begins. */
  readonly from: number;
  readonly end: number;
  /** False if the times are positions. */
  readonly areReal: boolean;
}

function momentsOf({ offsets, timestampsMs }: Histories): Moments {
  const areReal = timestampsMs.some((time) => time !== timestampsMs[0]);
  const times = areReal ? timestampsMs : new Float64Array(timestampsMs.length);
  if (!areReal)
    for (let person = 0; person + 1 < offsets.length; person++) {
      const [start, end] = [offsets[person]!, offsets[person + 1]!];
      for (let at = start; at < end; at++) times[at] = (at + 1 - start) / (end - start);
    }
  const sorted = times.slice().sort();
  const from = sorted[Math.floor((1 - LAST_SHARE) * sorted.length)] ?? 0;
  return { times, from, end: sorted.at(-1) ?? 0, areReal };
}

/** The kind of a new item at this moment. */
function kindsOf({ createdAtMs }: MeasuredItems, { from, end, areReal }: Moments) {
  return (item: number, moment: number): NewItemKind => {
    const created = areReal && createdAtMs !== null ? createdAtMs[item]! : Number.NaN;
    if (Number.isNaN(created)) return 'undated';
    return created > moment - (end - from) ? 'recent' : 'older';
  };
}

function measuredRates(
  items: MeasuredItems,
  moments: Moments,
  kindOf: (item: number, moment: number) => NewItemKind,
): (kind: NewItemKind) => number {
  const found = eventsSince(items.train, moments);
  const ofKnown = found.ofKnown.events / Math.max(1, found.ofKnown.items);
  const observed = { recent: atArrival(items, moments, found.ofNew, kindOf), ...takenOnce() };
  return (kind) => {
    const { events, presence } = observed[kind];
    const rate = (events + PRIOR_EVENTS) / (presence * ofKnown + PRIOR_EVENTS);
    return Math.min(MAX_RATES[kind], rate);
  };

  /** Items that were taken once, and items that were not taken at all. */
  function takenOnce() {
    const sums = { older: { events: 0, presence: 0 }, undated: { events: 0, presence: 0 } };
    for (const [item, events] of found.ofNew) {
      const kind = kindOf(item, moments.from);
      if (kind !== 'recent' && events === 1) sums[kind].events++;
    }
    for (const item of items.newItems) {
      const kind = kindOf(item, moments.end);
      if (kind !== 'recent') sums[kind].presence++;
    }
    return sums;
  }
}

/** Recent items at the moment `from` and since: their events, and their time within the last tenth. */
function atArrival(
  { createdAtMs, newItems }: MeasuredItems,
  { from, end }: Moments,
  ofNew: ReadonlyMap<number, number>,
  kindOf: (item: number, moment: number) => NewItemKind,
) {
  const sums = { events: 0, presence: 0 };
  for (const item of new Set([...ofNew.keys(), ...newItems])) {
    if (kindOf(item, from) !== 'recent') continue;
    sums.events += ofNew.get(item) ?? 0;
    const part = end === from ? 1 : (end - createdAtMs![item]!) / (end - from);
    sums.presence += Math.min(1, Math.max(0, part));
  }
  return sums;
}

/** Events of the last tenth: by item for those that first occur in it, and of all others together. */
function eventsSince({ items }: Histories, { times, from }: Moments) {
  const firsts = new Map<number, number>();
  for (const [event, item] of items.entries())
    firsts.set(item, Math.min(times[event]!, firsts.get(item) ?? Number.POSITIVE_INFINITY));
  const ofNew = new Map<number, number>();
  let ofKnown = 0;
  for (const [event, item] of items.entries()) {
    if (times[event]! < from) continue;
    if (firsts.get(item)! >= from) ofNew.set(item, (ofNew.get(item) ?? 0) + 1);
    else ofKnown++;
  }
  return { ofNew, ofKnown: { events: ofKnown, items: firsts.size - ofNew.size } };
}
