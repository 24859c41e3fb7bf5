/**
 * Turns of documents: one has its turn at a time. The next is that of the tenant whose documents have taken
 * the least time, so a tenant with many slow ones does not keep others out.
 */
import { retryLater } from '../../contract/errors.ts';
import { FairQueue } from '../../platform/threads/fair-queue.ts';
import { createFairSlots } from '../../platform/threads/fair-slots.ts';

export interface DocumentQueue {
  /** Throws 503 `overloaded` where too many wait, and where the turn does not come in time. */
  run<T>(tenant: string, work: () => Promise<T>): Promise<T>;
}

export interface QueueLimits {
  /** Documents that wait or are read, over all tenants. Each holds its bytes. */
  readonly places: number;
  readonly longestWaitMs: number;
}

const RETRY_AFTER_MS = 2000;

const tooMany = () =>
  retryLater(
    'overloaded',
    'Too many documents are waiting to be read. Wait as long as Retry-After says.',
    RETRY_AFTER_MS,
  );

export function createDocumentQueue({ places: most, longestWaitMs }: QueueLimits): DocumentQueue {
  const places = createFairSlots(most);
  const queue = new FairQueue<() => void>();
  let lastOrder = 0;
  let isBusy = false;

  function next(): void {
    const begin = isBusy ? undefined : queue.take()?.item;
    isBusy ||= begin !== undefined;
    begin?.();
  }

  function turn(tenant: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        if (queue.remove(tenant, begin)) reject(tooMany());
      }, longestWaitMs);
      queue.push(tenant, begin, ++lastOrder);
      next();
    });
  }

  return {
    async run(tenant, work) {
      if (!places.take(tenant)) throw tooMany();
      try {
        await turn(tenant);
        const beganMs = performance.now();
        try {
          return await work();
        } finally {
          queue.charge(tenant, performance.now() - beganMs);
          queue.leave(tenant);
          isBusy = false;
          next();
        }
      } finally {
        places.leave(tenant);
      }
    },
  };
}
