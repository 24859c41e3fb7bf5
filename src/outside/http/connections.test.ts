/** Requests that are odd as HTTP: each has an answer in our form, or is served. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askRaw, openRaw } from '../../platform/testing/raw-http.ts';
import { type FakeServer, fakeServer, keys } from './testing/http-fakes.ts';

let server: FakeServer;
let port: number;

beforeAll(async () => {
  server = await fakeServer();
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => server.app.close());

const key = `Authorization: Bearer ${keys.many}`;
const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`;
const small = '{"user_id":"a","domain":"dating"}';
const json = 'Content-Type: application/json';

describe('refused with the envelope and a request id', () => {
  test.each<[string, string, number, string]>([
    ['no Host', lines('GET /v1/schema HTTP/1.1', key), 400, 'Host'],
    ['two Host headers', lines('GET /v1/schema HTTP/1.1', 'Host: a', 'Host: b', key), 400, 'Host'],
    ['twice the same Host', lines('GET /v1/schema HTTP/1.1', 'Host: a', 'hOST: a', key), 400, 'Host'],
    ['an empty Host', lines('GET /v1/schema HTTP/1.1', 'Host:', key), 400, 'Host'],
    ['a Host with a path', lines('GET /v1/schema HTTP/1.1', 'Host: a/b', key), 400, 'Host'],
    ['a Host with a user', lines('GET /v1/schema HTTP/1.1', 'Host: u@a', key), 400, 'Host'],
    ['a Host with two ports', lines('GET /v1/schema HTTP/1.1', 'Host: a:1:2', key), 400, 'Host'],
    ['a Host with a space', lines('GET /v1/schema HTTP/1.1', 'Host: a b', key), 400, 'Host'],
    ['no Host, to a probe', lines('GET /healthz HTTP/1.1'), 400, 'Host'],
    ['no Host, to nowhere', lines('GET /nowhere HTTP/1.1'), 400, 'Host'],
    ['HTTP/1.0 with two', lines('GET /v1/schema HTTP/1.0', 'Host: a', 'Host: b', key), 400, 'Host'],
    ['two keys', lines('GET /v1/schema HTTP/1.1', 'Host: a', key, key), 400, 'Authorization'],
    [
      'a key beside another scheme',
      lines('GET /v1/schema HTTP/1.1', 'Host: a', key, 'authorization: Basic YTpi'),
      400,
      'Authorization',
    ],
    [
      'an empty header before the key',
      lines('GET /v1/schema HTTP/1.1', 'Host: a', 'Authorization:', key),
      400,
      'Authorization',
    ],
    ['two keys, to a probe', lines('GET /healthz HTTP/1.1', 'Host: a', key, key), 400, 'Authorization'],
    ['another expectation', lines('GET /v1/schema HTTP/1.1', 'Host: a', key, 'Expect: tea'), 417, 'Expect'],
    ['CONNECT', lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'), 405, 'CONNECT'],
    [
      'two Content-Lengths',
      lines('POST /v1/users HTTP/1.1', 'Host: a', key, json, 'Content-Length: 33', 'Content-Length: 34') +
        small,
      400,
      'HTTP',
    ],
    [
      'a Content-Length and a Transfer-Encoding',
      `${lines(
        'POST /v1/users HTTP/1.1',
        'Host: a',
        key,
        json,
        'Content-Length: 5',
        'Transfer-Encoding: chunked',
      )}0\r\n\r\n`,
      400,
      'HTTP',
    ],
    [
      'a Transfer-Encoding that is not known',
      lines('POST /v1/users HTTP/1.1', 'Host: a', key, json, 'Transfer-Encoding: gzip') + small,
      400,
      'HTTP',
    ],
    [
      'a chunk without a size',
      `${lines('POST /v1/users HTTP/1.1', 'Host: a', key, json, 'Transfer-Encoding: chunked')}zz\r\n`,
      400,
      'HTTP',
    ],
    [
      'headers above 16 KiB',
      lines('GET /v1/schema HTTP/1.1', 'Host: a', `A: ${'x'.repeat(100_000)}`),
      431,
      '16 KiB',
    ],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'HTTP'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01', 400, 'HTTP'],
  ])('%s', async (_, request, status, words) => {
    const answer = await askRaw(port, request);
    const told = JSON.parse(answer.text);
    expect([answer.status, told.error.message]).toEqual([status, expect.stringContaining(words)]);
    expect(told).toEqual({
      error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) },
      request_id: answer.headers['x-request-id'],
    });
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  test('CONNECT says what is possible, and the connection closes', async () => {
    const { socket, answer, closed } = await openRaw(port);
    socket.write(lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443', 'X-Request-Id: mine'));
    const { headers, text } = await answer();
    expect(headers).toMatchObject({
      allow: 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT',
      connection: 'close',
      'x-request-id': 'mine',
    });
    expect(JSON.parse(text).error.code).toBe('method_not_allowed');
    await closed;
  });

  test('none of them writes anything', () => expect(server.calls).toEqual([]));
});

describe('served', () => {
  test.each<[string, string, number]>([
    ['HTTP/1.0 without Host', lines('GET /v1/schema HTTP/1.0', key), 200],
    ['HTTP/1.0 with an expectation', lines('GET /v1/schema HTTP/1.0', key, 'Expect: 100-continue'), 200],
    ['a Host with a port', lines('GET /v1/schema HTTP/1.1', 'Host: a.example:8080', key), 200],
    ['an IPv6 Host', lines('GET /v1/schema HTTP/1.1', 'Host: [::1]:8080', key), 200],
    ['a container’s name', lines('GET /v1/schema HTTP/1.1', 'Host: match_service', key), 200],
    ['an absolute target', lines('GET http://a.example/v1/users/x HTTP/1.1', 'Host: a.example', key), 200],
    [
      'an absolute target in capitals',
      lines('GET HTTP://a.example:80/v1/schema?domain=dating HTTP/1.1', 'Host: a.example', key),
      200,
    ],
    [
      'an absolute target without a path',
      lines('GET http://a.example HTTP/1.1', 'Host: a.example', key),
      404,
    ],
    [
      'an upgrade that is not taken',
      lines(
        'GET /v1/schema HTTP/1.1',
        'Host: a',
        key,
        'Connection: Upgrade, HTTP2-Settings',
        'Upgrade: h2c',
        'HTTP2-Settings: AAMAAABkAAQAAP__',
      ),
      200,
    ],
    [
      'a WebSocket to nowhere',
      lines('GET /nowhere HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: websocket'),
      404,
    ],
    [
      'an upgrade with a body',
      lines(
        'POST /v1/users HTTP/1.1',
        'Host: a',
        key,
        json,
        'Connection: Upgrade',
        'Upgrade: h2c',
        `Content-Length: ${small.length}`,
      ) + small,
      200,
    ],
    ['OPTIONS of the whole server', lines('OPTIONS * HTTP/1.1', 'Host: a'), 404],
  ])('%s', async (_, request, status) => {
    const answer = await askRaw(port, request);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  test('the same target in either form is the same call', async () => {
    const post = (target: string) =>
      askRaw(
        port,
        lines(
          `POST ${target} HTTP/1.1`,
          'Host: a',
          key,
          json,
          'Idempotency-Key: one',
          `Content-Length: ${small.length}`,
        ) + small,
      );
    const first = await post('/v1/users');
    const again = await post('http://a/v1/users');
    expect([again.status, again.headers['idempotent-replayed'], again.text]).toEqual([
      200,
      'true',
      first.text,
    ]);
  });
});

test('a client that was refused and does not close is closed', async () => {
  const { socket, answer, closed } = await openRaw(port);
  socket.write('hello\r\n\r\n');
  const answered = await answer();
  expect(answered.status).toBe(400);
  // The server reads on for a while, because an immediate close would take the answer away from the client.
  socket.write('and more');
  await closed;
});
