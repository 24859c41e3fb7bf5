/**
 * One origin for a page and what it calls. `/api/…` goes to the service, `/client/…` are the files of the
 * package, `/` is the page. `/silent` never answers, `/stalled` stops in the middle, `/redirect` points to
 * another host, `/busy` is busy at first.
 */
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

export interface FrontServer {
  readonly url: string;
  /** Authorization headers that came to the host that `/redirect` points to. */
  readonly keysElsewhere: string[];
  /** Resolves with what the page posts to `/result`. */
  readonly posted: Promise<unknown>;
  close(): Promise<void>;
}

interface Parts {
  readonly service: string;
  readonly files: string;
  readonly page: string;
  readonly tour: string;
}

export async function startFrontServer({ service, files, page, tour }: Parts): Promise<FrontServer> {
  const keysElsewhere: string[] = [];
  const asked = new Set<string>();
  let post = (_: unknown) => {};
  const posted = new Promise<unknown>((resolve) => {
    post = resolve;
  });
  const elsewhere = createServer((request, response) => {
    keysElsewhere.push(request.headers.authorization ?? 'none');
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!;
    const [, first = '', ...rest] = path.split('/');
    const name = rest.join('/');
    if (first === 'api') return passOn(request, response);
    if (first === 'client') return send(response, 'text/javascript', readFileSync(join(files, name)));
    if (first === 'tour.mjs') return send(response, 'text/javascript', readFileSync(tour));
    if (first === 'result')
      return void text(request).then((body) => send(response, 'text/plain', post(JSON.parse(body)) ?? ''));
    if (first === 'silent') return;
    if (first === 'stalled')
      return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"ma');
    if (first === 'redirect') return void response.writeHead(302, { location: address(elsewhere) }).end();
    if (first === 'busy') return busy(name, response);
    send(response, 'text/html', page);
  });

  function busy(name: string, response: ServerResponse): void {
    const again = asked.has(name);
    asked.add(name);
    response.writeHead(again ? 200 : 503, { 'content-type': 'application/json', 'retry-after': '0' });
    response.end('{}');
  }

  function passOn(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const url = new URL(request.url!.slice('/api'.length), service);
    const upstream = forward(url, { method: method!, headers }, (from) => {
      response.writeHead(from.statusCode!, from.headers);
      from.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  }

  await Promise.all(
    [server, elsewhere].map((each) => new Promise<void>((resolve) => each.listen(0, '127.0.0.1', resolve))),
  );
  return {
    url: address(server),
    keysElsewhere,
    posted,
    close: async () => {
      for (const each of [server, elsewhere]) {
        each.closeAllConnections();
        await new Promise<void>((resolve) => each.close(() => resolve()));
      }
    },
  };
}

function address(server: ReturnType<typeof createServer>): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const piece of request.setEncoding('utf8')) body += piece;
  return body;
}
