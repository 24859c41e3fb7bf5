/**
 * Answers a body of lines with lines of JSON while it arrives. A line is answered once its effects are
 * durable. The answer may end before the body: the server stops, the key was revoked, the store takes no
 * writes, or the body is too slow or too long. The last line then says so, and names the first line without
 * an answer.
 */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../../contract/errors.ts';
import { forgiveWork } from '../answers/cut-stalled-answers.ts';
import { errorPart, shownError } from '../answers/render-error.ts';
import { bodyTravels } from '../bodies/announced-body.ts';
import type { BodyPace } from '../bodies/body-pace.ts';
import { drain } from '../bodies/drain.ts';
import type { LineAnswer, Operation } from '../operation.ts';
import { callerOf } from '../request/authenticate.ts';
import type { Accounts } from '../server-dependencies.ts';
import { acknowledgedLine, claimLines, type LineKeys } from './claim-lines.ts';
import { type ParsedLine, parseLines } from './parse-lines.ts';
import { readLines } from './read-lines.ts';

export interface LineParts {
  readonly accounts: Pick<Accounts, 'authenticate' | 'sessions'>;
  readonly pace: BodyPace;
  /** Lines of a body. */
  readonly maxLines: number;
  /** Aborts when the server stops, with the error for clients. */
  readonly stopping: AbortSignal;
  readonly keys: LineKeys;
}

type LineOperation = Extract<Operation, { readonly answers: 'lines' }>;
type LineInput = Parameters<LineOperation['handle']>[0];

/** Numbers of the last line that was read, and of the last one that was answered. */
interface Progress {
  read: number;
  answered: number;
}

/** How long a stopping server still reads from the client, so that the client can read the answer, ms. */
const LAST_DRAIN_MS = 2000;

export function answerLines(
  operation: LineOperation,
  input: LineInput,
  parts: LineParts,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.code(200).type('application/x-ndjson');
  forgiveWork(reply);
  const text = answerText(operation, input, parts, request, reply);
  return reply.send(Readable.from(text, { objectMode: false }));
}

async function* answerText(
  operation: LineOperation,
  input: LineInput,
  parts: LineParts,
  request: FastifyRequest,
  reply: FastifyReply,
): AsyncGenerator<string> {
  // A client may wait for the head before it sends the first line.
  reply.raw.flushHeaders();
  const progress: Progress = { read: 0, answered: 0 };
  const left = new AbortController();
  const signal = AbortSignal.any([parts.stopping, left.signal]);
  try {
    const screen = operation.screen?.(input);
    const lines = givenLines(operation, parts, request, progress, signal, screen);
    const claimed = operation.idempotency === undefined ? lines : claimLines(lines, parts.keys, request);
    for await (const batch of operation.handle(input, claimed)) {
      progress.answered = batch.at(-1)?.number ?? progress.answered;
      yield batch.map((line) => lineText(line, request, reply)).join('');
    }
  } catch (error) {
    left.abort();
    const shown = shownError(error, request, reply);
    request.errorCode = shown.code;
    yield `${JSON.stringify({ next_line: progress.answered + 1, status: shown.status, ...errorPart(shown) })}\n`;
    if (bodyTravels(request.raw)) await drain(request.raw, drainUntil(parts.stopping));
  } finally {
    left.abort();
  }
}

async function* givenLines(
  operation: LineOperation,
  { accounts, pace, maxLines }: LineParts,
  request: FastifyRequest,
  progress: Progress,
  signal: AbortSignal,
  screen: ReturnType<NonNullable<LineOperation['screen']>> | undefined,
): AsyncGenerator<readonly ParsedLine[]> {
  const maxLineBytes = request.routeOptions.bodyLimit;
  const isBusy = () => progress.read > progress.answered;
  for await (const lines of readLines(request.raw, { pace, maxLineBytes, maxLines, isBusy }, signal)) {
    progress.read = lines.at(-1)!.number;
    // A key that was revoked meanwhile writes nothing more.
    await callerOf(accounts, request);
    const parsed = await parseLines(lines, operation, maxLineBytes);
    yield screen === undefined ? parsed : parsed.map((line) => screened(line, screen));
  }
}

function screened(
  line: ParsedLine,
  screen: (line: { readonly number: number; readonly value: unknown }) => unknown,
): ParsedLine {
  if ('error' in line) return line;
  const value = screen(line);
  return value instanceof ApiError ? { number: line.number, error: value } : { ...line, value };
}

function lineText(line: LineAnswer, request: FastifyRequest, reply: FastifyReply): string {
  if (line.value !== undefined) return `${acknowledgedLine(line.number, line.value)}\n`;
  if ('text' in line) return `${line.text}\n`;
  const { number } = line;
  const shown = shownError(line.error, request, reply);
  return `${JSON.stringify({ line: number, status: shown.status, ...errorPart(shown) })}\n`;
}

function drainUntil(stopping: AbortSignal): AbortSignal | undefined {
  return stopping.aborted ? AbortSignal.timeout(LAST_DRAIN_MS) : undefined;
}
