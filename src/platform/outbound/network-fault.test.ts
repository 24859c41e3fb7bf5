import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { boundedRequest } from './bounded-request.ts';
import { postJson } from './post-json.ts';

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

async function portOf(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    onSocket(socket);
  }).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const port = await portOf(() => {});
  await new Promise((resolve) => servers.pop()!.close(resolve));
  return port;
}

const LONG_MS = 20_000;

const bounded = (url: string, { allowListed = true, timeoutMs = LONG_MS } = {}) =>
  boundedRequest(
    { url: new URL(url), allowListed },
    {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(timeoutMs),
      timeoutMs,
      maxBytes: 100,
      peer: 'the other side',
    },
  ).then(String, (error: Error) => error.message);

const posted = (url: string, timeoutMs: number) =>
  postJson(
    {
      url,
      timeoutMs,
      maxTries: 1,
      firstWaitMs: 1,
      signal: new AbortController().signal,
      settings: { apiKey: 'KEY', model: 'MODEL' },
    },
    {},
  ).then(String, (error: Error) => error.message);

/** Details that no caller sees: codes, system calls, and resolved addresses. */
const internals = /E[A-Z]{4,}|getaddrinfo|connect |socket|lookup|errno|syscall|::1|family|\bat \//;

test.each<[string, () => Promise<string>, string]>([
  ['no server listens', async () => `http://localhost:${await closedPort()}/`, 'cannot be reached'],
  ['no such name', async () => 'http://nobody.invalid/', 'cannot be reached'],
  [
    'nothing is said',
    async () => `http://localhost:${await portOf(() => {})}/`,
    'did not answer within 300 ms',
  ],
  [
    'the answer does not end',
    async () =>
      `http://localhost:${await portOf((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nab'))}/`,
    'did not answer within 300 ms',
  ],
  [
    'a hang-up',
    async () => `http://localhost:${await portOf((socket) => socket.destroy())}/`,
    'broke the connection off',
  ],
  [
    'half an answer',
    async () =>
      `http://localhost:${await portOf((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nab'))}/`,
    'broke the connection off',
  ],
  [
    'no HTTP',
    async () => `http://localhost:${await portOf((socket) => socket.end('220 mail\r\n'))}/`,
    'did not answer in HTTP',
  ],
  [
    'no TLS',
    async () => `https://localhost:${await portOf((socket) => socket.end('220 mail\r\n'))}/`,
    'certificate|cannot be reached',
  ],
])('%s: a plain sentence', async (_, address, words) => {
  const url = await address();
  const timeoutMs = words.includes('300 ms') ? 300 : LONG_MS;
  for (const message of [await bounded(url, { timeoutMs }), await posted(url, timeoutMs)]) {
    expect(message).toMatch(new RegExp(words));
    expect(message.replaceAll(url, '')).not.toMatch(internals);
  }
});

test('a name that leads into the own network: not where to', async () => {
  let calls = 0;
  const port = await portOf(() => calls++);
  const message = await bounded(`http://localhost:${port}/`, { allowListed: false });
  expect(message).toBe(
    'the other side is at an address that is not allowed: a private one, or one for special use',
  );
  expect(calls).toBe(0);
});

test('the cause is kept for the log', async () => {
  const url = new URL(`http://127.0.0.1:${await closedPort()}/`);
  const request = boundedRequest(
    { url, allowListed: true },
    {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(LONG_MS),
      timeoutMs: LONG_MS,
      maxBytes: 1,
      peer: 'it',
    },
  );
  await expect(request).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('an aborted caller gets the reason of its signal, not a network fault', async () => {
  const url = new URL(`http://127.0.0.1:${await portOf(() => {})}/`);
  const signal = AbortSignal.any([AbortSignal.timeout(10_000), AbortSignal.abort(new Error('stopped'))]);
  const request = boundedRequest(
    { url, allowListed: true },
    { method: 'GET', headers: {}, signal, timeoutMs: 10_000, maxBytes: 1, peer: 'it' },
  );
  await expect(request).rejects.toThrow('stopped');
});
