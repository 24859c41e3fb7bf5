/**
 * Read, think, write without losing an update: calls for one key run one after the other in this process, and
 * a write that another process overtook (compare-and-set says `conflict`) starts again from what is stored now.
 */
import { retryLater } from '../../contract/errors.ts';

const MAX_ATTEMPTS = 8;

export interface OneAtATime {
  /** `attempt` gives `conflict` to be called again. */
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
