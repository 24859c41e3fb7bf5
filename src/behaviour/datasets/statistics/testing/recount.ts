/** The statistics of a dataset by the plainest means: the reference of the tests. */

export interface PlainEvent {
  readonly person_id: string;
  readonly item_id: string;
  readonly kind: string;
  readonly timestamp: string;
}

const DAY_MS = 86_400_000;

export function recount(itemIds: readonly string[], events: readonly PlainEvent[]) {
  const counts = new Map(itemIds.map((id) => [id, 0]));
  for (const { item_id } of events) counts.set(item_id, counts.get(item_id)! + 1);
  const times = events.map(({ timestamp }) => Date.parse(timestamp));
  const histories = Map.groupBy(events, ({ person_id }) => person_id);
  const sessions: number[] = [];
  let repeats = 0;
  for (const history of histories.values()) {
    repeats += history.length - new Set(history.map(({ item_id }) => item_id)).size;
    const own = history.map(({ timestamp }) => Date.parse(timestamp)).sort((a, b) => a - b);
    let length = 0;
    for (const [at, time] of own.entries()) {
      if (at > 0 && time - own[at - 1]! > 30 * 60_000) {
        sessions.push(length);
        length = 0;
      }
      length++;
    }
    sessions.push(length);
  }
  const descending = [...counts.values()].sort((a, b) => b - a);
  return {
    people: histories.size,
    items: itemIds.length,
    itemsWithEvents: descending.filter((count) => count > 0).length,
    events: events.length,
    repeats,
    histories: lengths([...histories.values()].map((history) => history.length)),
    sessions: lengths(sessions),
    /** The share of the events that the first `rank` items have. */
    shareOfFirst: (rank: number) => sum(descending.slice(0, rank)) / events.length,
    gini: gini(descending),
    topCounts: descending.filter((count) => count > 0).slice(0, 20),
    countOf: (itemId: string) => counts.get(itemId),
    /** Events from this day on, in UTC. */
    onDays: (from: string, days: number) => {
      const begin = Date.parse(`${from}T00:00:00Z`);
      return times.filter((time) => time >= begin && time < begin + days * DAY_MS).length;
    },
  };
}

function lengths(values: readonly number[]) {
  const ascending = values.toSorted((a, b) => a - b);
  const quantile = (share: number) => ascending[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;
  return {
    count: values.length,
    mean: values.length === 0 ? 0 : sum(values) / values.length,
    median: quantile(0.5),
    p95: quantile(0.95),
    longest: ascending.at(-1) ?? 0,
    between: (from: number, to: number) => values.filter((value) => value >= from && value <= to).length,
  };
}

/** By its definition: the mean difference of all pairs over twice the mean. */
function gini(values: readonly number[]): number {
  if (sum(values) === 0 || values.length > 2000) return Number.NaN;
  let differences = 0;
  for (const a of values) for (const b of values) differences += Math.abs(a - b);
  return differences / (2 * values.length * sum(values));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
