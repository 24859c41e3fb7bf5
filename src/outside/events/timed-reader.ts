/**
 * Reads events that are found by their time. A row is committed a little later than the time that it has. So
 * each read begins some seconds before the last one, and leaves out rows that were read. Where the database
 * is held by a long transaction, rows wait for it: a second look goes over the last minute, less often.
 */
import type { Event, Gap } from './event.ts';

/** Oldest first, from a time (epoch ms) on, at most `limit` rows, each with one or more events. */
export type ReadFrom = (sinceMs: number, limit: number) => Promise<readonly Event[]>;

export const OVERLAP_MS = 5000;
/** Events of one kind that a stream carries between two looks. */
export const MOST_AT_ONCE = 1000;
/** A stream that is further behind goes on at the present. */
const FURTHEST_BEHIND_MS = 30_000;
/** Rows that are committed later than this are missed. */
export const LATEST_MS = 60_000;
const LATE_LOOK_EVERY_MS = 10_000;
/** Where more is read in the last minute, late rows are looked for in the newest part of it. */
const MOST_KNOWN = 5 * MOST_AT_ONCE;

export class TimedReader {
  readonly #read: ReadFrom;
  #sinceMs: number;
  /** Late rows are looked for from here on. */
  #lateSinceMs: number;
  /** How far the look for late rows has come; null: it is not due. */
  #lateMs: number | null = null;
  #lateLookMs: number | null = null;
  /** Ids of the events from `#lateSinceMs` on that were read, with their times. */
  readonly #known = new Map<string, number>();

  constructor(read: ReadFrom, sinceMs: number) {
    this.#read = read;
    this.#sinceMs = sinceMs;
    this.#lateSinceMs = sinceMs;
  }

  /** Everything before it was read. */
  get sinceMs(): number {
    return this.#lateSinceMs;
  }

  async next(nowMs: number): Promise<{ readonly events: readonly Event[]; readonly gap: Gap | null }> {
    const late = await this.#late(nowMs);
    const read = await this.#read(this.#sinceMs, MOST_AT_ONCE);
    const events = this.#fresh(read);
    const gap = this.#advance(read, events.length, nowMs);
    this.#forget(nowMs);
    return { events: [...late, ...events], gap };
  }

  /** A part of the look that is due; the next call has the next part. */
  async #late(nowMs: number): Promise<readonly Event[]> {
    this.#lateLookMs ??= nowMs;
    if (this.#lateMs === null && nowMs - this.#lateLookMs < LATE_LOOK_EVERY_MS) return [];
    const fromMs = Math.max(this.#lateMs ?? 0, this.#lateSinceMs);
    const read = await this.#read(fromMs, MOST_AT_ONCE);
    const lastMs = read.at(-1)?.atMs ?? this.#sinceMs;
    const isOver = read.length < MOST_AT_ONCE || lastMs >= this.#sinceMs;
    this.#lateMs = isOver ? null : Math.max(lastMs, fromMs + 1);
    if (isOver) this.#lateLookMs = nowMs;
    return this.#fresh(read.filter(({ atMs }) => atMs < this.#sinceMs));
  }

  #fresh(read: readonly Event[]): readonly Event[] {
    const events = read.filter(({ id }) => !this.#known.has(id));
    for (const { id, atMs } of events) this.#known.set(id, atMs);
    return events;
  }

  #advance(read: readonly Event[], fresh: number, nowMs: number): Gap | null {
    const presentMs = Math.max(this.#sinceMs, nowMs - OVERLAP_MS);
    const isFull = read.length >= MOST_AT_ONCE;
    const lastMs = isFull ? read.at(-1)!.atMs : presentMs;
    // More events of one millisecond than one read takes.
    const isStuck = isFull && fresh === 0;
    const isFar = isFull && nowMs - lastMs > FURTHEST_BEHIND_MS;
    this.#sinceMs = isFar ? presentMs : isStuck ? lastMs + 1 : lastMs;
    if (!isFar && !isStuck) return null;
    this.#lateSinceMs = this.#sinceMs;
    return { sinceMs: lastMs, untilMs: this.#sinceMs };
  }

  #forget(nowMs: number): void {
    const tooMany = this.#known.size - MOST_KNOWN;
    const oldest = tooMany > 0 ? [...this.#known.values()].sort((a, b) => a - b)[tooMany - 1]! + 1 : 0;
    const boundMs = Math.max(this.#lateSinceMs, nowMs - LATEST_MS, oldest);
    this.#lateSinceMs = Math.min(this.#sinceMs, boundMs);
    for (const [id, atMs] of this.#known) if (atMs < this.#lateSinceMs) this.#known.delete(id);
  }
}
