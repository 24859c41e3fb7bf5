/**
 * Requests to the search engine, and every fault of it as an `ApiError` of status 503. No message has a part
 * of an address, a key or an answer's body. Why not the engine's own client:
 * docs/design/decisions/opensearch.md.
 */
import http from 'node:http';
import https from 'node:https';
import type { z } from 'zod';
import { ApiError, retryLater } from '../../../contract/errors.ts';
import { type EngineRequest, readAnswer, UnreachableNode } from './read-answer.ts';

export interface OpenSearchAddress {
  /** One or more, all of one cluster. */
  readonly urls: readonly string[];
  /** `Authorization` of every request; null: none. */
  readonly authorization: string | null;
  /** Certificates that are trusted in place of the system's, PEM; null: the system's. */
  readonly certificates: string | null;
}

export interface EngineClient {
  /** Statuses of 400 and more throw, save those of `allowed`. */
  request(request: EngineRequest, allowed?: readonly number[]): Promise<{ status: number; body: unknown }>;
  close(): void;
}

export function openEngineClient({ urls, authorization, certificates }: OpenSearchAddress): EngineClient {
  const nodes = urls.map((url) => new URL(url));
  const isSecure = nodes.every(({ protocol }) => protocol === 'https:');
  const options = { keepAlive: true, ...(certificates !== null && { ca: certificates }) };
  const agent = isSecure ? new https.Agent(options) : new http.Agent(options);
  const headers = authorization === null ? {} : { authorization };
  /** Requests in progress end with the client. A retried one would open a connection that nothing closes. */
  const closing = new AbortController();
  /** The node that answered last. */
  let first = 0;

  /** A node that cannot be reached has done nothing, or had closed the connection: the next is tried. */
  async function send(request: EngineRequest, signal: AbortSignal) {
    for (let tries = 1; ; tries++) {
      try {
        return await readAnswer(nodes[first]!, { agent, headers, request, signal });
      } catch (error) {
        first = (first + 1) % nodes.length;
        if (!(error instanceof UnreachableNode) || tries >= Math.max(2, nodes.length)) throw error;
      }
    }
  }

  return {
    async request(request, allowed = []) {
      const { timeoutMs, signal } = request;
      signal?.throwIfAborted();
      const deadline = AbortSignal.timeout(timeoutMs);
      const ends = [deadline, closing.signal, ...(signal === undefined ? [] : [signal])];
      const answer = await send(request, AbortSignal.any(ends)).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (error instanceof ApiError) throw error;
        throw unavailable(deadline.aborted ? `did not answer within ${timeoutMs} ms` : 'cannot be reached');
      });
      if (answer.status >= 400 && !allowed.includes(answer.status)) throw fault(answer.status, answer.body);
      return answer;
    },
    close() {
      closing.abort();
      agent.destroy();
    },
  };
}

const RETRY_MS = 5_000;

function fault(status: number, body: unknown): Error {
  const type = typeOf(body);
  if (status === 429 || type === 'circuit_breaking_exception')
    return retryLater('overloaded', `the search engine is overloaded (${type})`, RETRY_MS);
  // 403 without this type is an index that takes no writes: its disk is full, or an operator closed it.
  if (status === 401 || type === 'security_exception')
    return unavailable(`refuses the credentials (${status})`);
  return unavailable(`answered ${status} (${type})`);
}

/** The engine's name for its error. */
export function typeOf(body: unknown): string {
  const type = (body as { error?: { type?: unknown } } | null)?.error?.type;
  return typeof type === 'string' && /^[a-z_]{1,80}$/.test(type) ? type : 'no type';
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
