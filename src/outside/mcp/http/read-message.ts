/**
 * Reads the body of a request as the service reads its own. The same code keeps the same bounds of size,
 * values, keys and depth, with room for the envelope of JSON-RPC. A body past them costs one pass over its
 * bytes.
 */
import type { Readable } from 'node:stream';
import { MIB } from '../../../contract/common.ts';
import { ApiError, apiError } from '../../../contract/errors.ts';
import { type JsonBounds, jsonBounds } from '../../../contract/json-bounds.ts';
import { parseJsonBody } from '../../../contract/parse-json-body.ts';

/** The largest body of the service (8 MiB), and room for the envelope of JSON-RPC. */
const MAX_BODY_BYTES = 9 * MIB;
/** `{jsonrpc, id, method, params: {name, arguments, _meta}}`, or a list of such. */
const ENVELOPE = { values: 100, levels: 4 };
const bounds: JsonBounds = {
  ...jsonBounds,
  values: jsonBounds.values + ENVELOPE.values,
  levels: jsonBounds.levels + ENVELOPE.levels,
};

export interface Unreadable {
  readonly status: number;
  readonly message: string;
}

/** The message of the body, or the reason of its refusal. */
export async function readMessage(stream: Readable): Promise<{ readonly message: unknown } | Unreadable> {
  try {
    // An empty body is no JSON: the protocol says so.
    return { message: (await parseJsonBody(await readBytes(stream), bounds)) ?? null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    stream.resume();
    const issues = 'issues' in error.details ? error.details.issues : [];
    const [issue] = issues;
    return {
      status: error.status,
      message: issue === undefined ? error.message : `${issue.path} ${issue.message}`.trim(),
    };
  }
}

async function readBytes(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let received = 0;
  // The answer to a body that is too large goes over the same connection.
  for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += chunk.length;
    if (received > MAX_BODY_BYTES)
      throw apiError(
        'payload_too_large',
        `The body is larger than ${MAX_BODY_BYTES} bytes; send less at a time.`,
        {
          limit_bytes: MAX_BODY_BYTES,
        },
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, received);
}
