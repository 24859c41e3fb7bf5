/**
 * Bounds the number of bodies received at once, by key and in total. Each holds memory, up to the largest
 * body, for as long as its client takes. Tenants share the total slots by the rule of `fair-slots.ts`.
 */

import { retryLater } from '../../../contract/errors.ts';
import { createFairSlots } from '../../../platform/threads/fair-slots.ts';
import type { Caller } from '../../accounts/authenticate.ts';

const RETRY_AFTER_MS = 1000;

export interface OpenBodies {
  /** Counts one more body; the returned function uncounts it. Throws 429 or 503. */
  open(caller: Caller): () => void;
}

interface OpenBodyLimits {
  readonly perKey: number;
  readonly inAll: number;
}

export function createOpenBodies(
  { perKey, inAll }: OpenBodyLimits,
  noteOpen: (open: number) => void,
): OpenBodies {
  const slots = createFairSlots(inAll);
  const ofKeys = new Map<string, number>();
  return {
    open: ({ tenantId, keyId }) => {
      const own = ofKeys.get(keyId) ?? 0;
      if (own >= perKey) throw keyHasTooMany(perKey);
      if (!slots.take(tenantId)) throw serverHasTooMany(inAll);
      ofKeys.set(keyId, own + 1);
      noteOpen(slots.taken);
      return () => {
        const left = ofKeys.get(keyId)! - 1;
        if (left === 0) ofKeys.delete(keyId);
        else ofKeys.set(keyId, left);
        slots.leave(tenantId);
        noteOpen(slots.taken);
      };
    },
  };
}

function keyHasTooMany(perKey: number) {
  return retryLater(
    'rate_limited',
    `This key has ${perKey} bodies on their way, and no more are taken at once. Wait until some are in; send bodies whole and fast.`,
    RETRY_AFTER_MS,
  );
}

function serverHasTooMany(inAll: number) {
  return retryLater(
    'overloaded',
    `The server has ${inAll} bodies on their way, and this workspace has its share of them. Wait as long as Retry-After says, or send fewer at once.`,
    RETRY_AFTER_MS,
  );
}
