/**
 * Requests a second, by key. The headers follow draft-ietf-httpapi-ratelimit-headers: the policy gives the
 * requests (`q`) in a window of `w` seconds. The state gives the remaining requests (`r`) and the seconds
 * until all are available again (`t`). A token bucket of rate R and burst B is described as B requests in B/R
 * seconds.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { counted, retryLater } from '../../../contract/errors.ts';
import { type Caller, callerInWords } from '../../accounts/authenticate.ts';
import type { RateLimiter, RateState } from '../server-dependencies.ts';

export function limitRate(limiter: RateLimiter) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const caller = request.caller!;
    const state = limiter.take(caller);
    setRateHeaders(reply, caller, state);
    if (state.allowed) return;
    throw retryLater(
      'rate_limited',
      `This ${callerInWords(caller)} sends more than its ${counted(caller.rate, 'request')} a second (burst ${caller.burst}). Wait as long as Retry-After says, or ask the operator for a higher rate.`,
      state.retryAfterMs,
    );
  };
}

export function setRateHeaders(reply: FastifyReply, caller: Caller, state: RateState): void {
  const windowSeconds = Math.max(1, Math.ceil(caller.burst / caller.rate));
  reply.header('RateLimit-Policy', `"key";q=${caller.burst};w=${windowSeconds}`);
  reply.header('RateLimit', `"key";r=${state.remaining};t=${Math.ceil(state.fullInMs / 1000)}`);
}
