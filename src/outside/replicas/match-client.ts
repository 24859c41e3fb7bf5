/** Asks another server for a match, over connections that are kept open. */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { TenantId } from '../../contract/brands.ts';
import type { MatchRequest } from '../../contract/match.ts';
import type { BatchedMatch, TimedMatch } from '../../matching/match/match-service.ts';
import { actingNow } from '../../platform/storage/acting.ts';
import { inCall, traceHeaders } from '../../platform/tracing/current-tracer.ts';
import {
  answerTo,
  DONE,
  type MatchAnswer,
  type MatchQuestion,
  PATH,
  QUESTION,
  resultOf,
  SILENCE_MS,
  WORKING,
} from './match-protocol.ts';
import { open, seal } from './sealed-message.ts';

/** The server gave no valid answer: it cannot be reached, broke off, or does not share the secret. */
export class ReplicaUnreachable extends Error {
  override readonly name = 'ReplicaUnreachable';
}

export interface MatchClient {
  /**
   * Throws the ApiErrors of the answering server, and `ReplicaUnreachable`. `signal` ends the question there
   * too.
   */
  ask(
    url: string,
    tenant: TenantId,
    matchRequest: MatchRequest,
    signal?: AbortSignal,
    batched?: BatchedMatch,
  ): Promise<TimedMatch>;
  close(): void;
}

const CONNECT_TIMEOUT_MS = 1000;
const MAX_CONNECTIONS = 256;

export function createMatchClient(
  secret: Uint8Array,
  clock: () => number,
  silenceMs = SILENCE_MS,
): MatchClient {
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const askOnce: MatchClient['ask'] = async (url, tenant, matchRequest, signal, batched) => {
    const id = randomUUID();
    const trace = traceHeaders();
    const question: MatchQuestion = {
      id,
      sentAtMs: clock(),
      tenant,
      request: matchRequest,
      origin: actingNow(),
      ...(trace !== undefined && { trace }),
      ...(batched !== undefined && { batched }),
    };
    const body = seal(secret, QUESTION, question);
    const sealed = sealedIn(await post({ agent, url, body, signal, silenceMs }));
    const answer = open(secret, answerTo(id), sealed) as MatchAnswer | null;
    if (answer === null)
      throw new ReplicaUnreachable(`${url} did not answer with the secret that servers share`);
    return resultOf(answer);
  };
  return {
    ask: (url, ...rest) => {
      const span = () => ({ name: 'forward match', attributes: { 'server.address': new URL(url).hostname } });
      return inCall(span, () => askOnce(url, ...rest));
    },
    close: () => agent.destroy(),
  };
}

/** The sealed answer behind the signs of life; empty where there is none. */
function sealedIn(body: Buffer): Buffer {
  const start = body.findIndex((byte) => byte !== WORKING);
  return body[start] === DONE ? body.subarray(start + 1) : Buffer.alloc(0);
}

interface Post {
  readonly agent: Agent;
  readonly url: string;
  readonly body: Buffer;
  readonly signal: AbortSignal | undefined;
  readonly silenceMs: number;
}

function post({ agent, url, body, signal, silenceMs }: Post): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      if (signal?.aborted) reject(signal.reason);
      else reject(new ReplicaUnreachable(`${url} gave no answer: ${error.message}`, { cause: error }));
    };
    const sent = request(new URL(PATH, url), {
      method: 'POST',
      agent,
      headers: { 'content-type': 'application/octet-stream', 'content-length': body.length },
      ...(signal !== undefined && { signal }),
    });
    sent.on('socket', (socket) => {
      if (!socket.connecting) return;
      // A machine that is gone does not even refuse connections.
      const late = setTimeout(() => {
        if (socket.connecting) sent.destroy(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`));
      }, CONNECT_TIMEOUT_MS);
      socket.once('connect', () => clearTimeout(late)).once('close', () => clearTimeout(late));
    });
    sent.setTimeout(silenceMs, () => sent.destroy(new Error(`no sign of life within ${silenceMs} ms`)));
    sent.on('error', fail);
    sent.on('response', (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', fail);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(Buffer.concat(parts));
        else fail(new Error(`status ${answer.statusCode}`));
      });
    });
    sent.end(body);
  });
}
