/**
 * Rate limit of sign-ins. An address may try 60 times at once, then once a second. All addresses together may
 * try 300 times at once, then 5 times a second. A key of 190 bits is not guessed at any rate; the limit
 * spares the store. The bucket of an address is asked first, so that one address never empties the bucket of
 * all.
 */
import { isIPv6 } from 'node:net';
import type { onRequestAsyncHookHandler } from 'fastify';
import ipaddr from 'ipaddr.js';
import { retryLater } from '../../../contract/errors.ts';
import { KeyRateLimiter, type RatedKey } from '../../accounts/key-rate-limiter.ts';

const inAll: RatedKey = { keyId: 'all', rate: 5, burst: 300 };

/** `clock`: milliseconds. */
export function limitSignIns(clock: () => number): onRequestAsyncHookHandler {
  const limiter = new KeyRateLimiter(clock);
  return async ({ ip }) => {
    const own: RatedKey = { keyId: `address ${networkOf(ip)}`, rate: 1, burst: 60 };
    for (const key of [own, inAll]) {
      const { allowed, retryAfterMs } = limiter.take(key);
      if (allowed) continue;
      throw retryLater(
        'rate_limited',
        `Too many sign-ins were tried${key === own ? ' from this address' : ''}. Wait as long as Retry-After says.`,
        retryAfterMs,
      );
    }
  };
}

/** An IPv6 host has 2^64 addresses of its own, so its network counts as one address. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const address = ipaddr.parse(ip) as ipaddr.IPv6;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  return address.parts.slice(0, 4).join(':');
}
