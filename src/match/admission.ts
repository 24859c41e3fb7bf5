/**
 * How many matches may be in work and waiting. More at once than a few would only hold more memory, since one
 * thread does the work; a queue without end would answer everybody late. Who would wait too long is told to come
 * back (503 with Retry-After), and who has gone leaves the queue.
 */
import { retryLater } from '../contract/errors.ts';

export interface AdmissionLimits {
  /** Matches in work at the same time. */
  readonly inFlight: number;
  /** Matches that wait for a place. */
  readonly waiting: number;
  /** Who would probably wait longer is refused at once, ms. */
  readonly longestWaitMs: number;
}

export const defaultAdmissionLimits: AdmissionLimits = { inFlight: 4, waiting: 256, longestWaitMs: 10_000 };

export interface Admission {
  /** Runs the work when there is a place for it. Throws 503 `overloaded`, or the signal's reason once aborted. */
  admit<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly inFlight: number;
  readonly waiting: number;
}

/** Weight of the newest duration in the running mean. */
const NEWEST = 0.1;

export function createAdmission(limits: AdmissionLimits, monotonicMs: () => number): Admission {
  let inFlight = 0;
  let meanMs = 0;
  const queue = new Set<() => void>();

  const expectedWaitMs = () => ((queue.size + 1) * meanMs) / limits.inFlight;

  function release(startedMs: number): void {
    const tookMs = monotonicMs() - startedMs;
    meanMs = meanMs === 0 ? tookMs : meanMs + NEWEST * (tookMs - meanMs);
    inFlight--;
    const [next] = queue;
    next?.();
  }

  function place(signal: AbortSignal | undefined): Promise<void> {
    if (inFlight < limits.inFlight) {
      inFlight++;
      return Promise.resolve();
    }
    if (queue.size >= limits.waiting || expectedWaitMs() > limits.longestWaitMs) {
      throw retryLater(
        'overloaded',
        `${inFlight} matches are in work and ${queue.size} wait; come back later, or send fewer at once`,
        Math.max(1000, expectedWaitMs()),
      );
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        queue.delete(enter);
        reject(signal!.reason);
      };
      const enter = () => {
        queue.delete(enter);
        signal?.removeEventListener('abort', leave);
        inFlight++;
        resolve();
      };
      queue.add(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  return {
    async admit(work, signal) {
      signal?.throwIfAborted();
      await place(signal);
      const startedMs = monotonicMs();
      try {
        return await work();
      } finally {
        release(startedMs);
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
