/**
 * The interface of a ranker: a baseline or a model that ranks items after a history. A ranker gets copies of
 * histories that end before the target, and never the target, so it cannot leak.
 *
 * B histories, I items of the catalogue, L items of a list.
 */
import type { Cases } from '../splits/split.ts';

export interface HistoryBatch {
  /**
   * History b's items are those from `offsets[b]` up to, not including, `offsets[b + 1]`; at least one [B +
   * 1].
   */
  readonly offsets: Uint32Array;
  /** Item numbers, oldest first. */
  readonly items: Uint32Array;
  /** Epoch milliseconds. */
  readonly timestampsMs: Float64Array;
}

export interface ScoringRanker {
  readonly name: string;
  /**
   * Higher is likelier, never NaN [B × I]. Items of the history are scored too; the evaluation masks them.
   */
  score(batch: HistoryBatch): Scores | Promise<Scores>;
}

/** For rankers that cannot score all items, such as beam search over codes. */
export interface ListingRanker {
  readonly name: string;
  /** Best first, each item once; rows that are shorter end in NO_ITEM [B × limit]. */
  list(batch: HistoryBatch, limit: number, withoutSeen: boolean): Uint32Array | Promise<Uint32Array>;
}

export type Ranker = ScoringRanker | ListingRanker;
export type Scores = Float32Array | Float64Array;

export const NO_ITEM = 0xffff_ffff;

export function batchSize({ offsets }: HistoryBatch): number {
  return offsets.length - 1;
}

/** The histories of the cases from `from` up to, not including, `to`. */
export function historiesOf({ histories, people, ends }: Cases, from: number, to: number): HistoryBatch {
  const { offsets: starts } = histories;
  const offsets = new Uint32Array(to - from + 1);
  for (let which = from; which < to; which++)
    offsets[which - from + 1] = offsets[which - from]! + ends[which]! - starts[people[which]!]!;
  const items = new Uint32Array(offsets.at(-1)!);
  const timestampsMs = new Float64Array(items.length);
  for (let which = from; which < to; which++) {
    const [start, end] = [starts[people[which]!]!, ends[which]!];
    items.set(histories.items.subarray(start, end), offsets[which - from]!);
    timestampsMs.set(histories.timestampsMs.subarray(start, end), offsets[which - from]!);
  }
  return { offsets, items, timestampsMs };
}
