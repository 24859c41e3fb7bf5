/** How logs name people, and how a restored store finds them again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import { sessionKey, sessionMark } from '../../contract/session-key.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

describe.each(storesUnderTest)('marks of people in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('differ by person and tenant, and are the same in every process', async () => {
    const marks = await store.people.marks(ALPHA, ['ana', 'ben', 'ana']);
    expect(marks[2]).toBe(marks[0]);
    expect(new Set([...marks, ...(await store.people.marks(BETA, ['ana']))]).size).toBe(3);
    expect(await under.another.people.marks(ALPHA, ['ana', 'ben'])).toEqual(marks.slice(0, 2));
    expect(await under.another.people.markKey()).toBe(await store.people.markKey());
    expect(await store.people.markKey()).toMatch(/^[0-9a-f]{16}$/);
  });

  test('a block by mark refuses the id until it is lifted', async () => {
    const [mark] = await store.people.marks(ALPHA, ['ana']);
    for (const _ of [1, 2]) await store.blocks.add(ALPHA, mark!);
    expect([...(await under.another.blocks.among(ALPHA, ['ana', 'ben']))]).toEqual(['ana']);
    expect((await store.blocks.among(BETA, ['ana'])).size).toBe(0);
    expect(await store.blocks.lift(ALPHA, 'ana')).toBe(true);
    expect((await store.blocks.among(ALPHA, ['ana'])).size).toBe(0);
  });

  test('the ids of a tenant are those of people, outcomes and appended rows, in pages', async () => {
    const ids = async (tenant = ALPHA) => {
      const found: string[] = [];
      for await (const page of store.people.ids(tenant, 2)) {
        expect(page.length).toBeLessThanOrEqual(2);
        found.push(...page);
      }
      return [...new Set(found)].sort();
    };
    expect(await ids()).toEqual([]);
    await store.profiles.write(['cem', 'ana', 'ben', 'dan', 'eve'].map((id) => sampleWrite(id)));
    const [at, weight] = ['2026-01-01T00:00:00.000Z', 1];
    await store.outcomes.record(ALPHA, 'dating', [
      { seekerId: 'liker', candidateId: 'liked', label: 'accepted', weight, matchId: null, at, keyId: 'k' },
    ]);
    await store.datasets.add(
      {
        ...{ tenantId: ALPHA, datasetId: 'ds_1', name: 'shop', source: 'workspace_upload', terms: '' },
        ...{ access: { export: true, training: true }, features: noFeatures, createdAt: at },
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: at },
    );
    const rows = [
      { kind: 'item', id: 'i1', personId: null, line: 'i1' },
      { kind: 'event', id: 'e1', personId: 'buyer', line: 'e1' },
    ] as const;
    await store.appends.append({ tenantId: ALPHA, name: 'shop', baseId: 'ds_1', rows, missingItems: [] });
    expect(await ids()).toEqual(['ana', 'ben', 'buyer', 'cem', 'dan', 'eve', 'liked', 'liker']);
    expect(await ids(BETA)).toEqual([]);
  });

  test('sessions that wait or were merged have marks, and so have people who were merged alone', async () => {
    const [at, name] = ['2026-01-01T00:00:00.000Z', 'shop'];
    await store.datasets.add(
      {
        ...{ tenantId: ALPHA, datasetId: 'ds_1', name, source: 'workspace_upload', terms: '' },
        ...{ access: { export: true, training: true }, features: noFeatures, createdAt: at },
      },
      { itemCount: 1, eventCount: 0, files: [], readyAt: at },
    );
    const row = { kind: 'event', id: 'e1', personId: sessionKey('s'), sessionId: 's', line: 'e1' } as const;
    await store.appends.append({ tenantId: ALPHA, name, baseId: 'ds_1', rows: [row], missingItems: [] });
    const merges = [{ sessionId: 'early', personId: 'fay' }];
    await store.appends.mergeSessions({ tenantId: ALPHA, name, merges, at });
    const found: string[] = [];
    for await (const page of store.people.ids(ALPHA, 2)) found.push(...page);
    expect(found.sort()).toEqual([sessionMark('early'), sessionMark('s'), sessionKey('s'), 'fay'].sort());
  });
});
