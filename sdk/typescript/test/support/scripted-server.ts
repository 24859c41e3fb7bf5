/** A server on loopback that gives the answers of a script, in order, and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Never answers. */
  readonly silent?: true;
  /** Sends head and half of the body, and nothing more. */
  readonly stalled?: true;
}

interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface ScriptedServer {
  readonly url: string;
  readonly received: Received[];
  script(...answers: readonly Scripted[]): void;
  close(): Promise<void>;
}

/** After the script every answer is 200 with an empty object. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  let answers: Scripted[] = [];
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += piece;
    });
    request.on('end', () => {
      received.push({ method: request.method!, url: request.url!, headers: request.headers, body });
      const { status = 200, headers = {}, body: answer = {}, silent, stalled } = answers.shift() ?? {};
      if (silent) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
      if (stalled) response.write(text.slice(0, text.length >> 1));
      else response.end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    script: (...next) => {
      answers = [...next];
      received.length = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
