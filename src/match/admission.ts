/**
 * Limits how many matches run and how many wait. One thread does the work, so more than a few at once would
 * only hold more memory. An unbounded queue would make every answer late. A request whose expected wait is
 * too long gets 503 with Retry-After, and a request whose caller disconnects leaves the queue.
 *
 * A match that waits for another host (a language model takes seconds) releases its slot meanwhile. It has
 * precedence over the queue when it needs a slot again.
 *
 * Matches of batches are in the background: at most half of the slots are theirs, they enter when no other match
 * waits, and they pause while one runs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { counted, retryLater } from '../contract/errors.ts';

export interface AdmissionLimits {
  /** Matches that hold a slot at the same time. */
  readonly inFlight: number;
  /** Matches that wait for their first slot. */
  readonly waiting: number;
  /** A request with a longer expected wait is refused at once, ms. */
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
   * In the background, while a live match runs: resolves when none does, or after `PAUSE_MS`, so that a batch goes on
   * beside callers that never stop. Else undefined.
   */
  giveWay(): Promise<void> | undefined;
}

const PAUSE_MS = 50;

export interface Admission {
  /**
   * Runs the work once a slot is free. Throws 503 `overloaded`, but in the background it waits; or the signal's reason
   * once aborted.
   */
  admit<T>(work: (slot: Slot) => Promise<T>, signal?: AbortSignal, lane?: Lane): Promise<T>;
  readonly inFlight: number;
  readonly waiting: number;
}

/** Weight of the newest duration in the exponential moving average of durations. */
const NEWEST_WEIGHT = 0.1;

export function createAdmission(limits: AdmissionLimits, monotonicMs: () => number): Admission {
  const slots = { live: 0, background: 0 };
  let meanMs = 0;
  const queue = new Set<() => void>();
  const returning = new Set<() => void>();
  const background = new Set<() => void>();
  const backgroundSlots = Math.max(1, Math.floor(limits.inFlight / 2));
  let quiet = Promise.withResolvers<void>();

  const inFlight = () => slots.live + slots.background;
  const expectedWaitMs = () => ((queue.size + 1) * meanMs) / limits.inFlight;
  const isRoomFor = (lane: Lane) =>
    inFlight() < limits.inFlight &&
    (lane === 'live' || (slots.background < backgroundSlots && queue.size + returning.size === 0));

  function releaseSlot(lane: Lane): void {
    slots[lane]--;
    const [next] = returning.size > 0 ? returning : queue;
    next?.();
    const [last] = background;
    if (last !== undefined && isRoomFor('background')) last();
    if (slots.live > 0) return;
    quiet.resolve();
    quiet = Promise.withResolvers();
  }

  function acquireSlot(lane: Lane, waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    if (isRoomFor(lane)) {
      slots[lane]++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        reject(signal!.reason);
      };
      const enter = () => {
        waiting.delete(enter);
        signal?.removeEventListener('abort', leave);
        slots[lane]++;
        resolve();
      };
      waiting.add(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function refuseIfFull(): void {
    if (isRoomFor('live')) return;
    if (queue.size < limits.waiting && expectedWaitMs() <= limits.longestWaitMs) return;
    throw retryLater(
      'overloaded',
      `${counted(inFlight(), 'match is', 'matches are')} running and ${counted(queue.size, 'waits', 'wait')}; retry later, or send fewer at once`,
      Math.max(1000, expectedWaitMs()),
    );
  }

  return {
    async admit(work, signal, lane = 'live') {
      signal?.throwIfAborted();
      if (lane === 'live') refuseIfFull();
      await acquireSlot(lane, lane === 'live' ? queue : background, signal);
      let sinceMs: number | null = monotonicMs();
      let tookMs = 0;
      const release = () => {
        if (sinceMs === null) return;
        tookMs += monotonicMs() - sinceMs;
        sinceMs = null;
        releaseSlot(lane);
      };
      const withoutSlot = async <T>(wait: () => Promise<T>): Promise<T> => {
        release();
        try {
          return await wait();
        } finally {
          signal?.throwIfAborted();
          await acquireSlot(lane, lane === 'live' ? returning : background, signal);
          sinceMs = monotonicMs();
        }
      };
      const giveWay = () =>
        lane === 'live' || slots.live === 0 ? undefined : Promise.race([quiet.promise, sleep(PAUSE_MS)]);
      try {
        await giveWay();
        return await work({ withoutSlot, giveWay });
      } finally {
        release();
        if (lane === 'live') meanMs = meanMs === 0 ? tookMs : meanMs + NEWEST_WEIGHT * (tookMs - meanMs);
      }
    },
    get inFlight() {
      return inFlight();
    },
    get waiting() {
      return queue.size;
    },
  };
}
