/**
 * The caller's end of the thread that checks definitions. A definition of a stranger may take any time and memory to
 * read, so it is read in a thread of its own, which is ended at a limit of time and has a limit of memory; texts of
 * stored people never wait for it. Checks run one after the other. The thread starts with the first check, and ends
 * when it has been idle for a while.
 */
import { retryLater } from '../../contract/errors.ts';
import { ThreadEnded } from '../../threads/thread-ended.ts';
import { WorkerClient } from '../../threads/worker-client.ts';
import { type CheckedDefinition, type CheckInput, type CheckMessage, unreadable } from './check-protocol.ts';

/** For one check, without the wait for the thread and for the checks before it. */
const CHECK_MS = 10_000;
const IDLE_MS = 5 * 60_000;
const MAX_HEAP_MIB = 512;
const MAX_WAITING = 8;
/** Checks of one owner, waiting or running. */
const MAX_OF_OWNER = 2;
const RETRY_MS = 2000;

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
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MIB },
    });
  const owners: string[] = [];
  let thread = open();
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;

  async function replaceThread(): Promise<void> {
    const ended = thread;
    if (!isClosed) thread = open();
    await ended.close();
  }

  async function run(input: CheckInput): Promise<CheckedDefinition> {
    await thread.call({ prepare: input.compile || input.texts.length > 0 ? 'tools' : 'thread' });
    const limit = AbortSignal.timeout(checkMs);
    try {
      return await thread.call(input, { signal: limit });
    } catch (error) {
      if (limit.aborted) {
        await replaceThread();
        return unreadable(
          `this takes longer than ${checkMs / 1000} seconds to read; use shorter lists and simpler patterns`,
        );
      }
      if (error instanceof ThreadEnded && !isClosed) {
        await replaceThread();
        return unreadable('this takes more memory to read than a definition may; use shorter lists');
      }
      throw error;
    }
  }

  return {
    async check(owner, input, signal) {
      const own = owners.filter((one) => one === owner).length;
      if (own >= MAX_OF_OWNER || owners.length >= MAX_WAITING) {
        throw retryLater('overloaded', 'Too many definitions are being checked. Try again soon.', RETRY_MS);
      }
      clearTimeout(idle);
      owners.push(owner);
      const turn = last.then(() => {
        signal?.throwIfAborted();
        return run(input);
      });
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        owners.splice(owners.indexOf(owner), 1);
        if (owners.length === 0) idle = setTimeout(() => void replaceThread(), idleMs).unref();
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await thread.close();
    },
  };
}
