import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundedRequest, namedHeader } from './bounded-request.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function portOf(listener: RequestListener): Promise<number> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, allowListed = true) =>
  boundedRequest(
    { url: new URL(url), allowListed },
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...namedHeader('X-Key:  a: b ') },
      body: '{"text":"é"}',
      signal: AbortSignal.timeout(10_000),
      timeoutMs: 10_000,
      maxBytes: 100,
      peer: 'the other side',
    },
  );

test('posts a body with a header, and gives what is answered', async () => {
  const port = await portOf(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    response.setHeader('content-type', 'text/x').end(`${request.method} ${request.headers['x-key']} ${body}`);
  });
  expect(await post(`http://127.0.0.1:${port}/`)).toEqual({
    body: 'POST a: b {"text":"é"}',
    contentType: 'text/x',
    location: null,
  });
});

test('tells a redirect, and does not follow it', async () => {
  let calls = 0;
  const port = await portOf((_, response) => {
    calls++;
    response.writeHead(308, { location: 'http://127.0.0.1:1/' }).end('x'.repeat(1000));
  });
  expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({
    body: '',
    location: 'http://127.0.0.1:1/',
  });
  expect(calls).toBe(1);
});

test('reads at most 100 bytes', async () => {
  const port = await portOf((request, response) => response.end('x'.repeat(Number(request.url?.slice(1)))));
  expect((await post(`http://127.0.0.1:${port}/100`)).body).toHaveLength(100);
  await expect(post(`http://127.0.0.1:${port}/101`)).rejects.toThrow(
    'the other side sent more than 100 bytes',
  );
});

test('a name that leads into the own network is refused before anything is sent', async () => {
  let calls = 0;
  const port = await portOf((_, response) => {
    calls++;
    response.end();
  });
  await expect(post(`http://localhost:${port}/`, false)).rejects.toThrow(/not allowed/);
  await expect(post(`http://127.0.0.1:${port}/`, false)).rejects.toThrow(/not allowed/);
  expect(calls).toBe(0);
});

test.each([[null], ['nonsense'], [': x']])('%j is no header', (given) => {
  expect(namedHeader(given)).toEqual({});
});
