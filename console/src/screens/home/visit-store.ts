/**
 * When the first page was last seen in this browser, and how many people each domain had then, by workspace. A
 * visit goes on until the browser has not shown the page for half an hour.
 */
import { isRecord } from '../../parts/read-unknown.ts';

export interface Visit {
  /** Epoch ms. */
  readonly seenMs: number;
  /** By domain. */
  readonly people: Readonly<Record<string, number>>;
}

interface Kept {
  /** The visit that the page compares with; null: this is the first one. */
  readonly before: Visit | null;
  readonly now: Visit;
}

const PAUSE_MS = 30 * 60_000;
const keyOf = (tenant: string) => `counterpart:visit:${tenant}`;

/** The visit before this one; null where there was none. */
export function visitBefore(tenant: string, nowMs: number): Visit | null {
  const kept = read(tenant);
  if (kept === null) return null;
  return nowMs - kept.now.seenMs > PAUSE_MS ? kept.now : kept.before;
}

/** Keeps what is seen now, for the next visit. */
export function keepVisit(tenant: string, now: Visit): void {
  try {
    const kept: Kept = { before: visitBefore(tenant, now.seenMs), now };
    localStorage.setItem(keyOf(tenant), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing shows the last days each time.
  }
}

function read(tenant: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(tenant)) ?? 'null');
    if (!isRecord(kept)) return null;
    const now = visitOf(kept.now);
    return now === null ? null : { before: visitOf(kept.before), now };
  } catch {
    return null;
  }
}

function visitOf(value: unknown): Visit | null {
  if (!isRecord(value) || typeof value.seenMs !== 'number' || !isRecord(value.people)) return null;
  const people = Object.entries(value.people).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  return { seenMs: value.seenMs, people: Object.fromEntries(people) };
}
