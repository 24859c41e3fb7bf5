/** The time that a call has, and the signals that end it. */
import { ConnectionError, TimeoutError } from './errors.ts';

export interface Deadline {
  /** Milliseconds left; below 0 when it is past. */
  left(): number;
  /**
   * Runs `work` with a signal that fires with the caller's signal, after `attemptMs` (ConnectionError) or at
   * the deadline (TimeoutError). `streams`: the caller's signal still fires it when `work` is done.
   */
  within<T>(attemptMs: number, work: (signal: AbortSignal) => Promise<T>, streams?: boolean): Promise<T>;
  /** Resolves after `ms`; rejects with the reason of the caller's signal. */
  sleep(ms: number): Promise<void>;
}

/**
 * One timer and one listener at a time, both removed afterwards. `AbortSignal.any` would keep something for
 * each call, over a signal that lives as long as an upload.
 */
export function deadlineIn(timeoutMs: number, caller: AbortSignal | undefined): Deadline {
  const end = performance.now() + timeoutMs;
  const left = () => end - performance.now();
  return {
    left,
    async within(attemptMs, work, streams = false) {
      caller?.throwIfAborted();
      const controller = new AbortController();
      const abort = () => controller.abort(caller?.reason);
      const leftMs = Math.max(0, left());
      // Decided before the timer starts, since timers may fire early.
      const timer = setTimeout(
        () =>
          controller.abort(
            leftMs > attemptMs
              ? new ConnectionError(`no answer within ${attemptMs} ms`)
              : new TimeoutError('the call took longer than its timeoutMs'),
          ),
        Math.min(attemptMs, leftMs, MAX_TIMER_MS),
      );
      caller?.addEventListener('abort', abort);
      let isLinked = false;
      try {
        const result = await work(controller.signal);
        isLinked = streams;
        return result;
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error;
      } finally {
        clearTimeout(timer);
        if (!isLinked) caller?.removeEventListener('abort', abort);
      }
    },
    sleep: (ms) => sleep(ms, caller),
  };
}

/** Timers count in 32 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(ms, MAX_TIMER_MS),
    );
    signal?.addEventListener('abort', abort, { once: true });
  });
}
