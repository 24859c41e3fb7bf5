/** A body that is refused while it travels: any client can read the reason. */
import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRaw, type RawAnswer } from '../../../platform/testing/raw-http.ts';
import { until } from '../../../platform/testing/until.ts';
import { fakeLimits, fakeServer, keys } from '../testing/http-fakes.ts';

const LIMIT = 64 * 1024;
/** Far more than sockets of both sides buffer. */
const large = Buffer.alloc(6 * 2 ** 20, ' ');

let server: Worker;
let port: number;

beforeAll(async () => {
  server = new Worker(new URL('../testing/refusing-server.ts', import.meta.url), {
    workerData: { bodyBytes: LIMIT },
  });
  const [told] = await once(server, 'message');
  port = Number(told);
});
afterAll(async () => {
  server.postMessage('close');
  await once(server, 'exit');
});

const headers = (more: Record<string, string> = {}) => ({
  authorization: `Bearer ${keys.many}`,
  'content-type': 'application/json',
  ...more,
});

/** Counts the results of this many tries. */
async function tries(count: number, one: () => Promise<string>): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (let n = 0; n < count; n++) {
    const outcome = await one().catch(
      (error: Error & { cause?: { code?: string }; code?: string }) =>
        `${error.message} ${error.cause?.code ?? error.code}`,
    );
    counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return counted;
}

const read = (status: number, text: string) => `${status} ${JSON.parse(text).error.code}`;

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Sends the whole body without reading meanwhile, as simple clients do, then reads. */
async function send(body: Buffer, more: Record<string, string | number>, agent?: Agent): Promise<string> {
  const outgoing = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/users',
    headers: { ...headers(), ...more },
    ...(agent && { agent }),
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  // After the answer the connection may be cut within the body.
  outgoing.on('error', () => {});
  outgoing.end(body);
  const [answer] = await answered;
  return read(answer.statusCode!, await bodyOf(answer));
}

describe('a body above the limit', () => {
  test('Node’s fetch reads 413, every time', async () => {
    const outcomes = await tries(72, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/users`, {
        method: 'POST',
        headers: headers(),
        body: large,
      });
      return read(answer.status, await answer.text());
    });
    expect(outcomes).toEqual({ '413 payload_too_large': 72 });
  });

  test('fetch reads 413 for a stream without a length as well', async () => {
    const outcomes = await tries(24, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/users`, {
        method: 'POST',
        headers: headers(),
        body: new ReadableStream({
          start(controller) {
            for (let at = 0; at < large.length; at += 2 ** 18) {
              controller.enqueue(large.subarray(at, at + 2 ** 18));
            }
            controller.close();
          },
        }),
        duplex: 'half',
      } as RequestInit);
      return read(answer.status, await answer.text());
    });
    expect(outcomes).toEqual({ '413 payload_too_large': 24 });
  });

  test('http.request reads 413, with a length, in chunks, and on connections that are kept', async () => {
    const agent = new Agent({ keepAlive: true });
    const length = { 'content-length': large.length };
    expect(await tries(24, () => send(large, length))).toEqual({ '413 payload_too_large': 24 });
    expect(await tries(24, () => send(large, { 'transfer-encoding': 'chunked' }))).toEqual({
      '413 payload_too_large': 24,
    });
    expect(await tries(24, () => send(large, length, agent))).toEqual({ '413 payload_too_large': 24 });
    agent.destroy();
  });

  test('a client that reads only once it has sent everything reads it too', async () => {
    const outcomes = await tries(12, async () => {
      const { socket, answer } = await openRaw(port);
      socket.pause();
      socket.write(
        `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.many}\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n`,
      );
      await new Promise<void>((resolve, reject) =>
        socket.write(large, (error) => (error ? reject(error) : resolve())),
      );
      socket.resume();
      const { status, text, headers } = await answer();
      socket.destroy();
      return `${read(status, text)} ${headers.connection}`;
    });
    expect(outcomes).toEqual({ '413 payload_too_large close': 12 });
  });

  test('a connection whose body has no end is closed in the end', async () => {
    const { socket, answer, closed } = await openRaw(port);
    socket.write(
      `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.many}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(2 ** 20, ' '), Buffer.from('\r\n')]);
    let sent = 0;
    const endless = (async () => {
      while (!socket.destroyed) {
        if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]).catch(() => {});
        sent += chunk.length;
      }
    })();
    expect((await answer()).status).toBe(413);
    await closed;
    await endless;
    expect(sent).toBeGreaterThan(LIMIT);
  });
});

describe('Expect: 100-continue', () => {
  /** Whether the server sent 100 Continue, and its answer. The body is sent only after 100 Continue. */
  async function expecting(more: Record<string, string | number>, body: Buffer, path = '/v1/users') {
    const outgoing = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers: { ...headers(), 'content-length': body.length, expect: '100-continue', ...more },
    });
    let continued = false;
    outgoing.on('continue', () => {
      continued = true;
      outgoing.end(body);
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.flushHeaders();
    const [answer] = await answered;
    const text = await bodyOf(answer);
    outgoing.destroy();
    return { continued, status: answer.statusCode, connection: answer.headers.connection, text };
  }

  const small = Buffer.from('{"user_id":"a","domain":"dating"}');

  test.each<[string, Record<string, string | number>, Buffer, string, number]>([
    ['too large', {}, large, '/v1/users', 413],
    ['of another type', { 'content-type': 'text/csv' }, small, '/v1/users', 415],
    ['compressed', { 'content-encoding': 'gzip' }, small, '/v1/users', 415],
    ['with an unknown key', { authorization: 'Bearer cp_live_nope' }, small, '/v1/users', 401],
    ['without the scope', { authorization: `Bearer ${keys.reader}` }, small, '/v1/users', 403],
    ['to nowhere', {}, small, '/v1/nowhere', 404],
  ])('a body %s is refused before it is asked for', async (_, more, body, path, status) => {
    for (let n = 0; n < 10; n++) {
      const told = await expecting(more, body, path);
      expect(told).toMatchObject({ continued: false, status, connection: 'close' });
      expect(JSON.parse(told.text).request_id).toMatch(/^req_/);
    }
  });

  test('a key over its rate is 429 before 100 Continue', async () => {
    const slow = { authorization: `Bearer ${keys.slow}` };
    expect(await expecting(slow, small)).toMatchObject({ continued: true, status: 200 });
    expect(await expecting(slow, small)).toMatchObject({ continued: false, status: 429 });
  });

  test('an accepted body gets 100 Continue, and its connection stays open', async () => {
    const { socket, answer, received } = await openRaw(port);
    for (let n = 0; n < 3; n++) {
      const before = received().length;
      socket.write(
        `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.many}\r\nContent-Type: application/json\r\nContent-Length: ${small.length}\r\nExpect: 100-continue\r\n\r\n`,
      );
      await until(() => received().slice(before)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(small);
      expect((await answer()).status).toBe(200);
    }
    socket.destroy();
  });

  test('a client that sends its body without waiting reads 413 as well', async () => {
    expect(
      await tries(24, () => send(large, { 'content-length': large.length, expect: '100-continue' })),
    ).toEqual({ '413 payload_too_large': 24 });
  });
});

describe('other refusals of a large body on its way', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['without a key', '/v1/users', { authorization: '' }, '401 unauthorized'],
    ['without the scope', '/v1/users', { authorization: `Bearer ${keys.reader}` }, '403 forbidden'],
    ['to nowhere', '/v1/nowhere', {}, '404 not_found'],
    ['by a wrong method', '/v1/schema', {}, '405 method_not_allowed'],
    ['of another type', '/v1/users', { 'content-type': 'text/csv' }, '415 unsupported_media_type'],
  ])('%s: read every time', async (_, path, more, expected) => {
    const outcomes = await tries(12, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: headers(more),
        body: large,
      });
      return read(answer.status, await answer.text());
    });
    expect(outcomes).toEqual({ [expected]: 12 });
  });

  test('the body of a GET holds no slot while it is drained', async () => {
    const answers: RawAnswer[] = [];
    const sockets = [];
    for (let n = 0; n < fakeLimits.inFlight + 20; n++) {
      const { socket, answer } = await openRaw(port);
      sockets.push(socket);
      socket.write(
        `GET /v1/users/a HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.many}\r\nContent-Length: 2000\r\n\r\n{`,
      );
      answers.push(await answer());
    }
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    for (const socket of sockets) socket.destroy();
  });
});

test('stopping does not wait for bodies that are only drained', async () => {
  const own = await fakeServer({ limits: { ...fakeLimits, bodyBytes: LIMIT } });
  const ownPort = Number(new URL(await own.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const { socket, answer, closed } = await openRaw(ownPort);
  socket.write(
    `POST /v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${keys.many}\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n`,
  );
  expect((await answer()).status).toBe(413);
  const trickle = setInterval(() => socket.write(' '), 50);
  await own.app.close();
  await closed;
  clearInterval(trickle);
});
