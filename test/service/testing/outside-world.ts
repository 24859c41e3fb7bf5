/**
 * Servers on loopback that a service may be configured to call: embeddings and a bucket. Keeps every call.
 */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface OutsideCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface OutsideWorld {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  readonly calls: readonly OutsideCall[];
  close(): Promise<void>;
}

/** `files`: by path, what a GET gives. POST /v1/embeddings gives vectors of the texts. */
export async function startOutsideWorld(files: Readonly<Record<string, string>>): Promise<OutsideWorld> {
  const calls: OutsideCall[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const path = request.url ?? '';
      calls.push({ path, headers: request.headers, body });
      if (path === '/v1/embeddings') response.end(embeddings(JSON.parse(body).input));
      else if (files[path] !== undefined) response.end(files[path]);
      else response.writeHead(404).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function embeddings(texts: readonly string[]): string {
  const data = texts.map((text, index) => ({ index, embedding: [1, text.length % 7, text.length % 5] }));
  return JSON.stringify({ data });
}
