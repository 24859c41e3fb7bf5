/**
 * The tracer against a loopback collector: the protocol, headers of the operator, faults, and dropped spans.
 */
import { afterEach, expect, test, vi } from 'vitest';
import { until } from '../testing/until.ts';
import { inCall, inSpan, useTracer } from './current-tracer.ts';
import { inTrace } from './in-trace.ts';
import { openTracer, type TracerSettings } from './open-telemetry/open-tracer.ts';
import { startOtlpReceiver } from './testing/otlp-receiver.ts';

const settings: Omit<TracerSettings, 'endpoint'> = {
  serviceName: 'under-test',
  serviceVersion: '1.2.3',
  sampler: 'parentbased_always_on',
  sampledShare: 1,
  onFailure: (error) => expect.unreachable(error.message),
};

afterEach(() => void vi.unstubAllEnvs());

class Teapot extends Error {
  readonly code = 'short_and_stout';
}

test('spans are nested as the work is, also of work side by side, and say how it failed', async () => {
  const collector = await startOtlpReceiver();
  const tracer = openTracer({ ...settings, endpoint: collector.url });
  const end = useTracer(tracer);
  const stage = (name: string) =>
    inSpan(
      () => ({ name, attributes: { 'counterpart.stage.in': 7, left: undefined } }),
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        tracer.add({ name: `query of ${name}`, kind: 'client' }, 3);
      },
    );
  const failing = inTrace(
    () => ({ name: 'request', kind: 'server' }),
    undefined,
    async () => {
      await Promise.all([stage('a'), stage('b')]);
      throw new Teapot('a secret message');
    },
  );
  await expect(failing).rejects.toThrow('a secret message');
  // Outside of a trace there is nothing to belong to.
  await stage('alone');
  end();
  await tracer.close();
  await collector.close();
  const named = (name: string) => collector.spans.find((span) => span.name === name)!;
  expect(collector.spans.map(({ name }) => name).sort()).toEqual([
    'a',
    'b',
    'query of a',
    'query of b',
    'request',
  ]);
  for (const name of ['a', 'b']) {
    expect(named(name)).toMatchObject({
      kind: 1,
      parentId: named('request').spanId,
      attributes: { 'counterpart.stage.in': 7 },
    });
    const query = named(`query of ${name}`);
    expect([query.parentId, query.kind]).toEqual([named(name).spanId, 3]);
    expect(Number(query.endNs - query.startNs) / 1e6).toBeGreaterThan(2);
  }
  expect(named('request')).toMatchObject({
    kind: 2,
    status: 2,
    parentId: '',
    attributes: { 'error.type': 'short_and_stout' },
    resource: { 'service.name': 'under-test', 'service.version': '1.2.3' },
  });
});

test('headers and attributes that the operator sets for OpenTelemetry reach the collector', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20of-the-collector');
  vi.stubEnv('OTEL_EXPORTER_OTLP_COMPRESSION', 'gzip');
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment.name=test');
  const collector = await startOtlpReceiver();
  const tracer = openTracer({ ...settings, endpoint: collector.url });
  tracer.begin({ name: 'request' }).end();
  await tracer.close();
  await collector.close();
  expect(collector.deliveries).toEqual([
    {
      path: '/v1/traces',
      headers: expect.objectContaining({
        authorization: 'Bearer of-the-collector',
        'content-encoding': 'gzip',
        'content-type': 'application/x-protobuf',
      }),
    },
  ]);
  expect(collector.spans[0]!.resource['deployment.environment.name']).toBe('test');
});

test('a collector that refuses is reported once, and nothing else happens', async () => {
  const collector = await startOtlpReceiver(400);
  const failures: string[] = [];
  const onFailure = ({ message }: Error) => void failures.push(message);
  const tracer = openTracer({ ...settings, endpoint: collector.url, onFailure });
  tracer.begin({ name: 'one' }).end();
  await until(() => failures.length).toBe(1);
  tracer.begin({ name: 'two' }).end();
  await tracer.close();
  await collector.close();
  expect(collector.spans.map(({ name }) => name)).toEqual(['one', 'two']);
  expect(failures).toHaveLength(1);
});

test('without a tracer the work runs alone, and a call gets no headers', async () => {
  const begin = () => expect.unreachable('no span is begun');
  expect(await inSpan(begin, async () => 1)).toBe(1);
  expect(await inCall(begin, async (headers) => headers)).toEqual({});
  expect(await inTrace(begin, undefined, async () => 2)).toBe(2);
});
