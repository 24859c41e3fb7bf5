import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TextsToRead } from './profile-row.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleContextItem, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const LATER_MS = Date.parse('2026-06-01T00:00:00Z');

const texts = (...ids: readonly string[]): TextsToRead => ({
  texts: ids.map((contextId) => ({ contextId, source: 'context' })),
  before: null,
});

describe.each(storesUnderTest)('rows to be read in full in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    store = under.store;
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const put = (userId: string, toRead: TextsToRead | null | undefined, row: object = {}) =>
    store.profiles.write([sampleWrite(userId, row, toRead === undefined ? {} : { toRead })]);
  const listed = async (tenant = ALPHA, domain = 'dating') =>
    (await store.readings.list(tenant, domain, 100)).map(({ userId }) => userId);
  const jobs = async (tenant = ALPHA) =>
    store.jobs.list(tenant, { kinds: ['full_reading'], before: null, limit: 100 });
  const take = async () => {
    const query = { limits: { full_reading: 9 }, perTenant: 9, limit: 9, nowMs: LATER_MS, leaseMs: 1000 };
    return (await store.jobs.take('worker', query)).taken;
  };
  const end = (jobId: string, domain = 'dating') =>
    store.jobs.finish('worker', [
      {
        jobId,
        end: { status: 'succeeded', result: {} },
        changes: [{ name: 'endFullReading', args: [ALPHA, domain] }],
        nowMs: LATER_MS,
      },
    ]);

  test('are listed with what is to be read, tenant by tenant and domain by domain', async () => {
    const provenance = { source: 'context', extractor: 'rules', confidence: 1, at: 'then' } as const;
    const before = {
      layer: { age: { value: 30, provenance } },
      preferences: { age: { gte: 20 } },
      preferenceProvenance: { age: provenance },
    };
    await put('ben', texts('ctx_1', 'ctx_2'));
    await put('ana', { ...texts('ctx_3'), before });
    await put('cem', texts('ctx_4'), { tenantId: BETA });
    await put('ana', texts('ctx_5'), { domain: 'hiring' });
    expect(await store.readings.list(ALPHA, 'dating', 100)).toEqual([
      { userId: 'ana', ...texts('ctx_3'), before },
      { userId: 'ben', ...texts('ctx_1', 'ctx_2') },
    ]);
    expect(await store.readings.list(ALPHA, 'dating', 1)).toHaveLength(1);
    expect(await store.readings.count(ALPHA, 'dating')).toBe(2);
    expect(await store.readings.ofRow(ALPHA, 'dating', 'ben')).toEqual(texts('ctx_1', 'ctx_2'));
    expect(await store.readings.ofRow(BETA, 'dating', 'ben')).toBeNull();
    expect([await listed(BETA), await listed(ALPHA, 'hiring')]).toEqual([['cem'], ['ana']]);
  });

  test('a later write replaces the entry, takes it off the list, or leaves it', async () => {
    await put('ana', texts('ctx_1'));
    await put('ana', undefined, { revision: 1 });
    expect(await store.readings.ofRow(ALPHA, 'dating', 'ana')).toEqual(texts('ctx_1'));
    await put('ana', texts('ctx_1', 'ctx_2'), { revision: 2 });
    expect(await store.readings.ofRow(ALPHA, 'dating', 'ana')).toEqual(texts('ctx_1', 'ctx_2'));
    expect(await put('ana', null, { revision: 2 }), 'a write that lost the race').toEqual(['conflict']);
    expect(await listed()).toEqual(['ana']);
    await put('ana', null, { revision: 3 });
    expect(await listed()).toEqual([]);
  });

  test('one that needs no write is settled, unless it changed after it was read', async () => {
    await put('ana', texts('ctx_1'));
    await put('ben', texts('ctx_2'));
    await put('ben', undefined, { revision: 1 });
    await store.readings.settle(ALPHA, 'dating', [
      { userId: 'ana', revision: 1 },
      { userId: 'ben', revision: 1 },
    ]);
    expect(await listed()).toEqual(['ben']);
  });

  test('an erasure takes the person off the list', async () => {
    await put('ana', texts('ctx_1'));
    await put('ana', texts('ctx_2'), { domain: 'hiring' });
    await store.profiles.erase(ALPHA, 'ana', 'hiring');
    expect([await listed(), await listed(ALPHA, 'hiring')]).toEqual([['ana'], []]);
    await store.profiles.erase(ALPHA, 'ana', null);
    expect(await listed()).toEqual([]);
  });

  test('their texts are found by id, within the tenant', async () => {
    const items = ['ctx_1', 'ctx_2'].map((id) => sampleContextItem(id));
    await store.profiles.write([sampleWrite('ana', {}, { contextItems: items })]);
    const found = await store.readings.texts(ALPHA, ['ctx_2', 'ctx_9', 'ctx_1']);
    expect(found.map(({ contextId }) => contextId).sort()).toEqual(['ctx_1', 'ctx_2']);
    expect(await store.readings.texts(BETA, ['ctx_1'])).toEqual([]);
  });

  test('one job a domain reads them, and ends when none is left', async () => {
    await store.profiles.write(['ana', 'ben'].map((id) => sampleWrite(id, {}, { toRead: texts(id) })));
    await put('cem', texts('ctx_1'), { domain: 'hiring' });
    await put('dan', texts('ctx_2'));
    const made = await jobs();
    expect(made.map(({ resource }) => resource?.id).sort()).toEqual(['dating', 'hiring']);
    const taken = await take();
    const { jobId } = taken.find(({ resource }) => resource?.id === 'dating')!;
    await put('ana', null, { revision: 1 });
    await put('ben', null, { revision: 1 });
    expect(await end(jobId), 'dan is left').toEqual(['stale']);
    await put('dan', null, { revision: 1 });
    expect(await end(jobId)).toEqual(['finished']);
    await put('eva', texts('ctx_3'));
    expect(await jobs(), 'the next import has a job of its own').toHaveLength(3);
  });

  test('a cancellation forgets the rows of its domain', async () => {
    await put('ana', texts('ctx_1'));
    await put('ben', texts('ctx_2'), { domain: 'hiring' });
    const job = (await jobs()).find(({ resource }) => resource?.id === 'dating')!;
    const changes = [{ name: 'forgetRowsToRead', args: [ALPHA, 'dating'] }] as const;
    await store.jobs.cancel(ALPHA, job.jobId, { nowMs: LATER_MS, changes });
    expect([await listed(), await listed(ALPHA, 'hiring')]).toEqual([[], ['ben']]);
  });
});
