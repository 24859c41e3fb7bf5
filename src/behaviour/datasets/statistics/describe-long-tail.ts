/** The spread of the events over the items. I items, by number of events, largest first. */
import type { DatasetStatisticsFields } from '../../../contract/dataset-statistics.ts';

type LongTail = Omit<DatasetStatisticsFields['long_tail'], 'head'>;

const POINTS = 100;

/** `descending`: events of each item [I]. */
export function describeLongTail(descending: ArrayLike<number>): LongTail {
  const I = descending.length;
  let total = 0;
  let weighted = 0;
  for (let rank = 0; rank < I; rank++) {
    total += descending[rank]!;
    weighted += descending[rank]! * (I - rank);
  }
  if (total === 0) return { curve: [], half_of_events: 0, gini: 0 };
  const ranks = rankedPoints(I);
  const curve: LongTail['curve'] = [{ items: 0, events: 0 }];
  let sum = 0;
  let half = 0;
  for (let rank = 1, next = 0; rank <= I; rank++) {
    sum += descending[rank - 1]!;
    if (half === 0 && sum * 2 >= total) half = rank;
    if (rank !== ranks[next]) continue;
    curve.push({ items: rank / I, events: sum / total });
    next++;
  }
  // Gini of ascending values x: (2 Σ i·x_i) / (I Σ x) - (I + 1) / I, i from 1.
  return { curve, half_of_events: half / I, gini: Math.max(0, (2 * weighted) / (I * total) - (I + 1) / I) };
}

/** Ascending ranks from 1 to I, at most 99, whose distances grow linearly: the head is steep. */
function rankedPoints(I: number): readonly number[] {
  const ranks = new Set<number>();
  for (let point = 1; point < POINTS; point++) {
    ranks.add(Math.max(1, Math.ceil(I * (point / (POINTS - 1)) ** 2)));
  }
  return [...ranks];
}
