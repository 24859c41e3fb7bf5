/**
 * Reads events that are found by their time. A row is committed a little later than the time that it has, so
 * each read begins some seconds before the last one, and leaves out what was read already.
 */
import type { Event, Gap } from './event.ts';

/** Oldest first, from a time (epoch ms) on, at most `limit` rows. */
export type ReadFrom = (sinceMs: number, limit: number) => Promise<readonly Event[]>;

export const OVERLAP_MS = 5000;
/** Events of one kind that a stream carries between two looks. */
export const MOST_AT_ONCE = 1000;
/** A stream that is further behind goes on at the present. */
const FURTHEST_BEHIND_MS = 30_000;

export class TimedReader {
  readonly #read: ReadFrom;
  #sinceMs: number;
  /** Ids of the events from `#sinceMs` on that were read, with their times. */
  readonly #known = new Map<string, number>();

  constructor(read: ReadFrom, sinceMs: number) {
    this.#read = read;
    this.#sinceMs = sinceMs;
  }

  get sinceMs(): number {
    return this.#sinceMs;
  }

  async next(nowMs: number): Promise<{ readonly events: readonly Event[]; readonly gap: Gap | null }> {
    const read = await this.#read(this.#sinceMs, MOST_AT_ONCE);
    const events = read.filter(({ id }) => !this.#known.has(id));
    for (const { id, atMs } of events) this.#known.set(id, atMs);
    const gap = this.#advance(read, events.length, nowMs);
    for (const [id, atMs] of this.#known) if (atMs < this.#sinceMs) this.#known.delete(id);
    return { events, gap };
  }

  #advance(read: readonly Event[], fresh: number, nowMs: number): Gap | null {
    const presentMs = Math.max(this.#sinceMs, nowMs - OVERLAP_MS);
    const lastMs = read.length < MOST_AT_ONCE ? presentMs : read.at(-1)!.atMs;
    // More events of one millisecond than one read takes.
    const isStuck = read.length === MOST_AT_ONCE && fresh === 0;
    const isFar = nowMs - lastMs > FURTHEST_BEHIND_MS && read.length === MOST_AT_ONCE;
    this.#sinceMs = isFar ? presentMs : isStuck ? lastMs + 1 : lastMs;
    return isFar || isStuck ? { sinceMs: lastMs, untilMs: this.#sinceMs } : null;
  }
}
