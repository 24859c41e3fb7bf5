/**
 * How many requests may be in work at once: one more is told to come back, because a queue without end answers late. A
 * request is in work from when its body is in until its answer is sent or its connection ends. A body that travels holds
 * no slot: slow clients of one tenant would shut out all others.
 */
import type { preParsingAsyncHookHandler } from 'fastify';
import { invalidRequest, retryLater } from '../contract/errors.ts';
import { clientIsGone } from './client-signal.ts';
import { createFairSlots } from './fair-slots.ts';

const RETRY_AFTER_MS = 1000;

export interface Admission {
  readonly enter: preParsingAsyncHookHandler;
}

export function createAdmission(limit: number, tell: (inFlight: number) => void): Admission {
  const slots = createFairSlots(limit);
  return {
    enter: async (request, reply) => {
      // The close that gives the slot back has been already: the slot would be lost.
      if (clientIsGone(reply.raw)) throw connectionEnded();
      const { tenantId } = request.caller!;
      if (!slots.take(tenantId)) {
        throw retryLater(
          'overloaded',
          `The server has ${limit} requests in work, and this workspace has its share of them. Wait as long as Retry-After says, or send fewer at once.`,
          RETRY_AFTER_MS,
        );
      }
      tell(slots.taken);
      reply.raw.once('close', () => {
        slots.leave(tenantId);
        tell(slots.taken);
      });
    },
  };
}

function connectionEnded() {
  return invalidRequest([{ path: '', message: 'the connection ended before the request was carried out' }]);
}
