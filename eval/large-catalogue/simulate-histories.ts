/**
 * Learnable histories over a large simulated catalogue. Items lie in clusters, and their popularity inside a
 * cluster follows Zipf's law. A person stays with a few clusters. Half of the steps go on from the item
 * before to one of its followers in the cluster. The others draw an item of the cluster by popularity.
 *
 * I items, C clusters, E events.
 */

import type { Histories } from '../../src/behaviour/sequence-models/histories/histories.ts';
import { UniformStream } from '../../src/platform/numeric/random-streams.ts';

export interface SimulatedCatalogue {
  /** I */
  readonly items: number;
  readonly people: number;
  /** The mean number of events of a person; lengths are even from half of it to one and a half. */
  readonly eventsAPerson: number;
  readonly seed: number;
}

const ITEMS_A_CLUSTER = 200;
const CLUSTERS_A_PERSON = 3;
/** The shares of steps that stay in the cluster, and of those that go on to a follower. */
const [STAYS, FOLLOWS] = [0.8, 0.5];
const FOLLOWERS = 3;
const HOUR_MS = 3_600_000;
const YEAR_HOURS = 365 * 24;
const FIRST_MS = Date.UTC(2025, 0, 1);

export function simulateHistories({ items: I, people, eventsAPerson, seed }: SimulatedCatalogue): Histories {
  const C = Math.max(1, Math.floor(I / ITEMS_A_CLUSTER));
  const size = Math.floor(I / C);
  const draw = new UniformStream(seed, 'large catalogue');
  const offsets = new Uint32Array(people + 1);
  for (let person = 0; person < people; person++)
    offsets[person + 1] = offsets[person]! + Math.max(3, Math.round(eventsAPerson * (0.5 + draw.uniform())));
  const items = new Uint32Array(offsets[people]!);
  const timestampsMs = new Float64Array(items.length);
  for (let person = 0; person < people; person++) {
    const clusters = Array.from({ length: CLUSTERS_A_PERSON }, () => draw.below(C));
    const startMs = FIRST_MS + Math.floor(draw.uniform() * YEAR_HOURS) * HOUR_MS;
    let [cluster, rank] = [clusters[0]!, -1];
    for (let at = offsets[person]!; at < offsets[person + 1]!; at++) {
      const stays = draw.uniform() < STAYS;
      if (!stays) cluster = clusters[draw.below(CLUSTERS_A_PERSON)]!;
      const follows = stays && rank >= 0 && draw.uniform() < FOLLOWS;
      rank = follows ? (rank + 1 + draw.below(FOLLOWERS)) % size : zipf(draw.uniform(), size);
      items[at] = cluster * size + rank;
      timestampsMs[at] = startMs + (at - offsets[person]!) * HOUR_MS;
    }
  }
  return {
    personIds: Array.from({ length: people }, (_, person) => `p${person}`),
    itemIds: Array.from({ length: I }, (_, item) => `i${item}`),
    offsets,
    items,
    timestampsMs,
  };
}

/** A rank from 0 up to, not including, `count`, about inversely as likely as its place; `uniform`: 0..1. */
function zipf(uniform: number, count: number): number {
  return Math.min(count - 1, Math.floor((count + 1) ** uniform) - 1);
}
