/**
 * Traces of a whole service, as a collector receives them; and what is loaded where there is no collector.
 */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ChatServerUnderTest,
  likesAllEqually,
  startChatServer,
} from '../../src/engines/llm/testing/chat-server.ts';
import { createLogger } from '../../src/outside/http/logs/create-logger.ts';
import { until } from '../../src/platform/testing/until.ts';
import type { ReceivedSpan } from '../../src/platform/tracing/testing/decode-spans.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../../src/platform/tracing/testing/otlp-receiver.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';

const text = 'I am Ana Personal from Lisbon and I look for a long term relationship';
const parent = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };
let collector: OtlpReceiver;
let chat: ChatServerUnderTest;
let service: ComposedService;
let traced: readonly ReceivedSpan[];
const logged: string[] = [];

beforeAll(async () => {
  collector = await startOtlpReceiver();
  chat = await startChatServer(likesAllEqually);
  const given = {
    '--otlp-endpoint': `${collector.url}/`,
    '--otel-service-name': 'counterpart-under-test',
    '--llm-url': chat.url,
    '--llm-model': 'judge-1',
    '--slow-request-ms': '1',
  };
  const logger = createLogger('info', { write: (line) => void logged.push(line) });
  service = await composed(given, {}, { logger });
  for (const user_id of ['secret-person', 'a', 'b'])
    await service.send('users', { user_id, domain: 'dating', context: text, fields: person });
  const matched = await post('match', { user_id: 'secret-person', domain: 'dating', stages: judged });
  expect(matched.statusCode).toBe(200);
  await post('match', { user_id: 'nobody-of-that-id', domain: 'dating' });
  while (ofRoute('/v1/match').length < 2) await sleep(50);
  traced = collector.spans.filter(({ traceId }) => traceId === parent.trace);
}, 60_000);
afterAll(async () => {
  await service.stop();
  await collector.close();
  await chat.close();
});

const person = {
  age: 30,
  gender: 'woman',
  location: 'Lisbon, Portugal',
  relationship_goal: 'long_term',
  values_text: text,
};
const judged = { llm_judge: { enabled: true, top_k: 2 } };
const post = (path: string, payload: object) =>
  service.server.inject({
    method: 'POST',
    url: `/v1/${path}`,
    headers: {
      authorization: `Bearer ${service.key}`,
      traceparent: `00-${parent.trace}-${parent.span}-01`,
      'x-request-id': 'req-of-the-caller',
    },
    payload,
  });
const ofRoute = (route: string) => collector.spans.filter((span) => span.attributes['http.route'] === route);
const named = (name: string) => traced.filter((span) => span.name === name);

/** Names from a span up to the span of the request. */
function pathTo(span: ReceivedSpan): readonly string[] {
  const above = traced.find(({ spanId }) => spanId === span.parentId);
  return above === undefined ? [span.name] : [span.name, ...pathTo(above)];
}

test('a request continues the trace of its caller, and says what it was and how it ended', () => {
  const [found, missing] = ofRoute('/v1/match');
  expect(found).toMatchObject({
    name: 'POST /v1/match',
    kind: 2,
    status: 0,
    parentId: parent.span,
    traceId: parent.trace,
    attributes: {
      'http.response.status_code': 200,
      'counterpart.operation': 'match',
      'counterpart.request_id': 'req-of-the-caller',
      'counterpart.tenant': expect.stringMatching(/^ten_/),
    },
    resource: { 'service.name': 'counterpart-under-test', 'service.version': expect.any(String) },
  });
  expect(missing!.attributes).toMatchObject({
    'http.response.status_code': 404,
    'error.type': 'user_not_found',
  });
  expect(found!.endNs).toBeGreaterThan(found!.startNs);
});

test('stages, threads, queries and the model are below the request', () => {
  for (const stage of ['sql_filter', 'light_ml', 'embedding', 'cross_encoder', 'llm_judge'])
    expect(pathTo(named(`stage ${stage}`)[0]!)).toEqual([`stage ${stage}`, 'POST /v1/match']);
  const tops = (name: string) => named(name).map((span) => pathTo(span).at(-1));
  expect(tops('threads index query')).toContain('POST /v1/match');
  expect(tops('thread store writer')).toContain('POST /v1/match');
  const queries = traced.filter(({ name }) => name.startsWith('query '));
  expect(queries.map((span) => pathTo(span).at(-1))).toContain('POST /v1/match');
  expect(queries[0]).toMatchObject({ kind: 3, attributes: { 'db.system.name': expect.any(String) } });
  const [asked] = named('POST 127.0.0.1');
  expect(pathTo(asked!)).toEqual(['POST 127.0.0.1', 'stage llm_judge', 'POST /v1/match']);
  const given = chat.calls.at(-1)!.headers.traceparent;
  expect(given).toBe(`00-${parent.trace}-${asked!.spanId}-01`);
});

test('the log lines of a request name its trace', () => {
  const ofMatch = logged
    .map((line) => JSON.parse(line))
    .filter((line) => line.request_id === 'req-of-the-caller');
  expect(ofMatch.map(({ msg, trace_id }) => [msg, trace_id])).toEqual(
    expect.arrayContaining([
      ['request', parent.trace],
      ['slow request', parent.trace],
    ]),
  );
  expect(new Set(ofMatch.map(({ trace_id }) => trace_id))).toEqual(new Set([parent.trace]));
});

test('a body with texts is traced down to its encoding and its change of the store', async () => {
  const written = ofRoute('/v1/users')[0]!;
  const below = collector.spans.filter(({ traceId }) => traceId === written.traceId).map(({ name }) => name);
  expect(below).toContain('store writeProfiles');
  expect(below).toContain('encode profile');
});

test('no span has a text, an id of a person or a key', () => {
  const told = JSON.stringify(collector.spans, (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  );
  for (const secret of ['Personal', 'secret-person', 'nobody-of', 'cp_live', 'Lisbon', 'Bearer'])
    expect(told).not.toContain(secret);
});

test('a job is a trace of its own', async () => {
  const items = [{ item_id: 'i1', text: 'One' }];
  const body = { name: 'of the trace', items, events: [] };
  const { status, body: job } = await service.send('datasets', body, 'key-of-the-trace');
  expect(status).toBe(202);
  await service.ended(job.id);
  await until(() => collector.spans.some(({ name }) => name === 'job dataset_import')).toBe(true);
  const span = collector.spans.find(({ name }) => name === 'job dataset_import')!;
  expect(span).toMatchObject({
    parentId: '',
    kind: 5,
    attributes: { 'counterpart.job': job.id, 'counterpart.job.outcome': 'succeeded' },
  });
  const below = collector.spans.filter(({ parentId }) => parentId === span.spanId);
  expect(below.map(({ name }) => name)).toContain('store finishJob');
});

test('the worker process and the process of its task send spans of one trace', async () => {
  const decided = { seeker_id: 'secret-person', candidate_id: 'a', outcome: 'accepted' };
  expect((await service.send('feedback', { domain: 'dating', items: [decided] })).body.accepted).toBe(1);
  expect((await service.send('train', { domain: 'dating', force: true })).status).toBe(202);
  service.worker.start();
  const found = (name: string) => collector.spans.find((span) => span.name === name);
  const sent = () => ['job training_run', 'task training_run'].every((name) => found(name) !== undefined);
  await until(sent, 120_000).toBe(true);
  await service.worker.stop();
  const [job, task] = [found('job training_run')!, found('task training_run')!];
  expect(task).toMatchObject({ traceId: job.traceId, parentId: job.spanId });
  const below = collector.spans.filter(({ parentId }) => parentId === task.spanId);
  expect(below.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^query select /));
}, 150_000);

test('what is left is sent when the service stops; a collector that is gone keeps no request and no stop', async () => {
  const other = await startOtlpReceiver();
  const short = await composed({ '--otlp-endpoint': other.url });
  expect((await short.send('schema')).status).toBe(200);
  await short.stop();
  expect(other.spans.map(({ name }) => name)).toContain('GET /v1/schema');
  expect(other.deliveries[0]).toMatchObject({ path: '/v1/traces' });
  await other.close();
  const alone = await composed({ '--otlp-endpoint': other.url });
  expect((await alone.send('schema')).status).toBe(200);
  await alone.stop();
}, 60_000);

test('samplers: a share of the traces, and the wish of the caller', async () => {
  const other = await startOtlpReceiver();
  const sampling = await composed({
    '--otlp-endpoint': other.url,
    '--otel-traces-sampler': 'parentbased_traceidratio',
    '--otel-traces-sampler-arg': '0',
  });
  await sampling.send('users');
  const ask = (flags: string) =>
    sampling.server.inject({
      url: '/v1/schema',
      headers: {
        authorization: `Bearer ${sampling.key}`,
        traceparent: `00-${parent.trace}-${parent.span}-${flags}`,
      },
    });
  await ask('00');
  await ask('01');
  await sampling.stop();
  expect([...new Set(other.spans.map(({ traceId }) => traceId))]).toEqual([parent.trace]);
  expect(other.spans.filter(({ kind }) => kind === 2)).toHaveLength(1);
  await other.close();
});

test('without a collector no module of the SDK is loaded', () => {
  const script = fileURLToPath(new URL('./testing/loaded-modules.ts', import.meta.url));
  const loaded = (...flags: string[]) =>
    execFileSync(process.execPath, [script, ...flags], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes('@opentelemetry'));
  // The interface alone, a dependency of the metrics: it has no code that traces.
  expect(loaded().filter((line) => !line.includes('@opentelemetry/api/'))).toEqual([]);
  expect(loaded('--otlp-endpoint', 'http://127.0.0.1:9').join()).toContain('@opentelemetry/sdk-trace/');
}, 60_000);
