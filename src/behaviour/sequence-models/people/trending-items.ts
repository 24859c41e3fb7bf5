/**
 * The items that rose: more events in a window than in the one before. `rise` is the difference of the two
 * counts over the square root of their sum and one, which is about its standard deviation where nothing
 * changed. So an item that went from 1 to 3 stands behind one that went from 100 to 150.
 *
 * I items.
 */

/** After `fromMs`, up to and with `untilMs`; the window before it is as long. */
export interface TrendWindow {
  readonly beforeMs: number;
  readonly fromMs: number;
  readonly untilMs: number;
}

export interface TrendCounts {
  /** In the window, by item [I]. */
  readonly events: Float64Array;
  /** The people of these events. */
  readonly people: Float64Array;
  /** In the window before. */
  readonly before: Float64Array;
}

export interface TrendingItem {
  readonly itemId: string;
  readonly events: number;
  readonly people: number;
  readonly eventsBefore: number;
  readonly rise: number;
}

export interface Visit {
  readonly item: number;
  readonly timestampMs: number;
}

/** `visits`: those of each person. */
export function countTrend(
  visits: Iterable<Iterable<Visit>>,
  { beforeMs, fromMs, untilMs }: TrendWindow,
  items: number,
): TrendCounts {
  const [events, people, before] = [0, 0, 0].map(() => new Float64Array(items)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  // By item: the number of the last person who took it in the window, plus one.
  const lastBy = new Uint32Array(items);
  let person = 0;
  for (const own of visits) {
    person++;
    for (const { item, timestampMs } of own) {
      if (timestampMs <= beforeMs || timestampMs > untilMs) continue;
      if (timestampMs <= fromMs) {
        before[item]!++;
        continue;
      }
      events[item]!++;
      if (lastBy[item] !== person) people[item]!++;
      lastBy[item] = person;
    }
  }
  return { events, people, before };
}

/** `passes`: whether an item may be named. The steepest rise first, ties by the order of the items. */
export function trendingItems(
  { events, people, before }: TrendCounts,
  itemIds: readonly string[],
  passes: (item: number) => boolean,
  limit: number,
): readonly TrendingItem[] {
  const rises: { readonly item: number; readonly rise: number }[] = [];
  for (let item = 0; item < events.length; item++) {
    const difference = events[item]! - before[item]!;
    if (difference > 0 && passes(item))
      rises.push({ item, rise: difference / Math.sqrt(events[item]! + before[item]! + 1) });
  }
  return rises
    .sort((a, b) => b.rise - a.rise || a.item - b.item)
    .slice(0, limit)
    .map(({ item, rise }) => ({
      itemId: itemIds[item]!,
      events: events[item]!,
      people: people[item]!,
      eventsBefore: before[item]!,
      rise,
    }));
}
