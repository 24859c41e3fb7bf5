import { expect } from 'vitest';
import { openDriftWatch } from '../../../src/composition/open-drift-watch.ts';
import { openStoreAndAccounts } from '../../../src/composition/open-store.ts';
import { createLogger } from '../../../src/outside/http/logs/create-logger.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import { observabilitySettings } from '../../../src/platform/config/settings/observability-settings.ts';
import { startOtlpReceiver } from '../../../src/platform/tracing/testing/otlp-receiver.ts';
import { temporaryFolder } from '../../running-service.ts';
import { composed } from '../testing/composed-service.ts';
import { demonstrate } from './demonstrate.ts';
import { addPeople, match } from './people.ts';

async function slowLines(limitMs: string): Promise<readonly string[]> {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => void lines.push(line) });
  const service = await composed({ '--slow-request-ms': limitMs }, {}, { logger });
  await addPeople(service);
  expect((await match(service)).status).toBe(200);
  await service.stop();
  return lines.filter((line) => line.includes('"slow request"') && line.includes('"operation":"match"'));
}

/** The spans that a service with these settings sends of one request without a caller's trace. */
async function spansOf(given: Readonly<Record<string, string>>) {
  const collector = await startOtlpReceiver();
  const service = await composed({ '--otlp-endpoint': collector.url, ...given });
  expect((await service.send('schema')).status).toBe(200);
  await service.stop();
  await collector.close();
  return collector.spans;
}

let ofOne: ReturnType<typeof spansOf> | undefined;
const spansOfOne = () => {
  ofOne ??= spansOf({ '--otel-service-name': 'matching-eu' });
  return ofOne;
};

demonstrate(observabilitySettings, {
  traceCollector: async () => {
    expect((await spansOfOne()).map(({ name }) => name)).toContain('GET /v1/schema');
    expect(() => readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }, [])).toThrow('http://');
  },
  traceService: async () => {
    const [span] = await spansOfOne();
    expect(span!.resource['service.name']).toBe('matching-eu');
  },
  traceSampler: async () => {
    expect(await spansOf({ '--otel-traces-sampler': 'always_off' })).toEqual([]);
    expect(() => readSettings({ OTEL_TRACES_SAMPLER: 'sometimes' }, [])).toThrow('parentbased_always_on');
  },
  tracedShare: async () => {
    const none = { '--otel-traces-sampler': 'traceidratio', '--otel-traces-sampler-arg': '0' };
    expect(await spansOf(none)).toEqual([]);
    expect(() => readSettings({ OTEL_TRACES_SAMPLER_ARG: '2' }, [])).toThrow('a number from 0 to 1');
  },
  slowRequestMs: async () => {
    const [line] = await slowLines('1');
    expect(JSON.parse(line!)).toMatchObject({
      level: 'warn',
      tenant: expect.stringMatching(/^ten_/),
      request_id: expect.stringMatching(/^req_/),
      ms: expect.any(Number),
      stages_ms: { wait: expect.any(Number), sql_filter: expect.any(Number), store: expect.any(Number) },
    });
    expect(await slowLines('0')).toEqual([]);
  },
  driftThreshold: async () => {
    const folder = temporaryFolder();
    const { store, accounts, close } = await openStoreAndAccounts({ data: folder.path });
    const made = await accounts.createTenant({ name: 'a', domains: ['dating'], email: 'a@example.com' });
    const tenant = made.tenantId;
    const now = Date.now();
    const shares = (share: number, daysAgo: number) =>
      store.statistics.putCoverage(tenant, 'dating', {
        day: new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10),
        sampled: 300,
        shares: { age: share },
      });
    await shares(0.9, 8);
    await shares(0.6, 0);
    const warnings = async (threshold: string) => {
      const lines: string[] = [];
      const logger = createLogger('warn', { write: (line) => void lines.push(line) });
      const settings = readSettings({ COUNTERPART_DRIFT_THRESHOLD: threshold }, []);
      const watch = openDriftWatch({ settings, store, accounts, logger, clock: () => now });
      await watch.measure();
      await watch.close();
      return lines.map((line) => JSON.parse(line));
    };
    const [warning] = await warnings('0.2');
    expect(warning).toMatchObject({ tenant, domain: 'dating', what: 'field coverage', field: 'age' });
    expect(warning.drift).toBeCloseTo(-0.3);
    expect(await warnings('0.4')).toEqual([]);
    await close();
    folder.remove();
  },
});
