/**
 * The serving model as a ranker over a later catalogue. Items that it does not know are left out of histories
 * and come last. A history of such items alone ranks by the model's counts, as an empty history does when it
 * serves.
 *
 * B histories, I items of the later catalogue, S items of the serving model.
 */
import { batchSize, type HistoryBatch, NO_ITEM, type Ranker, type Scores } from '../evaluation/ranker.ts';

export interface ServingItems {
  /** By item number of the serving model [S]. */
  readonly itemIds: readonly string[];
  /** Training events [S]. */
  readonly counts: readonly number[];
}

export function servingRanker(
  name: string,
  ranker: Ranker,
  { itemIds, counts }: ServingItems,
  laterIds: readonly string[],
): Ranker {
  const later = new Map(laterIds.map((id, number) => [id, number]));
  const laterOf = Uint32Array.from(itemIds, (id) => later.get(id) ?? NO_ITEM);
  const servingOf = new Uint32Array(laterIds.length).fill(NO_ITEM);
  for (const [item, number] of laterOf.entries()) if (number !== NO_ITEM) servingOf[number] = item;
  const byCount = popularFirst(counts);
  if ('score' in ranker)
    return {
      name,
      score: async (batch) => {
        const { known, rows } = knownHistories(batch, servingOf);
        const found = rows.length === 0 ? new Float32Array(0) : await ranker.score(known);
        return inLaterOrder(found, rows, batchSize(batch), { servingOf, counts });
      },
    };
  return {
    name,
    list: async (batch, limit, withoutSeen) => {
      const { known, rows } = knownHistories(batch, servingOf);
      const found = rows.length === 0 ? new Uint32Array(0) : await ranker.list(known, limit, withoutSeen);
      const lists = new Uint32Array(batchSize(batch) * limit).fill(NO_ITEM);
      const rowOf = new Map([...rows].map((row, at) => [row, at]));
      for (let row = 0; row < batchSize(batch); row++) {
        const at = rowOf.get(row);
        const own = at === undefined ? byCount : found.subarray(at * limit, (at + 1) * limit);
        let filled = 0;
        for (const item of own) {
          const number = item === NO_ITEM ? NO_ITEM : laterOf[item]!;
          if (number !== NO_ITEM && filled < limit) lists[row * limit + filled++] = number;
        }
      }
      return lists;
    },
  };
}

function popularFirst(counts: readonly number[]): Uint32Array {
  return Uint32Array.from(counts.keys()).sort((a, b) => counts[b]! - counts[a]!);
}

/** The histories in the serving model's numbers, and the rows that have any known item. */
function knownHistories(batch: HistoryBatch, servingOf: Uint32Array) {
  const { offsets, items, timestampsMs, momentsMs, contexts } = batch;
  const rows: number[] = [];
  const ends = [0];
  const [kept, times]: [number[], number[]] = [[], []];
  for (let row = 0; row + 1 < offsets.length; row++) {
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      const item = servingOf[items[at]!]!;
      if (item === NO_ITEM) continue;
      kept.push(item);
      times.push(timestampsMs[at]!);
    }
    if (kept.length === ends.at(-1)) continue;
    ends.push(kept.length);
    rows.push(row);
  }
  const known: HistoryBatch = {
    offsets: Uint32Array.from(ends),
    items: Uint32Array.from(kept),
    timestampsMs: Float64Array.from(times),
    momentsMs: Float64Array.from(rows, (row) => momentsMs[row]!),
    ...(contexts && { contexts: rows.map((row) => contexts[row]) }),
  };
  return { known, rows: Uint32Array.from(rows) };
}

function inLaterOrder(
  found: Scores,
  rows: Uint32Array,
  B: number,
  { servingOf, counts }: { readonly servingOf: Uint32Array; readonly counts: readonly number[] },
): Float64Array {
  const [I, S] = [servingOf.length, counts.length];
  const scores = new Float64Array(B * I);
  const rowOf = new Map([...rows].map((row, at) => [row, at]));
  for (let row = 0; row < B; row++) {
    const at = rowOf.get(row);
    for (let number = 0; number < I; number++) {
      const item = servingOf[number]!;
      const known = at === undefined ? counts[item] : found[at * S + item];
      scores[row * I + number] = item === NO_ITEM ? Number.NEGATIVE_INFINITY : known!;
    }
  }
  return scores;
}
