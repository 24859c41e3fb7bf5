/** The open streams of this process: how many there may be, and how they end. */
import type { TenantId } from '../../contract/brands.ts';
import { retryLater } from '../../contract/errors.ts';
import { type Followed, type FollowParts, followEvents, type Look } from './follow-events.ts';

/** Streams of one workspace on one server. */
const MOST_OF_A_TENANT = 10;
const MOST_STREAMS = 100;
const RETRY_AFTER_MS = 5000;

export interface EventStreams {
  /** Ends with the signal, and with `end`. Throws 429 `rate_limited` and 503 `overloaded`. */
  open(tenant: TenantId, followed: Followed, signal: AbortSignal): AsyncIterable<Look>;
  /** Ends every stream, because the server stops. */
  end(): void;
}

export function createEventStreams(parts: FollowParts): EventStreams {
  const ending = new AbortController();
  const open = new Map<TenantId, number>();
  let all = 0;

  function take(tenant: TenantId): () => void {
    const own = open.get(tenant) ?? 0;
    if (own >= MOST_OF_A_TENANT) throw tooManyOfTenant();
    if (all >= MOST_STREAMS) throw tooMany();
    open.set(tenant, own + 1);
    all++;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = open.get(tenant)! - 1;
      if (left === 0) open.delete(tenant);
      else open.set(tenant, left);
      all--;
    };
  }

  return {
    open(tenant, followed, clientGone) {
      const leave = take(tenant);
      const signal = AbortSignal.any([ending.signal, clientGone]);
      // Also if the stream is never read.
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
      return untilLeft(followEvents(parts, tenant, followed, signal), leave);
    },
    end: () => ending.abort(),
  };
}

/** A stream may also end because its caller may not read any more, or with a fault of the store. */
async function* untilLeft(looks: AsyncIterable<Look>, leave: () => void): AsyncGenerator<Look> {
  try {
    yield* looks;
  } finally {
    leave();
  }
}

function tooManyOfTenant() {
  return retryLater(
    'rate_limited',
    `This workspace has ${MOST_OF_A_TENANT} streams of events open on this server, the most there may be. Close one, or share one stream among its readers.`,
    RETRY_AFTER_MS,
  );
}

function tooMany() {
  return retryLater(
    'overloaded',
    `The server has ${MOST_STREAMS} streams of events open. Wait as long as Retry-After says, or use another server.`,
    RETRY_AFTER_MS,
  );
}
