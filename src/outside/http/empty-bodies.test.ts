/** An empty object as body is no body: many clients send one with every call. */
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeServer, fakeLimits, fakeServer, keyFor, keys } from './testing/http-fakes.ts';

interface Described {
  readonly requestBody?: { readonly required?: boolean };
  readonly security?: readonly unknown[];
  readonly 'x-scope'?: string | readonly string[];
}

let server: FakeServer;
let port: number;
/** Operations that need no body: method, a valid path, and a key that may. */
const bodiless: (readonly [method: string, path: string, key: string])[] = [];

beforeAll(async () => {
  server = await fakeServer({ limits: { ...fakeLimits, inFlight: 1000 } });
  const { paths } = (await server.app.inject('/v1/openapi.json')).json();
  for (const [path, methods] of Object.entries(paths as Record<string, Record<string, Described>>)) {
    for (const [method, described] of Object.entries(methods)) {
      if (described.requestBody?.required === true || described.security !== undefined) continue;
      bodiless.push([method.toUpperCase(), path.replace(/\{\w+\}/g, 'id_1'), keyFor(described)]);
    }
  }
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.app.close());

interface Sent {
  readonly status: number;
  readonly body: { readonly error?: { readonly code: string; readonly message: string } };
}

/** Over a real port: an injected GET has no body that could be announced and not come. */
function send(
  method: string,
  path: string,
  body: string | null,
  headers = {},
  key = keys.fast,
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      {
        port,
        method,
        path,
        agent: false,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body !== null && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      async (incoming) => {
        let text = '';
        for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
        resolve({ status: incoming.statusCode!, body: text === '' ? {} : JSON.parse(text) });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });
}

const length = (body: string) => ({ 'content-length': Buffer.byteLength(body) });
const wantsBody = /takes no body/;

describe('an operation that needs no body', () => {
  test('there are many, deploying among them', () => {
    expect(bodiless.length).toBeGreaterThanOrEqual(17);
    expect(bodiless).toContainEqual(['POST', '/v1/train/runs/id_1/deploy', keys.fast]);
    expect(bodiless).toContainEqual(['DELETE', '/v1/users/id_1', keys.fast]);
    expect(bodiless).toContainEqual(['DELETE', '/v1/admin/keys/id_1', keys.operator]);
  });

  test('takes an empty object as it takes nothing', async () => {
    for (const [method, path, key] of bodiless) {
      const plain = await send(method, path, null, {}, key);
      for (const empty of ['{}', ' {\n} ', '\ufeff{}']) {
        for (const headers of [length(empty), { 'transfer-encoding': 'chunked' }]) {
          const answer = await send(method, path, empty, headers, key);
          expect([method, path, answer.status]).toEqual([method, path, plain.status]);
        }
      }
    }
  });

  test('refuses every other body', async () => {
    const optional = /\/((tokenizers|models)\/id_1\/exports|model-experiments\/id_1\/promote)$/;
    const takeNone = bodiless.filter(([, path]) => !optional.test(path));
    for (const [method, path, key] of takeNone) {
      for (const body of ['{"domain":"dating"}', '[]', '0', `{${' '.repeat(5000)}"domain":"dating"}`]) {
        const answer = await send(method, path, body, length(body), key);
        expect([method, path, answer.status, answer.body.error?.code]).toEqual([
          method,
          path,
          400,
          'invalid_request',
        ]);
        expect(answer.body.error?.message).toMatch(wantsBody);
      }
    }
  });

  test('answers HEAD like GET', async () => {
    expect((await send('HEAD', '/v1/schema', '{}', length('{}'))).status).toBe(200);
  });
});

test('to an idempotency key it is the same call with and without an empty object', async () => {
  const path = '/v1/tokenizers/tok_1/exports';
  const headers = { 'idempotency-key': 'key-empty-1' };
  const seen: string[] = [];
  const other = await fakeServer({
    tokenizers: {
      fit: unused,
      get: unused,
      list: unused,
      codes: unused,
      assign: unused,
      export: async (_tenant, _id, _format, claim) => {
        seen.push(claim!.fingerprint);
        throw new Error('enough was seen');
      },
    },
  });
  const authorization = `Bearer ${keys.fast}`;
  await other.app.inject({ method: 'POST', url: path, headers: { ...headers, authorization } });
  await other.app.inject({ method: 'POST', url: path, headers: { ...headers, authorization }, payload: {} });
  await other.app.close();
  expect(seen).toHaveLength(2);
  expect(seen[0]).toBe(seen[1]);
});

async function unused(): Promise<never> {
  throw new Error('no test of these asks for it');
}
