/** A proxy on loopback before a real service that makes a fault out of each request, as a schedule says. */
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * `lost`: cut before the service sees the request. `unanswered`, `half`, `reset`: the service does its work;
 * the answer is withheld, cut in the middle, or replaced by a TCP reset. `late`: the answer comes after the
 * client has given up. `busy`, `down`: 429 and 503 with Retry-After without asking the service. `broken`: a
 * page of a gateway, status 502.
 */
export const faults = ['lost', 'unanswered', 'half', 'reset', 'late', 'busy', 'down', 'broken'] as const;
export type Fault = (typeof faults)[number];

export interface FaultyProxy {
  readonly url: string;
  /** The faults of the next requests, in order (undefined: it passes); after them every request passes. */
  schedule(faults: readonly (Fault | undefined)[]): void;
  /** Requests that the service got since the last schedule. */
  forwarded(): number;
  close(): Promise<void>;
}

/** `lateMs`: how long a late answer is held back. */
export async function startFaultyProxy(target: string, lateMs: number): Promise<FaultyProxy> {
  let next: (Fault | undefined)[] = [];
  let forwarded = 0;
  const held = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    const fault = next.shift();
    read(request).then((body) => answer(fault, request, body, response));
  });

  function answer(
    fault: Fault | undefined,
    request: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ): void {
    if (fault === 'lost') return void request.socket.destroy();
    if (fault === 'busy' || fault === 'down') {
      response.writeHead(fault === 'busy' ? 429 : 503, { 'retry-after': '0' }).end();
      return;
    }
    if (fault === 'broken')
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad</h1>');
    forwarded += 1;
    const { method, headers } = request;
    const upstream = forward(
      new URL(request.url!, target),
      { method: method!, headers, agent: false },
      (from) => {
        read(from).then((text) => handOn(fault, { from, text }, request, response));
      },
    );
    upstream.on('error', () => request.socket.destroy());
    upstream.end(body);
  }

  function handOn(
    fault: Fault | undefined,
    { from, text }: { readonly from: IncomingMessage; readonly text: Buffer },
    { socket }: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (fault === 'unanswered') return void socket.destroy();
    if (fault === 'reset') return void socket.resetAndDestroy();
    const { 'transfer-encoding': _, ...headers } = from.headers;
    response.writeHead(from.statusCode!, { ...headers, 'content-length': String(text.length) });
    if (fault === 'half')
      return void response.write(text.subarray(0, text.length >> 1), () => socket.destroy());
    if (fault !== 'late') return void response.end(text);
    const timer = setTimeout(() => {
      held.delete(timer);
      response.end(text);
    }, lateMs);
    held.add(timer);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    schedule: (faultsNow) => {
      next = [...faultsNow];
      forwarded = 0;
    },
    forwarded: () => forwarded,
    close: () => {
      for (const timer of held) clearTimeout(timer);
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
