/** A server on loopback that answers every line of an upload as stored and stores nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AnsweringServer {
  readonly url: string;
  /** Lines that were answered. */
  answered(): number;
  close(): Promise<void>;
}

export async function startAnsweringServer(): Promise<AnsweringServer> {
  let answered = 0;
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const lines = Buffer.concat(pieces).toString('utf8').split('\n').slice(0, -1);
    answered += lines.length;
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.end(lines.map((line, n) => `${JSON.stringify(answerTo(line, n + 1))}\n`).join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answered: () => answered,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answerTo(text: string, line: number) {
  const { user_id } = JSON.parse(text) as { readonly user_id: string };
  return { line, status: 200, user_id };
}
