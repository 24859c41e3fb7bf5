/**
 * Compares each answer of every server that this process makes with docs/openapi.json. Fastify announces its
 * instances on a diagnostics channel, so the servers need no change. The comparison is made before the last
 * byte is sent: a test that has its answer also has the fault.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AnswerChecker, createAnswerChecker } from './documented-answer.ts';

const CHANNEL = 'fastify.initialization';
/** Bytes. An answer above this size is compared by status and headers alone. */
const MAX_BODY = 4 * 1024 * 1024;
/** For the log: the client has closed the connection and gets no answer. */
const CLIENT_GONE_STATUS = 499;

export interface AnswerWatch {
  /** The faults since the last call. */
  takeFaults(): readonly string[];
  stop(): void;
}

/** One for all test files of a process, because it compiles each schema at its first answer. */
let checker: AnswerChecker | undefined;

export function watchAnswers(onFault: (fault: string) => void = () => {}): AnswerWatch {
  const faults = new Set<string>();

  function look(request: FastifyRequest, reply: FastifyReply, pieces: readonly Buffer[], size: number): void {
    const { raw } = reply;
    if (raw.statusCode === CLIENT_GONE_STATUS) return;
    checker ??= createAnswerChecker();
    const found = checker.faultsOf({
      method: request.method,
      url: request.originalUrl,
      status: raw.statusCode,
      headers: raw.getHeaders(),
      body: size > MAX_BODY ? '' : Buffer.concat(pieces).toString(),
    });
    for (const fault of found) {
      faults.add(fault);
      onFault(fault);
    }
  }

  const onServer = (message: unknown): void => {
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRequest', (request, reply, done) => {
      collect(reply.raw, (pieces, size) => look(request, reply, pieces, size));
      done();
    });
  };
  subscribe(CHANNEL, onServer);
  return {
    takeFaults: () => {
      const taken = [...faults];
      faults.clear();
      return taken;
    },
    stop: () => unsubscribe(CHANNEL, onServer),
  };
}

/** Gives what is written to the answer, at its end. */
function collect(raw: FastifyReply['raw'], onEnd: (pieces: readonly Buffer[], size: number) => void): void {
  const pieces: Buffer[] = [];
  let size = 0;
  const keep = (piece: unknown): void => {
    if (piece === undefined || piece === null || typeof piece === 'function') return;
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece as Uint8Array);
    size += bytes.length;
    if (size <= MAX_BODY) pieces.push(bytes);
  };
  const { write, end } = raw;
  raw.write = function (this: typeof raw, ...args: Parameters<typeof write>) {
    keep(args[0]);
    return write.apply(this, args);
  } as typeof write;
  raw.end = function (this: typeof raw, ...args: Parameters<typeof end>) {
    keep(args[0]);
    onEnd(pieces, size);
    return end.apply(this, args);
  } as typeof end;
}
