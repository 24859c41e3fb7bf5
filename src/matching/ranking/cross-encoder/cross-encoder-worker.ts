/**
 * Worker thread of cross encoder sessions; ONNX Runtime computes on the calling thread. Requests are handled
 * one at a time, so no session is closed during a request.
 */
import { serveOneByOne } from '../../../platform/threads/serve-queue.ts';
import { openCrossEncoder, readBlocks } from './cross-encoder.ts';
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
      return readBlocks(session.read, request.blocks);
    }
    default:
      return request satisfies never;
  }
}

/** A session that cannot be opened rejects each of its requests. */
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
