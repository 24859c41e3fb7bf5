/**
 * At most so many requests in work at once: one more is told to come back, because a queue without end answers
 * nobody in time. Counted from the key's acceptance to the end of the answer (or of the connection).
 */
import type { onRequestAsyncHookHandler } from 'fastify';
import { retryLater } from '../contract/errors.ts';

const RETRY_AFTER_MS = 1000;

export interface Admission {
  readonly enter: onRequestAsyncHookHandler;
}

export function createAdmission(limit: number, tell: (inFlight: number) => void): Admission {
  let inFlight = 0;
  return {
    enter: async (_request, reply) => {
      if (inFlight >= limit) {
        throw retryLater(
          'overloaded',
          `The server has ${limit} requests in work and takes no more for now. Wait as long as Retry-After says.`,
          RETRY_AFTER_MS,
        );
      }
      tell(++inFlight);
      reply.raw.once('close', () => tell(--inFlight));
    },
  };
}
