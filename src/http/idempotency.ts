/**
 * `Idempotency-Key`: the same POST sent twice is carried out once. The key is claimed before the work, what is
 * answered with 2xx is kept for 24 hours and given back byte for byte; any other answer frees the key.
 *
 * Unique per workspace and route. Compared are the concrete path and the body as a JSON value (the order of keys
 * does not count, defaults that a schema would add do: `{}` and `{"limit": 10}` differ).
 */
import { createHash } from 'node:crypto';
import type {
  FastifyReply,
  FastifyRequest,
  onSendAsyncHookHandler,
  preHandlerAsyncHookHandler,
} from 'fastify';
import type { Logger } from 'pino';
import { z } from 'zod';
import { apiError, retryLater } from '../contract/errors.ts';
import type { IdempotencyStore, StoredAnswer } from '../storage/store.ts';
import { canonicalJson } from './canonical-json.ts';
import { redactSecrets } from './redact.ts';

const HOUR_MS = 3_600_000;
const IDEMPOTENCY_TTL_MS = 24 * HOUR_MS;
/** Longer than any request may take: a claim this old belongs to a process that died. */
const STALE_CLAIM_MS = 120_000;
const RETRY_AFTER_MS = 1000;
const MAX_KEY_LENGTH = 255;

/** Loose: the other headers are none of its business. */
export const IdempotencyHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .min(1)
    .max(MAX_KEY_LENGTH)
    .optional()
    .describe(
      `1 to ${MAX_KEY_LENGTH} characters. The same key with the same body within 24 hours gives the first answer again.`,
    ),
});

export interface Idempotency {
  readonly claim: preHandlerAsyncHookHandler;
  readonly keep: onSendAsyncHookHandler<unknown>;
}

export function createIdempotency(store: IdempotencyStore, clock: () => number): Idempotency {
  return {
    claim: async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string') return;
      const tenant = request.caller!.tenantId;
      const route = routeName(request);
      const claim = await store.claim({
        tenant,
        route,
        key,
        fingerprint: fingerprintOf(request),
        nowMs: clock(),
        ttlMs: IDEMPOTENCY_TTL_MS,
        staleAfterMs: STALE_CLAIM_MS,
      });
      switch (claim.state) {
        case 'claimed':
          request.claimedKey = key;
          return;
        case 'done':
          return replay(reply, claim.answer);
        case 'in_progress':
          throw retryLater(
            'idempotency_in_progress',
            'The first request with this Idempotency-Key is still in work. Wait as long as Retry-After says, then send it again to get its answer.',
            RETRY_AFTER_MS,
          );
        case 'mismatch':
          throw apiError(
            'idempotency_key_reused',
            'This Idempotency-Key was used with another path or body within the last 24 hours. Use a new key for a new request.',
            { idempotency_key: key },
          );
      }
    },
    keep: async (request, reply, payload) => {
      const key = request.claimedKey;
      if (key === undefined) return payload;
      request.claimedKey = undefined;
      await settle(store, request, reply, key, payload);
      return payload;
    },
  };
}

async function settle(
  store: IdempotencyStore,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  payload: unknown,
): Promise<void> {
  const tenant = request.caller!.tenantId;
  const route = routeName(request);
  const { statusCode: status } = reply;
  if (status >= 200 && status < 300 && typeof payload === 'string') {
    await store.finish(tenant, route, key, { status, body: payload, requestId: request.id });
    return;
  }
  try {
    await store.release(tenant, route, key);
  } catch (error) {
    // The first error is what the caller must hear; the claim goes stale by itself.
    logFailedRelease(request.log as Logger, error);
  }
}

function logFailedRelease(log: Logger, error: unknown): void {
  const message = redactSecrets(error instanceof Error ? error.message : String(error));
  log.error({ error: { message } }, 'an idempotency key could not be freed');
}

function replay(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .header('Idempotent-Replayed', 'true')
    .header('Original-Request-Id', answer.requestId)
    .serializer((body: unknown) => body as string)
    .send(answer.body);
}

function routeName(request: FastifyRequest): string {
  return `${request.method} ${request.routeOptions.url}`;
}

function fingerprintOf(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`${request.url}\n${canonicalJson(request.jsonBody)}`)
    .digest('hex');
}
