/**
 * How many matches may be in work and waiting. More at once than a few would only hold more memory, since one
 * thread does the work; a queue without end would answer everybody late. Who would wait too long is told to come
 * back (503 with Retry-After), and who has gone leaves the queue. A match that waits for another host (a language
 * model takes seconds) leaves its place meanwhile, and has the next one when it comes back.
 */
import { counted, retryLater } from '../contract/errors.ts';

export interface AdmissionLimits {
  /** Matches in work at the same time. */
  readonly inFlight: number;
  /** Matches that wait for a place. */
  readonly waiting: number;
  /** Who would probably wait longer is refused at once, ms. */
  readonly longestWaitMs: number;
}

export const defaultAdmissionLimits: AdmissionLimits = { inFlight: 4, waiting: 256, longestWaitMs: 10_000 };

interface Slot {
  /** Waits without the place. Ends with one again, or throws the signal's reason. Never twice at a time. */
  withoutSlot<T>(wait: () => Promise<T>): Promise<T>;
}

export interface Admission {
  /** Runs the work when there is a place for it. Throws 503 `overloaded`, or the signal's reason once aborted. */
  admit<T>(work: (slot: Slot) => Promise<T>, signal?: AbortSignal): Promise<T>;
  readonly inFlight: number;
  readonly waiting: number;
}

/** Weight of the newest duration in the running mean. */
const NEWEST = 0.1;

export function createAdmission(limits: AdmissionLimits, monotonicMs: () => number): Admission {
  let inFlight = 0;
  let meanMs = 0;
  const queue = new Set<() => void>();
  const comingBack = new Set<() => void>();

  const expectedWaitMs = () => ((queue.size + 1) * meanMs) / limits.inFlight;

  function free(): void {
    inFlight--;
    const [next] = comingBack.size > 0 ? comingBack : queue;
    next?.();
  }

  function stand(line: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
    if (inFlight < limits.inFlight) {
      inFlight++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        line.delete(enter);
        reject(signal!.reason);
      };
      const enter = () => {
        line.delete(enter);
        signal?.removeEventListener('abort', leave);
        inFlight++;
        resolve();
      };
      line.add(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  function refuseIfFull(): void {
    if (inFlight < limits.inFlight) return;
    if (queue.size < limits.waiting && expectedWaitMs() <= limits.longestWaitMs) return;
    throw retryLater(
      'overloaded',
      `${counted(inFlight, 'match is', 'matches are')} in work and ${counted(queue.size, 'waits', 'wait')}; come back later, or send fewer at once`,
      Math.max(1000, expectedWaitMs()),
    );
  }

  return {
    async admit(work, signal) {
      signal?.throwIfAborted();
      refuseIfFull();
      await stand(queue, signal);
      let sinceMs: number | null = monotonicMs();
      let tookMs = 0;
      const leave = () => {
        if (sinceMs === null) return;
        tookMs += monotonicMs() - sinceMs;
        sinceMs = null;
        free();
      };
      const withoutSlot = async <T>(wait: () => Promise<T>): Promise<T> => {
        leave();
        try {
          return await wait();
        } finally {
          signal?.throwIfAborted();
          await stand(comingBack, signal);
          sinceMs = monotonicMs();
        }
      };
      try {
        return await work({ withoutSlot });
      } finally {
        leave();
        meanMs = meanMs === 0 ? tookMs : meanMs + NEWEST * (tookMs - meanMs);
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
