/**
 * Read-modify-write without lost updates. Calls for one key run one after the other in this process. If
 * another process wrote first (the compare-and-set returns `conflict`), the call starts again from the stored
 * state.
 */
import { retryLater } from '../../../contract/errors.ts';

const MAX_ATTEMPTS = 8;

export interface OneAtATime {
  /** `attempt` returns `conflict` to be called again. Throws 503 `overloaded` after MAX_ATTEMPTS. */
  run<Result>(key: string, attempt: () => Promise<Result | 'conflict'>): Promise<Result>;
}

export function createOneAtATime(): OneAtATime {
  const tails = new Map<string, Promise<unknown>>();
  return {
    async run(key, attempt) {
      const before = tails.get(key) ?? Promise.resolve();
      const mine = before.then(() => retry(attempt));
      const tail = mine.catch(() => {});
      tails.set(key, tail);
      try {
        return await mine;
      } finally {
        if (tails.get(key) === tail) tails.delete(key);
      }
    },
  };
}

async function retry<Result>(attempt: () => Promise<Result | 'conflict'>): Promise<Result> {
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const result = await attempt();
    if (result !== 'conflict') return result;
  }
  throw retryLater('overloaded', 'the same profile is being written by many others; try again', 200);
}
