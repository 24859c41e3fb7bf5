/**
 * `Idempotency-Key` of a body of lines: line n has the key (header, n). A line that was acknowledged under
 * its key is not carried out again; its answer is given again. A new line carries its claim, which the
 * operation keeps in the transaction of the line's effects. So a written line always has its answer, and an
 * unwritten one has no key, whenever the process or the connection ends.
 */
import type { FastifyRequest } from 'fastify';
import { keyInProgress, keyOfErased, keyReused } from '../../../contract/idempotency.ts';
import { personIds } from '../../../contract/person-ids.ts';
import type { IdempotencyStore, KnownKey } from '../../../platform/storage/idempotency-store.ts';
import { fingerprint, IDEMPOTENCY_TTL_MS, type SentKey, sentKey } from '../idempotency/idempotency-key.ts';
import type { GivenLine, LineClaim } from '../operation.ts';
import type { ParsedLine } from './parse-lines.ts';

export interface LineKeys {
  readonly store: Pick<IdempotencyStore, 'findMany'>;
  readonly clock: () => number;
}

/** Digits of a line's number in its key: keys of one body are stored in the order of its lines. */
const NUMBER_DIGITS = 7;

/** Lines of a request without a key are given as they are. */
export async function* claimLines(
  batches: AsyncIterable<readonly ParsedLine[]>,
  { store, clock }: LineKeys,
  request: FastifyRequest,
): AsyncGenerator<readonly GivenLine<unknown>[]> {
  const sent = sentKey(request);
  if (sent === null) {
    yield* batches;
    return;
  }
  for await (const lines of batches) {
    const nowMs = clock();
    const claims = new Map<number, LineClaim>();
    for (const line of lines) {
      if ('value' in line) claims.set(line.number, await claimOf(line, sent, nowMs, request));
    }
    const keys = [...claims.values()].map(({ key }) => key);
    const known = await store.findMany(sent.tenant, sent.route, keys, nowMs);
    yield lines.map((line) => {
      const claim = claims.get(line.number);
      return claim === undefined ? line : givenLine(line, claim, known.get(claim.key), sent);
    });
  }
}

/** The text of a line that was carried out. */
export function acknowledgedLine(number: number, value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ line: number, status: 200, ...value });
}

async function claimOf(
  { number, sent: line }: Extract<ParsedLine, { readonly value: unknown }>,
  { route, key }: SentKey,
  nowMs: number,
  { url, id: requestId }: FastifyRequest,
): Promise<LineClaim> {
  return {
    route,
    key: `${key} ${String(number).padStart(NUMBER_DIGITS, '0')}`,
    fingerprint: await fingerprint(url, line),
    people: personIds(line),
    nowMs,
    ttlMs: IDEMPOTENCY_TTL_MS,
    answerFor: (value) => ({ status: 200, body: acknowledgedLine(number, value), requestId }),
  };
}

function givenLine(
  line: ParsedLine,
  claim: LineClaim,
  known: KnownKey | 'erased' | undefined,
  { key }: SentKey,
): GivenLine<unknown> {
  const { number } = line;
  if (known === undefined) return { ...line, claim } as GivenLine<unknown>;
  if (known === 'erased') return { number, error: keyOfErased() };
  if (known.fingerprint !== claim.fingerprint) return { number, error: keyReused(key) };
  if (known.answer === null) return { number, error: keyInProgress() };
  return { number, text: replayed(known.answer.body) };
}

/** The earlier line byte for byte, with `replayed` as one more key at its end. */
function replayed(line: string): string {
  return `${line.slice(0, -1)},"replayed":true}`;
}
