/** Runs an operation and sends its result, each kind of result in its own way. */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StageTimes } from '../../../matching/match/stage-times.ts';
import type { Caller } from '../../accounts/authenticate.ts';
import { replay, sendText } from '../idempotency/idempotency-key.ts';
import { answerLines, type LineParts } from '../lines/answer-lines.ts';
import type { Operation, StreamedAnswer } from '../operation.ts';
import { callerOf } from '../request/authenticate.ts';
import { clientSignal } from '../request/client-signal.ts';
import { forgiveWork } from './cut-stalled-answers.ts';
import { jobAnswer } from './job-answer.ts';

export interface AnswerParts {
  readonly publicUrl: string | null;
  readonly lines: LineParts;
}

/** The payload for Fastify to send, or the reply where it is already sent. */
export async function answer(
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, lines }: AnswerParts,
): Promise<unknown> {
  const input = inputOf(request, reply, { publicUrl, lines });
  switch (operation.answers) {
    case 'value': {
      const value = await operation.handle(input);
      const { status, contentType = 'application/json; charset=utf-8' } = operation.answer;
      reply.code(status).type(contentType);
      return value;
    }
    case 'job': {
      const accepted = await operation.handle(input);
      return accepted.state === 'replay'
        ? replay(reply, accepted.answer)
        : sendText(
            reply,
            jobAnswer(accepted.job, request.id, { body: request.body, form: operation.answerWith }),
          );
    }
    case 'stream': {
      const { tenant, answer: streamed } = await operation.handle(input);
      request.servedTenant = tenant;
      if (operation.holdsSlot === false) forgiveWork(reply);
      return stream(request, reply, streamed);
    }
    case 'lines':
      return answerLines(operation, input, lines, request, reply);
  }
}

function inputOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, lines: { accounts } }: AnswerParts,
) {
  return {
    caller: request.caller as Caller,
    body: request.body,
    query: request.query,
    parameters: request.params,
    headers: request.headers,
    method: request.method,
    requestId: request.id,
    claim: request.jobClaim,
    callerNow: () => callerOf(accounts, request),
    noteStageTimes: (times: StageTimes) => {
      request.stageTimes = times;
    },
    get origin() {
      return originOf(request, publicUrl);
    },
    get signal() {
      return clientSignal(reply.raw);
    },
  };
}

/**
 * The address of the service as the caller sees it, for links: the setting `PUBLIC_URL`, else scheme and host
 * of the request. `X-Forwarded-*` is not trusted, because any client can send it.
 */
export function originOf(request: FastifyRequest, publicUrl: string | null): string {
  if (publicUrl !== null) return publicUrl;
  const { host, socket } = request;
  // `refuse-host.ts` has checked its form. HTTP/1.0 may omit it.
  if (host) return `${request.protocol}://${host}`;
  const address = socket.localFamily === 'IPv6' ? `[${socket.localAddress}]` : socket.localAddress;
  return `${request.protocol}://${address}:${socket.localPort}`;
}

/** HEAD gets the headers alone. Without this, Fastify would read the stream to its end and discard it. */
function stream(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: StreamedAnswer,
): FastifyReply {
  reply.code(status).headers(headers);
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return body === null ? reply.send() : reply.send(Readable.from(body, { objectMode: false }));
}
