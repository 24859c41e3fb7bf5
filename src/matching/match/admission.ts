/**
 * Limits how many matches run and how many wait. One thread does the work, so more than a few at once would
 * only hold more memory. An unbounded queue would make every answer late. A request whose expected wait is
 * too long gets 503 with Retry-After, and a request whose caller disconnects leaves the queue.
 *
 * Every tenant has its own queue. A free slot goes to the tenant whose matches have had the least processor
 * time (`fair-queue.ts`). A refusal depends on the tenant's own running and waiting matches. A tenant without
 * a running match gets a slot although all are taken, until there are twice as many. Its match is beside the
 * others at once, and the turns of the thread decide (`fair-turns.ts`).
 *
 * A match that waits for another host (a language model takes seconds) releases its slot meanwhile. It has
 * precedence over the queue of its tenant when it needs a slot again.
 *
 * Matches of batches are in the background. At most half of the slots are theirs. They enter when no other
 * match waits, and pause while one runs. They have a queue for each tenant, too.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { counted, retryLater } from '../../contract/errors.ts';
import { FairQueue } from '../../platform/threads/fair-queue.ts';
import { createFairSlots } from '../../platform/threads/fair-slots.ts';

export interface AdmissionLimits {
  /** Matches that hold a slot at the same time. */
  readonly inFlight: number;
  /** Matches that wait for their first slot, shared among tenants; one of each may wait in any case. */
  readonly waiting: number;
  /** No match waits longer for its first slot, ms: it is refused, at once where that is expected. */
  readonly longestWaitMs: number;
}

export const defaultAdmissionLimits: AdmissionLimits = { inFlight: 4, waiting: 256, longestWaitMs: 10_000 };

/** `live`: a caller waits for the match. */
type Lane = 'live' | 'background';

export interface Slot {
  /**
   * Releases the slot, waits, and takes a slot again. Throws what `wait` throws, or the signal's reason. One
   * call at a time.
   */
  withoutSlot<T>(wait: () => Promise<T>): Promise<T>;
  /**
   * A pause of a background match while a live match runs; else undefined. Resolves when none runs, or after
   * `PAUSE_MS`, so that a batch goes on beside callers that never stop.
   */
  giveWay(): Promise<void> | undefined;
  /** Counts processor time of the match as its tenant's. */
  spend(ms: number): void;
}

const PAUSE_MS = 50;

export interface Admission {
  /**
   * Runs the work once a slot is free. Throws 503 `overloaded`; in the background it waits instead. Throws
   * the signal's reason once aborted.
   */
  admit<T>(tenant: string, work: (slot: Slot) => Promise<T>, signal?: AbortSignal, lane?: Lane): Promise<T>;
  /** Throws 503 `overloaded` where `admit` would throw it for a caller's match at once. */
  refuseIfFull(tenant: string): void;
  readonly inFlight: number;
  /** Callers' matches that wait for a slot. */
  readonly waiting: number;
  /** Waiting matches of the tenant. */
  waitingOf(tenant: string): number;
  /** Number of entries that are remembered of tenants. */
  readonly tenants: number;
}

/** Weight of the newest duration in the exponential moving average of durations. */
const NEWEST_WEIGHT = 0.1;

/** A match that waits for a slot. */
interface Waiting {
  readonly tenant: string;
  readonly lane: Lane;
  /** The place in the queue of the tenant. */
  readonly order: number;
  readonly signal: AbortSignal | undefined;
  /** null: as long as it takes. */
  readonly longestMs: number | null;
}

const newer = (meanMs: number, tookMs: number) =>
  meanMs === 0 ? tookMs : meanMs + NEWEST_WEIGHT * (tookMs - meanMs);

export function createAdmission(limits: AdmissionLimits, monotonicMs: () => number): Admission {
  const lanes = { live: new FairQueue<() => void>(), background: new FairQueue<() => void>() };
  const slots = { live: 0, background: 0 };
  const places = createFairSlots(limits.waiting);
  /** Mean time that matches hold their slot, ms: by tenant, as long as it has any, and of all. */
  const means = new Map<string, number>();
  let meanMs = 0;
  let lastOrder = 0;
  const backgroundSlots = Math.max(1, Math.floor(limits.inFlight / 2));
  let quiet = Promise.withResolvers<void>();

  const inFlight = () => slots.live + slots.background;
  const isRoomFor = (tenant: string, lane: Lane) => {
    if (lane === 'background')
      return inFlight() < limits.inFlight && slots.background < backgroundSlots && lanes.live.size === 0;
    const isFirst = lanes.live.of(tenant).serving === 0;
    return inFlight() < (isFirst ? 2 * limits.inFlight : limits.inFlight);
  };
  const expectedWaitMs = (tenant: string) => {
    const { waiting, serving } = lanes.live.of(tenant);
    return ((waiting + 1) * (means.get(tenant) ?? meanMs)) / Math.max(1, serving);
  };

  function releaseSlot(tenant: string, lane: Lane): void {
    slots[lane]--;
    lanes[lane].leave(tenant);
    while (inFlight() < limits.inFlight && lanes.live.size > 0) lanes.live.take()!.item();
    while (inFlight() < 2 * limits.inFlight && lanes.live.size > 0) {
      const first = lanes.live.takeFirst();
      if (first === undefined) break;
      first.item();
    }
    while (lanes.background.size > 0 && isRoomFor(tenant, 'background')) lanes.background.take()!.item();
    if (slots.live > 0) return;
    quiet.resolve();
    quiet = Promise.withResolvers();
  }

  function acquireSlot({ tenant, lane, order, signal, longestMs }: Waiting): Promise<void> {
    if (isRoomFor(tenant, lane)) {
      slots[lane]++;
      lanes[lane].enter(tenant);
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        if (lanes[lane].remove(tenant, enter)) reject(reason);
      };
      const abandon = () => leave(signal!.reason);
      const enter = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
        slots[lane]++;
        resolve();
      };
      const timer =
        longestMs === null ? undefined : setTimeout(() => leave(waitedTooLong(tenant)), longestMs);
      lanes[lane].push(tenant, enter, order);
      signal?.addEventListener('abort', abandon, { once: true });
    });
  }

  /** Waits for the first slot of a caller's match. */
  async function acquireFirst(tenant: string, signal: AbortSignal | undefined, order: number) {
    const waiting = { tenant, lane: 'live', order, signal, longestMs: limits.longestWaitMs } as const;
    if (isRoomFor(tenant, 'live')) return acquireSlot(waiting);
    refuseIfFull(tenant);
    places.take(tenant);
    try {
      await acquireSlot(waiting);
    } finally {
      places.leave(tenant);
    }
  }

  function refuseIfFull(tenant: string): void {
    if (isRoomFor(tenant, 'live')) return;
    const isFirst = lanes.live.of(tenant).waiting === 0;
    const isTooLong = !isFirst && expectedWaitMs(tenant) > limits.longestWaitMs;
    if (isTooLong || !places.mayTake(tenant)) throw overloaded(tenant);
  }

  function overloaded(tenant: string) {
    const { waiting, serving } = lanes.live.of(tenant);
    return retryLater(
      'overloaded',
      `${counted(serving, 'match is', 'matches are')} running and ${counted(waiting, 'waits', 'wait')} in this workspace, which has its share of the server; retry later, or send fewer at once`,
      Math.max(1000, expectedWaitMs(tenant)),
    );
  }

  function waitedTooLong(tenant: string) {
    return retryLater(
      'overloaded',
      `The match has waited ${limits.longestWaitMs / 1000} seconds for its turn, and no match waits longer; retry later, or send fewer at once`,
      Math.max(1000, expectedWaitMs(tenant)),
    );
  }

  function noteDuration(tenant: string, tookMs: number): void {
    const { waiting, serving } = lanes.live.of(tenant);
    if (waiting + serving > 0) means.set(tenant, newer(means.get(tenant) ?? meanMs, tookMs));
    else means.delete(tenant);
    meanMs = newer(meanMs, tookMs);
  }

  return {
    async admit(tenant, work, signal, lane = 'live') {
      signal?.throwIfAborted();
      const order = ++lastOrder;
      const again = { tenant, lane, order, signal, longestMs: null };
      if (lane === 'live') await acquireFirst(tenant, signal, order);
      else await acquireSlot(again);
      let sinceMs: number | null = monotonicMs();
      let tookMs = 0;
      const release = () => {
        if (sinceMs === null) return;
        tookMs += monotonicMs() - sinceMs;
        sinceMs = null;
        releaseSlot(tenant, lane);
      };
      const withoutSlot = async <T>(wait: () => Promise<T>): Promise<T> => {
        release();
        try {
          return await wait();
        } finally {
          signal?.throwIfAborted();
          await acquireSlot(again);
          sinceMs = monotonicMs();
        }
      };
      const giveWay = () =>
        lane === 'live' || slots.live === 0 ? undefined : Promise.race([quiet.promise, sleep(PAUSE_MS)]);
      const spend = (ms: number) => lanes[lane].charge(tenant, ms);
      try {
        await giveWay();
        return await work({ withoutSlot, giveWay, spend });
      } finally {
        release();
        if (lane === 'live') noteDuration(tenant, tookMs);
      }
    },
    refuseIfFull,
    get inFlight() {
      return inFlight();
    },
    get waiting() {
      return lanes.live.size;
    },
    waitingOf: (tenant) => lanes.live.of(tenant).waiting,
    get tenants() {
      return means.size + lanes.live.flows + lanes.background.flows;
    },
  };
}
