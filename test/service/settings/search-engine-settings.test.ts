import { expect } from 'vitest';
import { openSearchEngine } from '../../../src/composition/open-search-engine.ts';
import { changeSequence, tenantId } from '../../../src/contract/brands.ts';
import { shippedDomain } from '../../../src/domains/shipped-domains.ts';
import { startLoopbackEngine } from '../../../src/matching/search-engine/opensearch/testing/loopback-engine.ts';
import { readSettings } from '../../../src/platform/config/read-settings.ts';
import { searchEngineSettings } from '../../../src/platform/config/settings/search-engine-settings.ts';
import { composed } from '../testing/composed-service.ts';
import { demonstrate } from './demonstrate.ts';
import { addPeople, match } from './people.ts';

/** The requests to OpenSearch when an index is made with these settings, and a match searched. */
async function askedOfSearch(given: Readonly<Record<string, string>>, isSilent = false) {
  await using loopback = await startLoopbackEngine({ isSilent });
  const settings = readSettings({}, Object.entries({ '--opensearch-url': loopback.url, ...given }).flat());
  const engine = (await openSearchEngine(settings))!;
  const of = { tenant: tenantId('ten_1'), definition: shippedDomain('dating')! };
  const made = { name: engine.indexes.newName(of), owner: 'store', places: [] };
  if (!isSilent) await engine.indexes.create(of, made).catch(() => undefined);
  const scoring = { intercept: 0, terms: [], calibration: null, personEffects: null, minScore: 0 };
  const query = { ...of, index: 'index', steps: [], masked: [], topK: 10, counts: false };
  const found = await engine.search
    .best({ ...query, scoring: { ...scoring, aggregation: 'off' } })
    .catch((error: unknown) => error);
  await engine.close();
  return { requests: loopback.requests, found };
}

/** The code of a match over an index that lacks four people, where a server holds so many. */
async function matchBesideIndex(opensearchLocalPeople: number): Promise<string> {
  const domain = 'dating';
  const meta = { layout: 1, domain, version: 1, note: { watermark: 0, store: 'mark' } };
  const named = { name: 'index', meta: { ...meta, tenant: '' } };
  await using loopback = await startLoopbackEngine(named);
  const service = await composed({ '--opensearch-url': loopback.url }, { opensearchLocalPeople });
  const { tenantId: tenant } = (await service.store.accounts.tenantNamed('main'))!;
  named.meta.tenant = tenant;
  await addPeople(service);
  await service.accounts.setEngine(tenant, domain, 'opensearch');
  const none = changeSequence(0);
  await service.store.searchIndexes.add({
    ...{
      tenantId: tenant,
      domain,
      version: 1,
      name: 'index',
      state: 'serving',
      watermark: none,
      writing: none,
    },
    ...{ lockToken: 'mark', previousLockToken: null, writtenTo: null, usedAtMs: null, createdAtMs: 0 },
  });
  const answer = await match(service);
  await service.stop();
  return answer.body.error?.code ?? 'found';
}

demonstrate(searchEngineSettings, {
  opensearchUrl: async () => {
    const { requests } = await askedOfSearch({});
    expect(requests.length).toBeGreaterThan(1);
    expect(await openSearchEngine(readSettings({}, []))).toBeNull();
  },
  opensearchUser: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-user': 'ana', '--opensearch-password': 'pass' });
    const sent = `Basic ${Buffer.from('ana:pass').toString('base64')}`;
    expect(requests.every(({ headers }) => headers.authorization === sent)).toBe(true);
    expect((await askedOfSearch({})).requests[0]!.headers.authorization).toBeUndefined();
  },
  opensearchPassword: async () => {
    const { requests } = await askedOfSearch({
      '--opensearch-user': 'ana',
      '--opensearch-password': 'other',
    });
    expect(requests[0]!.headers.authorization).toBe(`Basic ${Buffer.from('ana:other').toString('base64')}`);
  },
  opensearchCa: async () => {
    const missing = '/nowhere/no-such-file.pem';
    await expect(askedOfSearch({ '--opensearch-ca': missing })).rejects.toThrow('no-such-file.pem');
  },
  opensearchPrefix: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-prefix': 'of-the-test' });
    expect(requests[0]).toMatchObject({ method: 'PUT', url: expect.stringMatching(/^\/of-the-test-/) });
  },
  opensearchShards: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-shards': '7' });
    expect(JSON.parse(requests[0]!.body).settings.index.number_of_shards).toBe(7);
  },
  opensearchReplicas: async () => {
    const { requests } = await askedOfSearch({ '--opensearch-replicas': '3' });
    expect(JSON.parse(requests[0]!.body).settings.index.number_of_replicas).toBe(3);
  },
  opensearchScored: async () => {
    // 5,000 people pass.
    const few = await askedOfSearch({ '--opensearch-scored': '1000' });
    const all = await askedOfSearch({ '--opensearch-scored': '6000' });
    // The scored people are chosen by the counts of a sample.
    const areChosen = ({ requests }: typeof few) =>
      requests.some(({ url, body }) => url.includes('/_search') && body.includes('"size":0'));
    expect([areChosen(few), areChosen(all)]).toEqual([true, false]);
  },
  opensearchTimeoutMs: async () => {
    const { found } = await askedOfSearch({ '--opensearch-timeout': '40' }, true);
    expect(found).toMatchObject({
      code: 'dependency_unavailable',
      message: expect.stringContaining('40 ms'),
    });
  },
  opensearchLocalPeople: async () => {
    expect(await matchBesideIndex(3)).toBe('overloaded');
    expect(await matchBesideIndex(50_000)).not.toBe('overloaded');
  },
});
