import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import { sessionKey } from '../../contract/session-key.ts';
import type { AppendedRow } from './append-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const item = (id: string, line = `item ${id}`): AppendedRow => ({ kind: 'item', id, personId: null, line });
const event = (id: string, personId = 'p', line = `event ${id}`): AppendedRow => {
  return { kind: 'event', id, personId, line };
};

describe.each(storesUnderTest)('rows appended to datasets of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(async () => {
    await under.empty();
    await addVersion('ds_1');
    await addVersion('ds_b', BETA);
  });
  afterAll(() => under.dispose());

  const addVersion = (datasetId: string, tenantId = ALPHA) =>
    store.datasets.add(
      {
        tenantId,
        datasetId,
        name: 'shop',
        source: 'workspace_upload',
        access: { export: true, training: true },
        terms: 'Ours.',
        features: noFeatures,
        createdAt: '2026-01-01T00:00:00.000Z',
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: '2026-01-01T00:00:01.000Z' },
    );
  const append = (rows: readonly AppendedRow[], missingItems: readonly string[] = [], baseId = 'ds_1') =>
    store.appends.append({ tenantId: ALPHA, name: 'shop', baseId, rows, missingItems });
  const page = async (kind: AppendedRow['kind'], after = 0, upTo = 1000, limit = 10) =>
    (await store.appends.page(ALPHA, 'shop', { kind, after, upTo, limit })).map(
      ({ id, position }) => `${position} ${id}`,
    );

  test('the same rows again are duplicates; other content is a conflict, and nothing of it is kept', async () => {
    const pending = { items: 1, events: 2 };
    expect(await append([item('a'), event('e1'), event('e2')])).toEqual({
      state: 'appended',
      appended: 3,
      duplicates: 0,
      pending,
    });
    expect(await append([event('e2'), item('a')])).toEqual({
      state: 'appended',
      appended: 0,
      duplicates: 2,
      pending,
    });
    expect(await append([event('e3'), event('e2', 'p', 'other'), item('a', 'other')])).toEqual({
      state: 'conflict',
      ids: ['e2', 'a'],
    });
    expect(await page('event')).toEqual(['2 e1', '3 e2']);
    expect(await store.appends.pending(ALPHA, 'shop')).toEqual(pending);
    expect(await store.appends.pending(BETA, 'shop')).toEqual({ items: 0, events: 0 });
    expect(await store.appends.pending(ALPHA, 'other')).toEqual({ items: 0, events: 0 });
  });

  test('merges belong to a tenant and a name, and are removed with the last version of the name', async () => {
    const anonymous = { ...event('e1', sessionKey('s'), 'anonymous'), sessionId: 's' };
    await append([anonymous]);
    const merges = [{ sessionId: 's', personId: 'p' }];
    const merge = (tenantId = ALPHA, name = 'shop') =>
      store.appends.mergeSessions({ tenantId, name, merges, at: '2026-01-02T00:00:00.000Z' });
    expect([await merge(), await merge(BETA)]).toMatchObject([{ merged: 1 }, { merged: 1 }]);
    expect(await merge()).toEqual({ state: 'merged', merged: 0, repeated: 1 });
    expect(await store.appends.ofPerson(ALPHA, 'shop', 'p', 9)).toMatchObject([
      { id: 'e1', personId: 'p', sessionId: 's', line: 'anonymous' },
    ]);
    expect(await store.appends.mergesOf(ALPHA, 'shop', { after: null, limit: 9 })).toEqual(merges);
    expect(await store.appends.mergesOf(ALPHA, 'shop', { after: 's', limit: 9 })).toEqual([]);
    expect(await store.appends.ownersOf(ALPHA, 'other', ['s'])).toEqual(new Map());
    expect(await store.appends.hasMergesSince(ALPHA, 'shop', '2026-01-03T00:00:00.000Z')).toBe(false);
    await store.deletions.dataset(ALPHA, 'ds_1');
    expect(await store.appends.sessionsOf(ALPHA, 'p', null)).toEqual([]);
    expect(await store.appends.sessionsOf(BETA, 'p', null)).toEqual(['s']);
  });

  test('of merges of one session that come at once exactly one wins', async () => {
    const merge = (personId: string) =>
      store.appends.mergeSessions({
        ...{ tenantId: ALPHA, name: 'shop', at: '2026-01-02T00:00:00.000Z' },
        merges: [{ sessionId: 's', personId }],
      });
    const people = Array.from({ length: 8 }, (_, n) => `p${n}`);
    const waiting = append([{ ...event('e1', sessionKey('s')), sessionId: 's' }]);
    const states = (await Promise.all(people.map(merge))).map(({ state }) => state);
    await waiting;
    expect(states.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'conflict'), 'merged']);
    const winner = people[states.indexOf('merged')]!;
    expect((await store.appends.ofPerson(ALPHA, 'shop', winner, 9)).map(({ id }) => id)).toEqual(['e1']);
  });

  test('an item that the base lacks must wait, or come with the events', async () => {
    expect(await append([event('e')], ['a', 'b'])).toEqual({ state: 'unresolved', itemIds: ['a', 'b'] });
    await append([item('a')]);
    expect(await append([event('e')], ['a', 'b'])).toEqual({ state: 'unresolved', itemIds: ['b'] });
    expect(await append([item('b'), event('e')], ['a', 'b'])).toMatchObject({ state: 'appended' });
  });

  test('rows that were checked against another version are not kept', async () => {
    await addVersion('ds_2');
    expect(await append([item('a')])).toEqual({ state: 'stale' });
    expect(await append([item('a')], [], 'ds_2')).toMatchObject({ state: 'appended' });
    expect((await store.datasets.newest(ALPHA, 'shop'))?.datasetId).toBe('ds_2');
    expect(await store.datasets.newest(ALPHA, 'none')).toBeNull();
  });

  test('pages are in order and bounded; positions are never used again', async () => {
    await append(Array.from({ length: 1300 }, (_, n) => event(`e${n}`)));
    expect(await store.appends.lastPosition(ALPHA, 'shop')).toBe(1300);
    expect(await page('event', 1, 3)).toEqual(['2 e1', '3 e2']);
    expect(await page('event', 1296)).toEqual([]);
    expect(await page('event', 1296, 1299, 2)).toEqual(['1297 e1296', '1298 e1297']);
    await store.jobs.create(
      {
        tenantId: ALPHA,
        jobId: 'job_1',
        kind: 'dataset_snapshot',
        resource: null,
        userId: null,
        uniqueKey: null,
        input: {},
        keep: true,
        createdAt: '2026-01-01T00:00:00.000Z',
        runAfterMs: 0,
      },
      { changes: [{ name: 'takeAppended', args: [ALPHA, 'shop', 1299, 'ds_1'] }] },
    );
    expect(await page('event', 0, 2000)).toEqual(['1300 e1299']);
    await append([event('e0')]);
    expect(await page('event', 0, 2000)).toEqual(['1300 e1299', '1301 e0']);
  });

  test('the waiting events of a person are the last ones, in order', async () => {
    await append([event('e1', 'ana'), event('e2', 'ben'), event('e3', 'ana'), event('e4', 'ana')]);
    const found = await store.appends.ofPerson(ALPHA, 'shop', 'ana', 2);
    expect(found.map(({ id }) => id)).toEqual(['e3', 'e4']);
    expect(await store.appends.ofPerson(BETA, 'shop', 'ana', 2)).toEqual([]);
  });
});
