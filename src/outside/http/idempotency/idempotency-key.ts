/**
 * `Idempotency-Key`, as far as all operations share it: the header, the fingerprint, and the replay of an
 * earlier answer. A key is unique per workspace and route. The fingerprint covers the concrete path and the
 * body as a JSON value. The order of keys does not count. Defaults are not filled in: `{}` and `{"limit":
 * 10}` differ. An empty object and no body are the same.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { TenantId } from '../../../contract/brands.ts';
import type { StoredAnswer } from '../../../platform/storage/idempotency-store.ts';
import { EventLoopYielder } from '../../../platform/threads/event-loop-yielder.ts';
import type { Operation } from '../operation.ts';
import { isNoBody } from '../request/no-body.ts';
import { canonicalPieces } from './canonical-json.ts';

const HOUR_MS = 3_600_000;
export const IDEMPOTENCY_TTL_MS = 24 * HOUR_MS;

const meaning = 'The same key with the same body within 24 hours gives the first answer again.';

const meaningOfLines =
  'Each line has the key of this header and its number. The same key with the same line within 24 hours gives the first answer line again.';

function keyOfLength(least: number, most: number, what = meaning) {
  return z
    .string()
    .min(least)
    .max(most)
    .describe(`${least} to ${most} characters. ${what}`)
    .meta({ example: '5f0c9a4e-5a0b-4a52-9d0c-6a1f3a1f7a10' });
}

/** Loose: other headers are not validated here. */
const anyKey = z.looseObject({ 'idempotency-key': keyOfLength(1, 255).optional() });
const keyOfLines = z.looseObject({ 'idempotency-key': keyOfLength(1, 255, meaningOfLines).optional() });
const optionalKey = z.looseObject({ 'idempotency-key': keyOfLength(8, 128).optional() });
const requiredKey = z.looseObject({ 'idempotency-key': keyOfLength(8, 128) });

/**
 * A key of wrong length is refused on every operation; the allowed length depends on the kind of operation.
 */
export function idempotencyHeaders({ answers, idempotency }: Operation): z.ZodType {
  if (answers === 'lines') return keyOfLines;
  if (answers !== 'job') return anyKey;
  return idempotency === 'required' ? requiredKey : optionalKey;
}

export interface SentKey {
  readonly tenant: TenantId;
  /** `POST /v1/datasets/:dataset_id/exports` */
  readonly route: string;
  readonly key: string;
  /** The name of the key in messages. */
  readonly name: string;
}

/** null where the request carries no key. */
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

/** All keys of the request: the header, and the key in its body. Each has its own scope. */
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

/** Time a turn of the event loop that all fingerprints together may take, ms. */
const FINGERPRINT_SLICE_MS = 5;
/** Characters hashed at a time. */
const HASHED_CHARACTERS = 16_384;
const yielder = new EventLoopYielder(FINGERPRINT_SLICE_MS);

export function fingerprintOf({ url, jsonBody }: FastifyRequest): Promise<string> {
  return fingerprint(url, isNoBody(jsonBody) ? undefined : jsonBody);
}

/** In slices: a body of the largest size takes a tenth of a second. */
export async function fingerprint(url: string, body: unknown): Promise<string> {
  // Many small lines share the slice as well.
  await yielder.yieldIfDue();
  const hash = createHash('sha256').update(`${url}\n`);
  let waiting = '';
  for (const piece of canonicalPieces(body)) {
    waiting += piece;
    if (waiting.length < HASHED_CHARACTERS) continue;
    hash.update(waiting);
    waiting = '';
    await yielder.yieldIfDue();
  }
  return hash.update(waiting).digest('hex');
}

/** The earlier answer, byte for byte; `X-Request-Id` is that of the new request. */
export function replay(reply: FastifyReply, answer: StoredAnswer): FastifyReply {
  reply.header('Idempotent-Replayed', 'true').header('Original-Request-Id', answer.requestId);
  return sendText(reply, answer);
}

/** Sends JSON text unchanged, without the schema of the answer. */
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
