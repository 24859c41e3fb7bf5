/**
 * Executes a POST that is sent twice only once, in one of two ways.
 *
 * Synchronous work: the key is claimed before it (`open-claims.ts`). A 2xx answer is kept for 24 hours and
 * replayed byte for byte; any other answer frees the key.
 *
 * Accepted work (jobs): the key is claimed in the transaction that creates the job, with the answer that
 * names it. Neither ever exists without the other, and a refused request stores nothing. The look-up here
 * only makes replays cheap: a replay skips the validation of a megabyte. If several simultaneous
 * requests find no key, one of them creates the job.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import { keyInProgress, keyOfErased, keyReused } from '../../../contract/idempotency.ts';
import { personIds } from '../../../contract/person-ids.ts';
import type { RequestClaim } from '../../../platform/jobs/accept-job.ts';
import type { IdempotencyStore, KnownKey } from '../../../platform/storage/idempotency-store.ts';
import { jobAnswer } from '../answers/job-answer.ts';
import { redactSecrets } from '../logs/redact-secrets.ts';
import {
  fingerprintOf,
  IDEMPOTENCY_TTL_MS,
  replay,
  type SentKey,
  sentKey,
  sentKeys,
} from './idempotency-key.ts';
import { type OpenClaims, openClaims } from './open-claims.ts';

export interface Idempotency {
  /** Before the work: claims the key, or replays the answer. */
  readonly claim: preHandlerAsyncHookHandler;
  /** After the work: keeps the answer, or frees the key. */
  readonly keep: onSendAsyncHookHandler<unknown>;
  /** For jobs: looks the key up, and leaves the claim to the transaction of the job. */
  readonly find: preHandlerAsyncHookHandler;
}

export function createIdempotency(
  store: IdempotencyStore,
  clock: () => number,
  claims = openClaims(store),
): Idempotency {
  return {
    claim: async (request, reply) => {
      const sentNow = sentKeys(request);
      const { operation } = request.routeOptions.config;
      if (sentNow.length === 0 || operation?.keepsAnswer?.(request.body) === false) return;
      const people = personIds(request.body);
      const fingerprint = await fingerprintOf(request);
      for (const sent of sentNow) {
        const { tenant, route, key } = sent;
        const claimed = await claims.claim({
          tenant,
          route,
          key,
          fingerprint,
          people,
          nowMs: clock(),
          ttlMs: IDEMPOTENCY_TTL_MS,
        });
        switch (claimed.state) {
          case 'claimed':
            request.heldKeys = [...(request.heldKeys ?? []), sent];
            break;
          case 'done':
            return replay(reply, claimed.answer);
          case 'in_progress':
            throw keyInProgress(sent.name);
          case 'mismatch':
            throw keyReused(key, sent.name);
          case 'erased':
            throw keyOfErased(sent.name);
        }
      }
    },
    keep: async (request, reply, payload) => {
      const held = request.heldKeys ?? [];
      request.heldKeys = null;
      for (const key of held) await settle(claims, key, request, reply, payload);
      return payload;
    },
    find: async (request, reply) => {
      const sent = sentKey(request);
      if (sent === null) return;
      const nowMs = clock();
      const known = await store.find(sent.tenant, sent.route, sent.key, nowMs);
      // A body of a megabyte takes 15 to 40 ms for each of parsing, validation and hashing: other requests
      // run in between.
      await nextTurn();
      const fingerprint = await fingerprintOf(request);
      await nextTurn();
      const people = personIds(request.body);
      if (known !== null) return answerKnown(reply, known, fingerprint, sent.key);
      const { route, key } = sent;
      const { operation } = request.routeOptions.config;
      const form = operation?.answers === 'job' ? operation.answerWith : undefined;
      const answerFor = (job: Parameters<typeof jobAnswer>[0]) =>
        jobAnswer(job, request.id, { body: request.body, form });
      request.jobClaim = {
        route,
        key,
        fingerprint,
        people,
        nowMs,
        ttlMs: IDEMPOTENCY_TTL_MS,
        answerFor,
      } satisfies RequestClaim;
    },
  };
}

function answerKnown(reply: FastifyReply, known: KnownKey, fingerprint: string, key: string): FastifyReply {
  if (known.fingerprint !== fingerprint) throw keyReused(key);
  if (known.answer === null) throw keyInProgress();
  return replay(reply, known.answer);
}

async function settle(
  claims: OpenClaims,
  { tenant, route, key }: SentKey,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { statusCode: status } = reply;
  if (status >= 200 && status < 300 && typeof payload === 'string') {
    const answer = { status, body: payload, requestId: request.id };
    await claims.finish({ tenant, route, key }, answer, personIds(JSON.parse(payload)));
    return;
  }
  try {
    await claims.release({ tenant, route, key });
  } catch (error) {
    // The caller must see the first error; the claim expires by itself.
    logFailedRelease(request.log as Logger, error);
  }
}

function logFailedRelease(log: Logger, error: unknown): void {
  const message = redactSecrets(error instanceof Error ? error.message : String(error));
  log.error({ error: { message } }, 'an idempotency key could not be freed');
}
