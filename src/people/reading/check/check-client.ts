/**
 * The caller's end of the thread that checks definitions. A stranger's definition may take any time and
 * memory to read. It is therefore read in a thread of its own, with limits of time and memory; texts of
 * stored people never wait for it. Checks run one after the other. The next check is that of the owner whose
 * checks have taken the least time. The thread starts with the first check, and ends when it has been idle
 * for a while.
 *
 * Every check ends within one bound from its request on, the wait for others and for the thread included. A
 * check that has run for half of the bound is ended where another owner waits; that owner then has the other
 * half.
 */
import { retryLater } from '../../../contract/errors.ts';
import { FairQueue } from '../../../platform/threads/fair-queue.ts';
import { createFairSlots } from '../../../platform/threads/fair-slots.ts';
import { ThreadEnded } from '../../../platform/threads/thread-ended.ts';
import { WorkerClient } from '../../../platform/threads/worker-client.ts';
import { type CheckedDefinition, type CheckInput, type CheckMessage, unreadable } from './check-protocol.ts';

/** From the request to its end. */
const CHECK_MS = 10_000;
const IDLE_MS = 5 * 60_000;
const MAX_HEAP_MIB = 512;
/** With less, an eighth of the time goes into moving what is kept out of it. */
const YOUNG_HEAP_MIB = 64;
const MAX_WAITING = 8;
/** Checks of one owner, waiting or running. */
const MAX_OF_OWNER = 2;
const RETRY_MS = 2000;

interface Running {
  readonly owner: string;
  readonly beganMs: number;
  readonly ending: AbortController;
  readonly timers: NodeJS.Timeout[];
}

const tooManyChecks = () =>
  retryLater('overloaded', 'Too many definitions are being checked. Try again soon.', RETRY_MS);

export interface CheckLimits {
  readonly checkMs: number;
  readonly idleMs: number;
}

export interface CheckClient {
  /** `owner`: a workspace. Throws 503 `overloaded` where too many checks wait, and the signal's reason. */
  check(owner: string, input: CheckInput, signal?: AbortSignal): Promise<CheckedDefinition>;
  close(): Promise<void>;
}

export function createCheckClient(
  script: URL,
  { checkMs, idleMs }: CheckLimits = { checkMs: CHECK_MS, idleMs: IDLE_MS },
): CheckClient {
  const open = () =>
    new WorkerClient<CheckMessage, CheckedDefinition>(script, {
      name: 'definition check',
      hasNativeParts: true,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    });
  const places = createFairSlots(MAX_WAITING);
  const queue = new FairQueue<() => void>();
  let lastOrder = 0;
  let running: Running | null = null;
  /** A check has its turn. */
  let isBusy = false;
  let thread = open();
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  async function replaceThread(): Promise<void> {
    const ended = thread;
    if (!isClosed) thread = open();
    await ended.close();
  }

  /** A check that others wait for has half of the bound. */
  function hurry(): void {
    if (running === null) return;
    const { owner, beganMs, ending, timers } = running;
    if (queue.size === 0 || queue.of(owner).waiting === queue.size) return;
    const leftMs = Math.max(0, beganMs + checkMs / 2 - performance.now());
    timers.push(setTimeout(() => ending.abort(), leftMs));
  }

  function next(): void {
    const begin = isBusy ? undefined : queue.take()?.item;
    isBusy ||= begin !== undefined;
    begin?.();
  }

  async function run(owner: string, input: CheckInput, endsAtMs: number): Promise<CheckedDefinition> {
    const beganMs = performance.now();
    const ending = new AbortController();
    const timers = [setTimeout(() => ending.abort(), Math.max(0, endsAtMs - beganMs))];
    running = { owner, beganMs, ending, timers };
    hurry();
    let readSinceMs: number | null = null;
    try {
      const prepare = input.compile || input.texts.length > 0 ? 'tools' : 'thread';
      await thread.call({ prepare }, { signal: ending.signal });
      readSinceMs = performance.now();
      return await thread.call(input, { signal: ending.signal });
    } catch (error) {
      if (ending.signal.aborted) {
        // The thread goes on to prepare itself, for the next one.
        if (readSinceMs === null) throw tooManyChecks();
        const readMs = performance.now() - readSinceMs;
        await replaceThread();
        // With less, the definition is not to blame.
        if (readMs < checkMs / 3) throw tooManyChecks();
        return unreadable(
          `this takes longer than ${(readMs / 1000).toFixed(1)} seconds to read; use shorter lists and simpler patterns`,
        );
      }
      if (error instanceof ThreadEnded && !isClosed) {
        await replaceThread();
        return unreadable('this takes more memory to read than a definition may; use shorter lists');
      }
      throw error;
    } finally {
      for (const timer of timers) clearTimeout(timer);
      running = null;
      isBusy = false;
      queue.charge(owner, performance.now() - beganMs);
      queue.leave(owner);
      next();
    }
  }

  /** Resolves when it is the check's turn. */
  function turn(owner: string, endsAtMs: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (reason: unknown) => {
        signal?.removeEventListener('abort', abandon);
        clearTimeout(timer);
        if (queue.remove(owner, begin)) reject(reason);
      };
      const abandon = () => leave(signal!.reason);
      const begin = () => {
        signal?.removeEventListener('abort', abandon);
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => leave(tooManyChecks()), endsAtMs - performance.now());
      signal?.addEventListener('abort', abandon, { once: true });
      queue.push(owner, begin, ++lastOrder);
      next();
      hurry();
    });
  }

  return {
    async check(owner, input, signal) {
      signal?.throwIfAborted();
      const endsAtMs = performance.now() + checkMs;
      const { waiting, serving } = queue.of(owner);
      if (waiting + serving >= MAX_OF_OWNER || !places.take(owner)) throw tooManyChecks();
      clearTimeout(idle);
      try {
        await turn(owner, endsAtMs, signal);
        return await run(owner, input, endsAtMs);
      } finally {
        places.leave(owner);
        if (places.taken === 0) idle = setTimeout(() => void replaceThread(), idleMs).unref();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await thread.close();
    },
  };
}
