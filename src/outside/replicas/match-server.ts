/**
 * Answers matches that other servers forward. It listens at an address of its own. A caller that does not
 * share the servers' secret gets 403 without a word, whatever it asked.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tenantId } from '../../contract/brands.ts';
import { ApiError, apiError } from '../../contract/errors.ts';
import type { MatchService } from '../../matching/match/match-service.ts';
import { actAs } from '../../platform/storage/acting.ts';
import { inTrace } from '../../platform/tracing/in-trace.ts';
import {
  answerTo,
  DONE,
  errorAnswer,
  FRESH_MS,
  MAX_QUESTION_BYTES,
  type MatchAnswer,
  type MatchQuestion,
  PATH,
  QUESTION,
  SIGN_OF_LIFE_MS,
  WORKING,
} from './match-protocol.ts';
import { open, seal } from './sealed-message.ts';

export interface MatchServerOptions {
  readonly secret: Uint8Array;
  /** Answers here, and never forwards. */
  readonly match: MatchService;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly onError: (error: unknown) => void;
  /** Default 1 s. */
  readonly signOfLifeMs?: number;
}

export interface MatchServer {
  /** Listens at host and port of the address; port 0: any free one. Returns the port. */
  listen(host: string, port: number): Promise<number>;
  /** Answers the open questions, then closes. */
  close(): Promise<void>;
}

const KEEP_ALIVE_MS = 72_000;
const REQUEST_TIMEOUT_MS = 10_000;

export function createMatchServer(options: MatchServerOptions): MatchServer {
  const answered = new RecentIds(options.clock);
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: REQUEST_TIMEOUT_MS,
    },
    (request, response) => {
      void answerRequest(options, answered, server, request, response).catch((error: unknown) => {
        options.onError(error);
        response.destroy();
      });
    },
  );
  return {
    listen: (host, port) => listen(server, host, port),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function answerRequest(
  { secret, match, clock, onError, signOfLifeMs = SIGN_OF_LIFE_MS }: MatchServerOptions,
  answered: RecentIds,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = request.method === 'POST' && request.url === PATH ? await bodyOf(request) : null;
  const question = body === null ? null : (open(secret, QUESTION, body) as MatchQuestion | null);
  const isFresh = question !== null && Math.abs(clock() - question.sentAtMs) <= FRESH_MS;
  if (!isFresh || !answered.add(question.id)) {
    response.writeHead(403, { connection: 'close' }).end();
    return;
  }
  const leaving = new AbortController();
  const signOfLife = () => void response.write(Buffer.of(WORKING));
  const signs = setInterval(signOfLife, signOfLifeMs);
  response.once('close', () => {
    clearInterval(signs);
    if (!response.writableFinished) leaving.abort(new Error('the asking server has gone'));
  });
  signOfLife();
  const answer = await answerOf(match, question, leaving.signal, onError);
  clearInterval(signs);
  if (leaving.signal.aborted) return;
  // A connection that stays open would keep a stopping server from closing.
  response.once('finish', () => {
    if (!server.listening) request.socket.destroySoon();
  });
  response.end(Buffer.concat([Buffer.of(DONE), seal(secret, answerTo(question.id), answer)]));
}

/** An error of ours reads like one of the asking server: its log has the id, ours the cause. */
async function answerOf(
  match: MatchService,
  { tenant, request, batched, origin, trace }: MatchQuestion,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<MatchAnswer> {
  const work = () => match.match(tenantId(tenant), request, signal, batched);
  try {
    return await inTrace(
      () => ({ name: 'forwarded match', kind: 'server', attributes: { 'counterpart.tenant': tenant } }),
      trace,
      () => (origin === undefined ? work() : actAs(origin, work)),
    );
  } catch (error) {
    if (error instanceof ApiError) return errorAnswer(error);
    if (!signal.aborted) onError(error);
    return errorAnswer(apiError('internal', 'The service failed while it made the answer; try again.'));
  }
}

/** null: the body is too large, or broke off. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > MAX_QUESTION_BYTES) return null;
      parts.push(part);
    }
  } catch {
    return null;
  }
  return Buffer.concat(parts);
}

/** Ids of the last `FRESH_MS` at least, in two generations, so that no question is answered twice. */
class RecentIds {
  readonly #clock: () => number;
  #current = new Set<string>();
  #earlier = new Set<string>();
  #sinceMs = 0;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** False where the id was there. */
  add(id: string): boolean {
    const now = this.#clock();
    if (now - this.#sinceMs > 2 * FRESH_MS) {
      this.#earlier = this.#current;
      this.#current = new Set();
      this.#sinceMs = now;
    }
    if (this.#current.has(id) || this.#earlier.has(id)) return false;
    this.#current.add(id);
    return true;
  }
}
