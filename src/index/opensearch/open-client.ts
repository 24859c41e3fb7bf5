/**
 * The client of the search engine, and every fault of it as an `ApiError` of status 503. Nothing of an address, a key or
 * an answer's body gets into a message.
 */
import { setTimeout as later } from 'node:timers';
import { Client, errors } from '@opensearch-project/opensearch';
import type { z } from 'zod';
import { retryLater } from '../../contract/errors.ts';

export interface OpenSearchAddress {
  /** One or more, all of one cluster. */
  readonly urls: readonly string[];
  /** `Authorization` of every request; null: none. */
  readonly authorization: string | null;
  /** Certificates that are trusted besides the system's, PEM; null: none. */
  readonly certificates: string | null;
}

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  /** Lines of JSON, in place of `body`. */
  readonly lines?: readonly unknown[];
  /** For the whole answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface EngineClient {
  /** Statuses of 400 and more throw, save those of `allowed`. */
  request(request: EngineRequest, allowed?: readonly number[]): Promise<{ status: number; body: unknown }>;
  close(): Promise<void>;
}

export function openEngineClient({ urls, authorization, certificates }: OpenSearchAddress): EngineClient {
  const client = new Client({
    nodes: [...urls],
    // One other node is tried where one cannot be reached. A slow answer is not asked for twice.
    maxRetries: urls.length > 1 ? 1 : 0,
    compression: false as never,
    ...(authorization !== null && { headers: { authorization } }),
    ...(certificates !== null && { ssl: { ca: certificates } }),
  });
  return {
    request: (request, allowed = []) => answered(client, request, allowed),
    close: () => client.close(),
  };
}

async function answered(client: Client, request: EngineRequest, allowed: readonly number[]) {
  const { method, path, query, body, lines, timeoutMs, signal } = request;
  signal?.throwIfAborted();
  const sent = client.transport.request(
    {
      method,
      path,
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body: body as Record<string, unknown> }),
      ...(lines !== undefined && { bulkBody: lines as Record<string, unknown>[] }),
    },
    { requestTimeout: timeoutMs, ignore: [...allowed] },
  );
  const abort = () => sent.abort();
  const timer = later(abort, timeoutMs);
  signal?.addEventListener('abort', abort);
  try {
    const { statusCode, body: answer } = await sent;
    return { status: statusCode ?? 0, body: answer as unknown };
  } catch (error) {
    signal?.throwIfAborted();
    throw engineFault(error, timeoutMs);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

const RETRY_MS = 5_000;

/** The fault of a request; anything else is thrown as it is. */
function engineFault(error: unknown, timeoutMs: number): unknown {
  if (error instanceof errors.RequestAbortedError || error instanceof errors.TimeoutError)
    return unavailable(`did not answer within ${timeoutMs} ms`);
  if (error instanceof errors.ResponseError) return responseFault(error);
  if (error instanceof errors.OpenSearchClientError)
    return unavailable(error instanceof errors.DeserializationError ? 'sent no JSON' : 'cannot be reached');
  return error;
}

function responseFault(error: errors.ResponseError): unknown {
  const { statusCode } = error;
  const type = typeOf(error.body);
  if (statusCode === 429 || type === 'circuit_breaking_exception')
    return retryLater('overloaded', `the search engine is overloaded (${type})`, RETRY_MS);
  if (statusCode === 401 || statusCode === 403) return unavailable(`refuses the credentials (${statusCode})`);
  return unavailable(`answered ${statusCode} (${type})`);
}

export function typeOf(body: unknown): string {
  const type = (body as { error?: { type?: unknown } } | null)?.error?.type;
  return typeof type === 'string' && /^[a-z_]{1,80}$/.test(type) ? type : 'without a type';
}

export function unavailable(what: string): Error {
  return retryLater('dependency_unavailable', `the search engine ${what}`, RETRY_MS);
}

/** An answer of another form is a fault of the engine. */
export function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw unavailable('answered in a form that is not its own');
}
