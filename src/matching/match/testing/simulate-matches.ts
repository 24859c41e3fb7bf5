/** Matches of several tenants through an admission, on a clock that jumps from one event to the next. */
import { setImmediate } from 'node:timers/promises';
import { createAdmission } from '../admission.ts';

export interface Arrival {
  readonly tenant: string;
  readonly atMs: number;
  /** How long it holds its slot. */
  readonly tookMs: number;
  /** When its caller disconnects; null: never. */
  readonly leavesAtMs: number | null;
}

interface Event {
  readonly atMs: number;
  readonly happen: () => void;
}

export async function simulateMatches(arrivals: readonly Arrival[], inFlight: number) {
  let nowMs = 0;
  const admission = createAdmission({ inFlight, waiting: arrivals.length, longestWaitMs: 1e9 }, () => nowMs);
  const begun = new Map<Arrival, number>();
  const left = new Set<Arrival>();
  const events: Event[] = [];
  let most = 0;
  const arrive = (arrival: Arrival) => {
    const { tenant, tookMs, leavesAtMs } = arrival;
    const leaving = new AbortController();
    if (leavesAtMs !== null)
      events.push({ atMs: Math.max(leavesAtMs, nowMs), happen: () => leaving.abort(new Error('gone')) });
    const work = ({ spend }: { spend(ms: number): void }) => {
      begun.set(arrival, nowMs);
      most = Math.max(most, admission.inFlight);
      return new Promise<void>((resolve) => {
        const happen = () => {
          spend(tookMs);
          resolve();
        };
        events.push({ atMs: nowMs + tookMs, happen });
      });
    };
    admission.admit(tenant, work, leaving.signal).catch(() => left.add(arrival));
  };
  for (const arrival of arrivals) events.push({ atMs: arrival.atMs, happen: () => arrive(arrival) });
  while (events.length > 0) {
    events.sort((one, other) => one.atMs - other.atMs);
    const { atMs, happen } = events.shift()!;
    nowMs = atMs;
    happen();
    await setImmediate();
  }
  const { waiting, tenants } = admission;
  return { begun, left, most, end: { inFlight: admission.inFlight, waiting, tenants } };
}
