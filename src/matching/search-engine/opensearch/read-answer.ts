/** One request to one node, read up to a bound. */
import http from 'node:http';
import https from 'node:https';

/** Bytes: ten thousand people are one million. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface EngineRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | boolean>>;
  readonly body?: unknown;
  /** Lines of JSON, in place of `body`. */
  readonly lines?: readonly unknown[];
  /** For the whole answer, tries at other nodes included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** The node took no request. */
export class UnreachableNode extends Error {}

export interface Sent {
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;
  readonly request: EngineRequest;
  readonly signal: AbortSignal;
}

/**
 * Throws for an answer that is cut short, longer than the bound or no JSON; with status 400 and more, `body`
 * is null then.
 */
export async function readAnswer(node: URL, sent: Sent): Promise<{ status: number; body: unknown }> {
  const response = await answered(node, sent);
  const status = response.statusCode ?? 0;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  if (!response.complete) throw new Error('the answer was cut short');
  try {
    return { status, body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown };
  } catch (error) {
    if (status < 400) throw error;
    return { status, body: null };
  }
}

function answered(node: URL, { agent, headers, request, signal }: Sent): Promise<http.IncomingMessage> {
  const { method, path, query = {}, body, lines } = request;
  const parameters = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const url = new URL(`${node.pathname.replace(/\/$/, '')}${path}?${parameters}`, node);
  const text =
    lines === undefined
      ? body && JSON.stringify(body)
      : lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const type = lines === undefined ? 'application/json' : 'application/x-ndjson';
  const content =
    text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text as string) };
  return new Promise((resolve, reject) => {
    const { request: open } = url.protocol === 'https:' ? https : http;
    const sent = open(url, { method, agent, signal, headers: { ...headers, ...content } }, resolve);
    let isConnected = false;
    sent.on('socket', (socket) => {
      // A connection that waited since an earlier request may be closed at the other end.
      if (socket.connecting) socket.once('connect', () => (isConnected = true));
    });
    sent.on('error', (error) =>
      reject(isConnected || signal.aborted ? error : new UnreachableNode(error.message)),
    );
    sent.end(text);
  });
}
