/**
 * The interface of a ranker: a baseline or a model that ranks the items after a history. A ranker gets copies
 * of histories that end before the target, so the target cannot leak.
 *
 * B histories, I items of the catalogue, L items of a list.
 */
import { type Context, contextAt } from '../histories/event-contexts.ts';
import type { Cases } from '../splits/split.ts';

export interface HistoryBatch {
  /**
   * History b has the items from `offsets[b]` up to, not including, `offsets[b + 1]`; at least one [B + 1].
   */
  readonly offsets: Uint32Array;
  /** Item numbers, oldest first. */
  readonly items: Uint32Array;
  /** Milliseconds since 1970. */
  readonly timestampsMs: Float64Array;
  /**
   * The moment of each prediction, milliseconds since 1970 [B]. In an evaluation it is the time of the
   * target: a service is asked when the person is there.
   */
  readonly momentsMs: Float64Array;
  /** Facts about each moment, such as the device [B]. Absent: nothing is known. */
  readonly contexts?: readonly (Context | undefined)[];
  /** The weights of the kinds of the events, at least 0. Absent: all count the same. */
  readonly weights?: Float32Array;
}

export interface ScoringRanker {
  readonly name: string;
  /**
   * Higher scores are likelier; never NaN [B × I]. Items of the history are scored too: the evaluation masks
   * them.
   */
  score(batch: HistoryBatch): Scores | Promise<Scores>;
}

/** A ranker that cannot score all items, such as a beam search over codes. */
export interface ListingRanker {
  readonly name: string;
  /**
   * Distinct items, best first; a shorter list ends in NO_ITEM [B × limit]. `withoutSeen`: without items of
   * the history.
   */
  list(batch: HistoryBatch, limit: number, withoutSeen: boolean): Uint32Array | Promise<Uint32Array>;
}

export type Ranker = ScoringRanker | ListingRanker;
export type Scores = Float32Array | Float64Array;

export const NO_ITEM = 0xffff_ffff;

export function batchSize({ offsets }: HistoryBatch): number {
  return offsets.length - 1;
}

/** The histories of the cases from `from` up to, not including, `to`. */
export function historiesOf(
  { histories, people, ends, targets }: Cases,
  from: number,
  to: number,
): HistoryBatch {
  const { offsets: starts } = histories;
  const offsets = new Uint32Array(to - from + 1);
  for (let which = from; which < to; which++)
    offsets[which - from + 1] = offsets[which - from]! + ends[which]! - starts[people[which]!]!;
  const items = new Uint32Array(offsets.at(-1)!);
  const timestampsMs = new Float64Array(items.length);
  const weights = histories.weights && new Float32Array(items.length);
  for (let which = from; which < to; which++) {
    const [start, end] = [starts[people[which]!]!, ends[which]!];
    items.set(histories.items.subarray(start, end), offsets[which - from]!);
    timestampsMs.set(histories.timestampsMs.subarray(start, end), offsets[which - from]!);
    weights?.set(histories.weights!.subarray(start, end), offsets[which - from]!);
  }
  const momentsMs = Float64Array.from(
    targets.subarray(from, to),
    (target) => histories.timestampsMs[target]!,
  );
  const contexts = Array.from(targets.subarray(from, to), (target) => contextAt(histories, target));
  return { offsets, items, timestampsMs, momentsMs, contexts, ...(weights && { weights }) };
}
