/** The client and the server of forwarded matches, over real connections. */
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { retryLater } from '../../contract/errors.ts';
import type { MatchRequest, MatchResult } from '../../contract/match.ts';
import type { TimedMatch } from '../../matching/match/match-service.ts';
import { actAs, actingKey } from '../../platform/storage/acting.ts';
import { useTracer } from '../../platform/tracing/current-tracer.ts';
import { inTrace } from '../../platform/tracing/in-trace.ts';
import { openTracer } from '../../platform/tracing/open-telemetry/open-tracer.ts';
import { startOtlpReceiver } from '../../platform/tracing/testing/otlp-receiver.ts';
import { createMatchClient, type MatchClient, ReplicaUnreachable } from './match-client.ts';
import { QUESTION } from './match-protocol.ts';
import { createMatchServer, type MatchServer } from './match-server.ts';
import { open, seal } from './sealed-message.ts';

const secret = randomBytes(32);
const TENANT = tenantId('ten_1');
const question = { user_id: 'me', domain: 'dating', limit: 3 } as MatchRequest;
const matched: TimedMatch = {
  result: { match_id: 'match_1', matches: [] } as unknown as MatchResult,
  times: { light_ml: 2 },
};

let asked: unknown[];
let errors: unknown[];
let answer: (signal?: AbortSignal) => Promise<TimedMatch>;
let server: MatchServer;
let client: MatchClient;
let url: string;

beforeEach(async () => {
  [asked, errors] = [[], []];
  answer = async () => matched;
  server = createMatchServer({
    secret,
    clock: Date.now,
    onError: (error) => errors.push(error),
    signOfLifeMs: 50,
    match: {
      match: async (tenant, request, signal, batched) => {
        asked.push({ tenant, request, ...(batched !== undefined && { batched }) });
        return answer(signal);
      },
    },
  });
  url = `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
  client = createMatchClient(secret, Date.now);
});
afterEach(async () => {
  client.close();
  await server.close();
});

test('a question reaches the server, and its answer and the times of the stages the client', async () => {
  expect(await client.ask(url, TENANT, question)).toEqual(matched);
  expect(asked).toEqual([{ tenant: TENANT, request: question }]);
});

test('a match of a batch is known as one at the other end', async () => {
  const batched = { nowMs: 5, matchId: 'match_2' };
  await client.ask(url, TENANT, question, undefined, batched);
  expect(asked).toEqual([{ tenant: TENANT, request: question, batched }]);
});

test('a match is of the same API key at the other end', async () => {
  const keys: unknown[] = [];
  answer = async () => {
    keys.push(actingKey());
    return matched;
  };
  const actor = { kind: 'key', id: 'key_1', name: null } as const;
  await actAs({ actor, address: null, requestId: null }, () => client.ask(url, TENANT, question));
  await client.ask(url, TENANT, question);
  expect(keys).toEqual(['key_1', null]);
});

test('the answering server goes on with the trace of the asking one', async () => {
  const collector = await startOtlpReceiver();
  const tracer = openTracer({ ...tracing, endpoint: collector.url });
  const end = useTracer(tracer);
  await inTrace(
    () => ({ name: 'request' }),
    undefined,
    () => client.ask(url, TENANT, question),
  );
  end();
  await tracer.close();
  await collector.close();
  const [request, asking, answering] = ['request', 'forward match', 'forwarded match'].map((name) =>
    collector.spans.find((span) => span.name === name),
  );
  expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
  expect([asking!.parentId, answering!.parentId]).toEqual([request!.spanId, asking!.spanId]);
  expect(asked).toEqual([{ tenant: TENANT, request: question }]);
});

const tracing = {
  serviceName: 'test',
  serviceVersion: '1',
  sampler: 'always_on',
  sampledShare: 1,
  onFailure: (error: Error) => expect.unreachable(error.message),
} as const;

test('an error of the contract keeps code, details and status', async () => {
  answer = async () => Promise.reject(retryLater('warming_up', 'being built', 700));
  await expect(client.ask(url, TENANT, question)).rejects.toMatchObject({
    code: 'warming_up',
    message: 'being built',
    status: 503,
    details: { retry_after_ms: 700 },
  });
  expect(errors).toEqual([]);
});

test('an unexpected error stays in the log of the answering server', async () => {
  answer = async () => Promise.reject(new Error('secret path'));
  const asking = client.ask(url, TENANT, question);
  await expect(asking).rejects.toMatchObject({ code: 'internal' });
  await expect(asking).rejects.not.toThrow('secret path');
  expect(errors).toEqual([new Error('secret path')]);
});

test('a client that leaves ends the work of the server', async () => {
  const leaving = new AbortController();
  const ended = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  answer = (signal) => {
    signal!.addEventListener('abort', () => ended.resolve());
    begun.resolve();
    return new Promise(() => {});
  };
  const asking = client.ask(url, TENANT, question, leaving.signal);
  await begun.promise;
  leaving.abort(new Error('gone'));
  await expect(asking).rejects.toThrow('gone');
  await ended.promise;
});

test('another secret counts for nothing, at either end', async () => {
  const stranger = createMatchClient(randomBytes(32), Date.now);
  await expect(stranger.ask(url, TENANT, question)).rejects.toThrow(ReplicaUnreachable);
  stranger.close();
  expect(asked).toEqual([]);
});

test.each([
  ['a question an hour old', () => seal(secret, QUESTION, { id: 'x', sentAtMs: Date.now() - 3_600_000 })],
  ['a message of another kind', () => seal(secret, 'something else', { id: 'x', sentAtMs: Date.now() })],
  ['no message', () => Buffer.from('{}')],
  ['nothing', () => Buffer.alloc(0)],
  ['a message that is too long', () => randomBytes(9 * 2 ** 20)],
])('%s is refused', async (_, body) => {
  const refused = await fetch(`${url}/match`, { method: 'POST', body: new Uint8Array(body()) }).catch(
    () => null,
  );
  expect(refused?.status ?? 403).toBe(403);
  expect(asked).toEqual([]);
});

test('a question that is sent again is refused', async () => {
  const body = seal(secret, QUESTION, {
    id: 'once',
    sentAtMs: Date.now(),
    tenant: TENANT,
    request: question,
  });
  const send = async () =>
    (await fetch(`${url}/match`, { method: 'POST', body: new Uint8Array(body) })).status;
  expect([await send(), await send()]).toEqual([200, 403]);
  expect(asked.length).toBe(1);
});

test.each(['/', '/healthz', '/v1/match'])('%s says nothing', async (path) => {
  const refused = await fetch(url + path);
  expect([refused.status, await refused.text()]).toEqual([403, '']);
});

test('a server that refuses, breaks off or speaks something else cannot be reached', async () => {
  await expect(client.ask('http://127.0.0.1:1', TENANT, question)).rejects.toThrow(ReplicaUnreachable);
  const other: Server = createServer((request, response) => {
    if (request.headers['content-length'] === '1') response.end();
    else request.socket.destroy();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const there = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await expect(client.ask(there, TENANT, question)).rejects.toThrow(ReplicaUnreachable);
  other.close();
});

test('an answer may take longer than a silence, and a server without a sign of life is left', async () => {
  const patient = createMatchClient(secret, Date.now, 400);
  answer = () => new Promise((resolve) => setTimeout(resolve, 1000, matched));
  expect(await patient.ask(url, TENANT, question)).toEqual(matched);
  for (const sign of [null, 0]) {
    const hanging = createServer((request, response) => {
      request.resume();
      if (sign !== null) response.write(Buffer.of(sign));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => hanging.once('listening', resolve));
    const there = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
    await expect(patient.ask(there, TENANT, question)).rejects.toThrow('no sign of life within 400 ms');
    hanging.closeAllConnections();
    hanging.close();
  }
  patient.close();
});

test('the server closes after the answers that are being made', async () => {
  const waiting = Promise.withResolvers<TimedMatch>();
  const begun = Promise.withResolvers<void>();
  answer = () => {
    begun.resolve();
    return waiting.promise;
  };
  const asking = client.ask(url, TENANT, question);
  await begun.promise;
  const closing = server.close();
  waiting.resolve(matched);
  expect(await asking).toEqual(matched);
  await closing;
  const port = Number(new URL(url).port);
  await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
});

test('what was sealed opens in its context alone, and unchanged', () => {
  const sealed = seal(secret, 'one', { a: [1] });
  expect(open(secret, 'one', sealed)).toEqual({ a: [1] });
  expect(open(secret, 'two', sealed)).toBeNull();
  expect(open(randomBytes(32), 'one', sealed)).toBeNull();
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    expect(open(secret, 'one', changed)).toBeNull();
  }
  expect(seal(secret, 'one', { a: [1] }).equals(sealed)).toBe(false);
});
