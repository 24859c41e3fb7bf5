/**
 * The idempotency keys of the requests that this server is carrying out. The server renews their leases while
 * it lives, so that no other server begins the work a second time. The leases of a killed server end within
 * seconds; then another server, or the same one after its restart, takes the request over.
 *
 * A call that finds a claim of another server waits, because a client whose server was killed sends its
 * request again at once. It gets the answer of the former request, or does the work when the lease is over. A
 * renewed lease shows that the other server lives; the call is then refused as any repeated request.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClaimedKey, IdempotencyStore } from '../../../platform/storage/idempotency-store.ts';

type NewClaim = Omit<Parameters<IdempotencyStore['claim']>[0], 'owner' | 'leaseMs'>;
type Claimed = Awaited<ReturnType<IdempotencyStore['claim']>>;

export interface ClaimTimes {
  /** Four renewals may fail before another server begins the work. */
  readonly leaseMs: number;
  readonly renewEveryMs: number;
  readonly lookEveryMs: number;
  /** Longer than any request may take: a claim this old is no longer renewed. */
  readonly longestMs: number;
}

const usualTimes: ClaimTimes = { leaseMs: 10_000, renewEveryMs: 2000, lookEveryMs: 250, longestMs: 120_000 };

export interface OpenClaims {
  claim(claim: NewClaim): Promise<Claimed>;
  finish(key: Omit<ClaimedKey, 'owner'>, ...answered: Answered): Promise<void>;
  release(key: Omit<ClaimedKey, 'owner'>): Promise<void>;
}

type Answered = Parameters<IdempotencyStore['finish']> extends [ClaimedKey, ...infer Rest] ? Rest : never;

export function openClaims(store: IdempotencyStore, times: ClaimTimes = usualTimes): OpenClaims {
  const owner = randomUUID();
  const held = new Map<string, { readonly key: ClaimedKey; readonly sinceMs: number }>();
  let timer: NodeJS.Timeout | undefined;

  const idOf = ({ tenant, route, key }: Omit<ClaimedKey, 'owner'>) => JSON.stringify([tenant, route, key]);
  const hold = (key: ClaimedKey) => {
    held.set(idOf(key), { key, sinceMs: performance.now() });
    timer ??= setInterval(renew, times.renewEveryMs).unref();
  };
  const letGo = (key: Omit<ClaimedKey, 'owner'>) => {
    held.delete(idOf(key));
    if (held.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  function renew(): void {
    for (const { key, sinceMs } of held.values()) {
      const heldMs = performance.now() - sinceMs;
      if (heldMs >= times.longestMs) letGo(key);
      // A lost renewal is made up for by the next one.
      else if (heldMs >= times.renewEveryMs) store.renew(key, times.leaseMs).catch(() => undefined);
    }
  }
  async function claimOrWait(newClaim: NewClaim): Promise<Claimed> {
    const claim = { ...newClaim, owner, leaseMs: times.leaseMs };
    let claimed = await store.claim(claim);
    while (claimed.state === 'in_progress' && claimed.owner !== owner && claimed.leftMs <= times.leaseMs) {
      const { leftMs, owner: other } = claimed;
      const waitMs = Math.min(leftMs + 1, times.lookEveryMs);
      await sleep(waitMs);
      claimed = await store.claim(claim);
      const isRenewed = claimed.state === 'in_progress' && claimed.owner === other && claimed.leftMs > leftMs;
      if (isRenewed) break;
    }
    return claimed;
  }

  return {
    async claim(claim) {
      const claimed = await claimOrWait(claim);
      const { tenant, route, key } = claim;
      if (claimed.state === 'claimed') hold({ tenant, route, key, owner });
      return claimed;
    },
    async finish(key, ...answered) {
      try {
        await store.finish({ ...key, owner }, ...answered);
      } finally {
        letGo(key);
      }
    },
    async release(key) {
      letGo(key);
      await store.release({ ...key, owner });
    },
  };
}
