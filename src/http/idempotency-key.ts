/**
 * `Idempotency-Key`, as far as all operations agree on it: its header, what it is compared by, and how an earlier
 * answer is given again. Unique per workspace and route. Compared are the concrete path and the body as a JSON value
 * (the order of keys does not count, defaults that a schema would add do: `{}` and `{"limit": 10}` differ). An empty
 * object and no body are the same.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { TenantId } from '../contract/brands.ts';
import type { StoredAnswer } from '../storage/store.ts';
import { EventLoopYielder } from '../threads/event-loop-yielder.ts';
import { canonicalPieces } from './canonical-json.ts';
import { isNoBody } from './no-body.ts';
import type { Operation } from './operation.ts';

const HOUR_MS = 3_600_000;
export const IDEMPOTENCY_TTL_MS = 24 * HOUR_MS;

const meaning = 'The same key with the same body within 24 hours gives the first answer again.';

function keyOfLength(least: number, most: number) {
  return z.string().min(least).max(most).describe(`${least} to ${most} characters. ${meaning}`);
}

/** Loose: the other headers are none of its business. */
const anyKey = z.looseObject({ 'idempotency-key': keyOfLength(1, 255).optional() });
const optionalKey = z.looseObject({ 'idempotency-key': keyOfLength(8, 128).optional() });
const requiredKey = z.looseObject({ 'idempotency-key': keyOfLength(8, 128) });

/** A key of wrong length is refused wherever it is sent; which length that is, the kind of operation says. */
export function idempotencyHeaders({ answers, idempotency }: Operation): z.ZodType {
  if (answers !== 'job') return anyKey;
  return idempotency === 'required' ? requiredKey : optionalKey;
}

export interface SentKey {
  readonly tenant: TenantId;
  /** `POST /v1/datasets/:dataset_id/exports` */
  readonly route: string;
  readonly key: string;
  /** What the caller knows it as. */
  readonly name: string;
}

/** null where the request carries none. */
export function sentKey(request: FastifyRequest): SentKey | null {
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string') return null;
  return {
    tenant: request.caller!.tenantId,
    route: `${request.method} ${request.routeOptions.url}`,
    key,
    name: 'Idempotency-Key',
  };
}

/** All that stand for the request: the header, and the name that its body gives it. Each has keys of its own. */
export function sentKeys(request: FastifyRequest): readonly SentKey[] {
  const inHeader = sentKey(request);
  const { operation } = request.routeOptions.config;
  const name = operation?.keyInBody;
  if (name === undefined) return inHeader === null ? [] : [inHeader];
  const inBody: SentKey = {
    tenant: request.caller!.tenantId,
    route: `${request.method} ${request.routeOptions.url} ${name}`,
    key: (request.body as Readonly<Record<string, string>>)[name]!,
    name,
  };
  return inHeader === null ? [inBody] : [inHeader, inBody];
}

/** Of a turn of the event loop, what fingerprints may take together. */
const FINGERPRINT_SLICE_MS = 5;
/** Characters that are hashed at a time. */
const HASHED_CHARACTERS = 16_384;
const yielder = new EventLoopYielder(FINGERPRINT_SLICE_MS);

/** In slices: a body at the bounds takes a tenth of a second. */
export async function fingerprintOf(request: FastifyRequest): Promise<string> {
  const { jsonBody } = request;
  const hash = createHash('sha256').update(`${request.url}\n`);
  let waiting = '';
  for (const piece of canonicalPieces(isNoBody(jsonBody) ? undefined : jsonBody)) {
    waiting += piece;
    if (waiting.length < HASHED_CHARACTERS) continue;
    hash.update(waiting);
    waiting = '';
    await yielder.ready();
  }
  return hash.update(waiting).digest('hex');
}

/** The earlier answer, byte for byte; `X-Request-Id` is the new request's. */
export function replay(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  reply.header('Idempotent-Replayed', 'true').header('Original-Request-Id', answer.requestId);
  return sendText(reply, answer);
}

/** JSON text as it stands, past the schema of the answer. */
export function sendText(
  reply: FastifyReply,
  { status, body }: Omit<StoredAnswer, 'requestId'>,
): FastifyReply {
  return reply
    .code(status)
    .header('Content-Type', 'application/json; charset=utf-8')
    .serializer((text: unknown) => text as string)
    .send(body);
}
