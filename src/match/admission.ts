/**
 * Limits how many matches run and how many wait. One thread does the work, so more than a few at once would
 * only hold more memory. An unbounded queue would make every answer late. A request whose expected wait is
 * too long gets 503 with Retry-After, and a request whose caller disconnects leaves the queue.
 *
 * A match that waits for another host (a language model takes seconds) releases its slot meanwhile. It has
 * precedence over the queue when it needs a slot again.
 */
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

interface Slot {
  /**
   * Releases the slot, waits, and takes a slot again. Throws what `wait` throws, or the signal's reason. One
   * call at a time.
   */
  withoutSlot<T>(wait: () => Promise<T>): Promise<T>;
}

export interface Admission {
  /** Runs the work once a slot is free. Throws 503 `overloaded`, or the signal's reason once aborted. */
  admit<T>(work: (slot: Slot) => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly inFlight: number;
  readonly waiting: number;
}

/** Weight of the newest duration in the exponential moving average of durations. */
const NEWEST_WEIGHT = 0.1;

export function createAdmission(limits: AdmissionLimits, monotonicMs: () => number): Admission {
  let inFlight = 0;
  let meanMs = 0;
  const queue = new Set<() => void>();
  const returning = new Set<() => void>();

  const expectedWaitMs = () => ((queue.size + 1) * meanMs) / limits.inFlight;

  function releaseSlot(): void {
    inFlight--;
    const [next] = returning.size > 0 ? returning : queue;
    next?.();
  }

  function acquireSlot(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    if (inFlight < limits.inFlight) {
      inFlight++;
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
        inFlight++;
        resolve();
      };
      waiting.add(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function refuseIfFull(): void {
    if (inFlight < limits.inFlight) return;
    if (queue.size < limits.waiting && expectedWaitMs() <= limits.longestWaitMs) return;
    throw retryLater(
      'overloaded',
      `${counted(inFlight, 'match is', 'matches are')} running and ${counted(queue.size, 'waits', 'wait')}; retry later, or send fewer at once`,
      Math.max(1000, expectedWaitMs()),
    );
  }

  return {
    async admit(work, signal) {
      signal?.throwIfAborted();
      refuseIfFull();
      await acquireSlot(queue, signal);
      let sinceMs: number | null = monotonicMs();
      let tookMs = 0;
      const release = () => {
        if (sinceMs === null) return;
        tookMs += monotonicMs() - sinceMs;
        sinceMs = null;
        releaseSlot();
      };
      const withoutSlot = async <T>(wait: () => Promise<T>): Promise<T> => {
        release();
        try {
          return await wait();
        } finally {
          signal?.throwIfAborted();
          await acquireSlot(returning, signal);
          sinceMs = monotonicMs();
        }
      };
      try {
        return await work({ withoutSlot });
      } finally {
        release();
        meanMs = meanMs === 0 ? tookMs : meanMs + NEWEST_WEIGHT * (tookMs - meanMs);
      }
    },
    get inFlight() {
      return inFlight;
    },
    get waiting() {
      return queue.size;
    },
  };
}
