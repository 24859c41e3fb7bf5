/** A client that sends lines and reads the lines of the answer at the same time. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered
type Line = any;

export interface LinesClient {
  readonly outgoing: ClientRequest;
  readonly head: Promise<IncomingMessage>;
  /** Sends text as it is. Resolves when the connection took it. */
  send(text: string | Buffer): Promise<void>;
  end(): void;
  /** The next line of the answer; undefined at its end. */
  next(): Promise<Line | undefined>;
  rest(): Promise<Line[]>;
}

export function openLines(
  port: number,
  key: string,
  { path = '/v1/users/batch', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): LinesClient {
  const outgoing = request({
    port,
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', ...headers },
  });
  const head = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve).once('error', reject);
  });
  outgoing.on('error', () => {});
  head.catch(() => {});
  outgoing.flushHeaders();
  const lines = linesOf(head);
  const next = async () => {
    const { done, value } = await lines.next();
    return done === true ? undefined : value;
  };
  return {
    outgoing,
    head,
    send: (text) =>
      new Promise((resolve, reject) => outgoing.write(text, (error) => (error ? reject(error) : resolve()))),
    end: () => outgoing.end(),
    next,
    rest: async () => {
      const all: Line[] = [];
      for await (const line of lines) all.push(line);
      return all;
    },
  };
}

async function* linesOf(head: Promise<IncomingMessage>): AsyncGenerator<Line> {
  let held = '';
  const answer = await head;
  answer.setEncoding('utf8');
  for await (const chunk of answer as AsyncIterable<string>) {
    held += chunk;
    const lines = held.split('\n');
    held = lines.pop()!;
    for (const line of lines) yield JSON.parse(line);
  }
  if (held !== '') yield JSON.parse(held);
}

/** All lines of the answer to a body that is sent at once. */
export async function sendLines(
  port: number,
  key: string,
  body: string | Buffer,
  options: Parameters<typeof openLines>[2] = {},
): Promise<Line[]> {
  const client = openLines(port, key, options);
  client.outgoing.end(body);
  return client.rest();
}
