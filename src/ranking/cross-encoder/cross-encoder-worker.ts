/**
 * Sessions of cross encoders in a thread: ONNX Runtime computes on the thread that asks it. One request after the other, so
 * that a session is not closed while it is asked.
 */
import { serveOneByOne } from '../../threads/serve-queue.ts';
import { openCrossEncoder } from './cross-encoder.ts';
import type { CrossEncoderAnswer, CrossEncoderRequest } from './cross-encoder-protocol.ts';

type Opened = ReturnType<typeof openCrossEncoder>;

const sessions = new Map<number, Opened>();

serveOneByOne<CrossEncoderRequest, CrossEncoderAnswer>(carryOut);

async function carryOut(request: CrossEncoderRequest): Promise<CrossEncoderAnswer> {
  switch (request.kind) {
    case 'open':
      return open(request.encoder, request.model);
    case 'close':
      return close(request.encoder);
    case 'read': {
      const session = await sessions.get(request.encoder)!;
      return session.read(request.batch);
    }
    default:
      return request satisfies never;
  }
}

/** Each read rejects where it cannot be opened. */
function open(encoder: number, model: Uint8Array): undefined {
  const opened = openCrossEncoder({ model });
  opened.catch(() => undefined);
  sessions.set(encoder, opened);
}

async function close(encoder: number): Promise<undefined> {
  const opened = sessions.get(encoder);
  sessions.delete(encoder);
  await opened?.then(
    (session) => session.close(),
    () => undefined,
  );
}
