/**
 * Bounds the number of requests that are processed at once. A request beyond the bound is refused with
 * Retry-After, because an unbounded queue answers late. A request holds a slot from the moment its body is
 * complete until its answer is sent or its connection ends. A body that is still being received holds no
 * slot, because slow clients of one tenant would otherwise shut out all others.
 */
import type { preParsingAsyncHookHandler } from 'fastify';
import { invalidRequest, retryLater } from '../../../contract/errors.ts';
import { createFairSlots } from '../../../platform/threads/fair-slots.ts';
import { clientIsGone } from './client-signal.ts';

const RETRY_AFTER_MS = 1000;

export interface Admission {
  readonly enter: preParsingAsyncHookHandler;
}

export function createAdmission(limit: number, onChange: (inFlight: number) => void): Admission {
  const slots = createFairSlots(limit);
  return {
    enter: async (request, reply) => {
      // The `close` event has fired already; a slot taken now would never be released.
      if (clientIsGone(reply.raw)) throw connectionEnded();
      const { tenantId } = request.caller!;
      if (!slots.take(tenantId)) {
        throw retryLater(
          'overloaded',
          `The server has ${limit} requests in progress, and this workspace has its share of them. Wait as long as Retry-After says, or send fewer at once.`,
          RETRY_AFTER_MS,
        );
      }
      onChange(slots.taken);
      reply.raw.once('close', () => {
        slots.leave(tenantId);
        onChange(slots.taken);
      });
    },
  };
}

function connectionEnded() {
  return invalidRequest([{ path: '', message: 'the connection ended before the request was carried out' }]);
}
