import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeSequence, type TenantId, tenantId } from '../../contract/brands.ts';
import type { FieldValues } from '../../domains/field.ts';
import type { Clause, Clauses } from '../../domains/filter.ts';
import { distanceKm } from '../../domains/filter.ts';
import type { Place } from '../../domains/place.ts';
import { rowPasses } from '../../domains/row-passes.ts';
import type { Outcome, Store } from './store.ts';
import { ALPHA, BETA, sampleContextItem, sampleVector, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const START = changeSequence(0);

describe.each(storesUnderTest)('$name store', ({ open, runs }) => {
  let under: StoreUnderTest;
  let store: Store;
  let another: Store;

  beforeAll(async () => {
    under = await open();
    ({ store, another } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('returns rows as they were written', async () => {
    const write = sampleWrite(
      'ana',
      {},
      { contextItems: [sampleContextItem('ctx_1')], vectors: [sampleVector('dating')] },
    );
    expect(await store.profiles.write([write])).toEqual(['written']);
    expect(await store.profiles.get(ALPHA, 'dating', 'ana')).toEqual({ ...write.row, revision: 1 });
    expect(await store.profiles.contextItems(ALPHA, 'dating', 'ana', 10)).toEqual(write.contextItems);
    expect(await store.profiles.vectors(ALPHA, 'ana')).toEqual(write.vectors);
    expect(await store.ping()).toBe(true);
    expect(await store.verify()).toEqual([]);
  });

  test('takes any id and any text', async () => {
    const ids = [
      '0',
      'Ana',
      'ana',
      'ÁNA',
      'A\u0301NA',
      '😀',
      "'; drop table profiles; --",
      '%',
      '$."x"',
      'a'.repeat(256),
    ];
    await store.profiles.write(
      ids.map((id) => sampleWrite(id, { fields: { values_text: `${id}\u0000"\\` } })),
    );
    const found = await store.profiles.getMany(ALPHA, 'dating', [...ids, 'unknown']);
    expect(found.map((row) => row.userId)).toEqual(ids);
    expect(found.map((row) => row.fields.values_text)).toEqual(ids.map((id) => `${id}\u0000"\\`));
  });

  test('lists newest context items first, and the last updated domain first', async () => {
    const items = [1, 2, 3].map((n) =>
      sampleContextItem(`ctx_${n}`, { createdAt: `2026-01-0${n}T00:00:00.000Z` }),
    );
    await store.profiles.write([
      sampleWrite('ana', { updatedAt: '2026-01-01T00:00:00.000Z' }, { contextItems: items }),
      sampleWrite('ana', { domain: 'hiring', updatedAt: '2026-01-02T00:00:00.000Z' }),
    ]);
    const newest = await store.profiles.contextItems(ALPHA, 'dating', 'ana', 2);
    expect(newest.map((item) => item.contextId)).toEqual(['ctx_3', 'ctx_2']);
    const rows = await store.profiles.listDomains(ALPHA, 'ana');
    expect(rows.map((row) => row.domain)).toEqual(['hiring', 'dating']);
  });

  describe('compare and set', () => {
    test('a write of a row that changed since is a conflict and leaves nothing', async () => {
      await store.profiles.write([sampleWrite('ana')]);
      const stale = sampleWrite(
        'ana',
        { fields: { age: 99 } },
        {
          contextItems: [sampleContextItem('ctx_stale')],
          vectors: [sampleVector('dating')],
          refreshDueAtMs: 1,
        },
      );
      const before = await store.profiles.lastSequence(ALPHA, 'dating');
      expect(await store.profiles.write([stale])).toEqual(['conflict']);
      expect((await store.profiles.get(ALPHA, 'dating', 'ana'))?.fields).toEqual({ age: 31 });
      expect(await store.profiles.contextItems(ALPHA, 'dating', 'ana', 9)).toEqual([]);
      expect(await store.profiles.vectors(ALPHA, 'ana')).toEqual([]);
      expect(await pendingRefreshes(store, 9)).toEqual([]);
      expect(await store.profiles.lastSequence(ALPHA, 'dating')).toBe(before);
    });

    test('a write does not restore a row that was erased since it was read', async () => {
      await store.profiles.write([sampleWrite('ana')]);
      await store.profiles.erase(ALPHA, 'ana', null);
      expect(await store.profiles.write([sampleWrite('ana', { revision: 1 })])).toEqual(['conflict']);
      expect(await store.profiles.get(ALPHA, 'dating', 'ana')).toBeNull();
    });

    test('each row of a batch is compared by itself and in order', async () => {
      await store.profiles.write([sampleWrite('old')]);
      const results = await store.profiles.write([
        sampleWrite('new'),
        sampleWrite('old'),
        sampleWrite('new', { revision: 1, fields: { age: 40 } }),
        sampleWrite('new', { revision: 1, fields: { age: 41 } }),
      ]);
      expect(results).toEqual(['written', 'conflict', 'written', 'conflict']);
      expect((await store.profiles.get(ALPHA, 'dating', 'new'))?.fields).toEqual({ age: 40 });
    });

    test('of many concurrent writers of one row exactly one wins each revision, also from another process', async () => {
      const attempts = Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? store : another).profiles.write([sampleWrite('ana', { fields: { age: n } })]),
      );
      const results = (await Promise.all(attempts)).flat();
      expect(results.filter((result) => result === 'written')).toHaveLength(1);
      expect((await another.profiles.get(ALPHA, 'dating', 'ana'))?.revision).toBe(1);
    });

    test('a batch larger than a statement is written whole', async () => {
      const writes = Array.from({ length: 1234 }, (_, n) =>
        sampleWrite(`user ${n}`, {}, { vectors: [sampleVector('dating')] }),
      );
      expect(new Set(await store.profiles.write(writes))).toEqual(new Set(['written']));
      expect(await store.profiles.count(ALPHA, 'dating')).toBe(1234);
      expect(
        await store.profiles.vectorsOf(
          ALPHA,
          'dating',
          writes.map(({ row }) => row.userId),
          sampleVector('dating').encoderId,
        ),
      ).toHaveProperty('size', 1234);
    });
  });

  test('one failing change does not take the concurrent ones with it', async () => {
    const clash = { contextItems: [sampleContextItem('ctx_same')] };
    await store.profiles.write([sampleWrite('first', {}, clash)]);
    const attempts = await Promise.allSettled([
      store.profiles.write([sampleWrite('second')]),
      store.profiles.write([sampleWrite('third', {}, clash)]),
      store.profiles.write([sampleWrite('fourth')]),
    ]);
    expect(attempts.map((attempt) => attempt.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const found = await store.profiles.getMany(ALPHA, 'dating', ['first', 'second', 'third', 'fourth']);
    expect(found.map((row) => row.userId)).toEqual(['first', 'second', 'fourth']);
  });

  describe('profile vectors and refreshes', () => {
    test('a write replaces the vectors that it has, drops the ones that it lists, and keeps the rest', async () => {
      await store.profiles.write([
        sampleWrite(
          'ana',
          {},
          { vectors: [sampleVector('dating'), sampleVector('hiring'), sampleVector('marketplace')] },
        ),
      ]);
      const renewed = sampleVector('dating', { encoderId: 'other@2#11111111', sentences: [] });
      await store.profiles.write([
        sampleWrite('ana', { revision: 1 }, { vectors: [renewed], dropVectors: ['hiring'] }),
      ]);
      expect(await store.profiles.vectors(ALPHA, 'ana')).toEqual([renewed, sampleVector('marketplace')]);
    });

    test('a lazily made vector leaves the row and the change feed alone', async () => {
      await store.profiles.write([sampleWrite('ana')]);
      const lazy = sampleVector('hiring', { sourceDomain: 'dating' });
      expect(await store.profiles.putLazyVectors(ALPHA, 'ana', [lazy], 1)).toBe('written');
      expect(await store.profiles.vectors(ALPHA, 'ana')).toEqual([lazy]);
      expect((await store.profiles.get(ALPHA, 'dating', 'ana'))?.revision).toBe(1);
      expect(await store.profiles.lastSequence(ALPHA, 'dating')).toBe(1);
    });

    test('a lazily made vector of a row that was written or erased since is not kept', async () => {
      await store.profiles.write([sampleWrite('ana')]);
      const lazy = sampleVector('hiring', { sourceDomain: 'dating' });
      await store.profiles.write([sampleWrite('ana', { revision: 1 })]);
      expect(await store.profiles.putLazyVectors(ALPHA, 'ana', [lazy], 1)).toBe('conflict');
      await store.profiles.erase(ALPHA, 'ana', null);
      expect(await store.profiles.putLazyVectors(ALPHA, 'ana', [lazy], 2)).toBe('conflict');
      expect(await store.profiles.vectors(ALPHA, 'ana')).toEqual([]);
    });

    test('pending refreshes are listed soonest first, and go when they are cancelled', async () => {
      await store.profiles.write([
        sampleWrite('late', {}, { refreshDueAtMs: 300 }),
        sampleWrite('soon', {}, { refreshDueAtMs: 100 }),
        sampleWrite('later', {}, { refreshDueAtMs: 900 }),
      ]);
      const users = async (now: number) => (await pendingRefreshes(store, now)).map(({ userId }) => userId);
      expect(await users(500)).toEqual(['soon', 'late']);
      await store.profiles.write([
        sampleWrite('soon', { revision: 1 }, { refreshDueAtMs: 'keep' }),
        sampleWrite('late', { revision: 1 }),
        sampleWrite('later', { revision: 1 }, { refreshDueAtMs: 400 }),
      ]);
      expect(await users(500)).toEqual(['soon', 'later']);
    });

    test('a refresh that is scheduled again while it runs is taken from its worker', async () => {
      await store.profiles.write([sampleWrite('ana', {}, { refreshDueAtMs: 100 })]);
      const ask = { limits: { profile_refresh: 9 }, limit: 9, leaseMs: 1000 };
      const [job] = (await store.jobs.take('w1', { ...ask, nowMs: 100 })).taken;
      await store.profiles.write([sampleWrite('ana', { revision: 1 }, { refreshDueAtMs: 300 })]);
      const end = { status: 'succeeded', result: {} } as const;
      expect(await store.jobs.finish('w1', [{ jobId: job!.jobId, end, changes: [], nowMs: 200 }])).toEqual([
        'lost',
      ]);
      expect((await store.jobs.take('w2', { ...ask, nowMs: 299 })).taken).toEqual([]);
      expect((await store.jobs.take('w2', { ...ask, nowMs: 300 })).taken).toMatchObject([
        { userId: 'ana', takes: 1 },
      ]);
      await store.profiles.write([sampleWrite('ana', { revision: 2 })]);
      expect(await store.jobs.get(ALPHA, job!.jobId)).toMatchObject({ status: 'running' });
    });
  });

  describe('change feed', () => {
    test('numbers every change, keeps the last of each row, in order', async () => {
      await store.profiles.write([sampleWrite('ana'), sampleWrite('ben')]);
      await store.profiles.write([sampleWrite('ana', { revision: 1 })]);
      await store.profiles.erase(ALPHA, 'ben', null);
      const changes = await store.profiles.changesAfter(ALPHA, 'dating', START, 10);
      expect(changes.map(({ sequence, userId, kind }) => [sequence, userId, kind])).toEqual([
        [3, 'ana', 'upsert'],
        [4, 'ben', 'delete'],
      ]);
      expect(await store.profiles.lastSequence(ALPHA, 'dating')).toBe(4);
      expect(await store.profiles.changesAfter(ALPHA, 'dating', changeSequence(3), 10)).toHaveLength(1);
      expect(await store.profiles.changesAfter(ALPHA, 'dating', START, 1)).toHaveLength(1);
    });

    test('another process sees a write as soon as it is answered', async () => {
      for (let n = 1; n <= 5; n++) {
        await store.profiles.write([sampleWrite(`user ${n}`)]);
        expect(await another.profiles.lastSequence(ALPHA, 'dating')).toBe(n);
        expect(await another.profiles.get(ALPHA, 'dating', `user ${n}`)).not.toBeNull();
      }
    });

    test('following it gives the rows of a scan, whatever happened', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean()), { maxLength: 30 }),
          async (steps) => {
            const tenant = `ten_${Math.random()}` as TenantId;
            for (const [userId, erase] of steps) {
              if (erase) await store.profiles.erase(tenant, userId, null);
              else {
                const revision = (await store.profiles.get(tenant, 'dating', userId))?.revision ?? 0;
                await store.profiles.write([sampleWrite(userId, { tenantId: tenant, revision })]);
              }
            }
            const changes = await store.profiles.changesAfter(tenant, 'dating', START, 100);
            const followed = changes.filter(({ kind }) => kind === 'upsert').map(({ userId }) => userId);
            const scanned = (await collect(store.profiles.scan(tenant, 'dating', 3))).map(
              ({ row }) => row.userId,
            );
            expect(followed.sort()).toEqual(scanned);
          },
        ),
        { numRuns: runs(10) },
      );
    });
  });

  test('scan returns every row once, in key order, with the vector of its own domain', async () => {
    const ids = ['b', 'a', 'é', 'Z', '😀', 'a b', 'aa'];
    await store.profiles.write(
      ids.map((id) =>
        sampleWrite(id, {}, { vectors: id === 'a' ? [sampleVector('hiring')] : [sampleVector('dating')] }),
      ),
    );
    for (const pageSize of [1, 3, 7, 100]) {
      const found = await collect(
        store.profiles.scan(ALPHA, 'dating', pageSize, sampleVector('dating').encoderId),
      );
      expect(found.map(({ row }) => row.userId)).toEqual(sortedByBytes(ids));
      expect(found.map(({ profileVector }) => profileVector?.domain ?? null)).toEqual(
        sortedByBytes(ids).map((id) => (id === 'a' ? null : 'dating')),
      );
    }
    expect(await collect(store.profiles.scan(ALPHA, 'hiring', 10))).toEqual([]);
  });

  test('a scan for an index returns the indexed part of every row, with the vector of one encoder', async () => {
    const { encoderId } = sampleVector('dating');
    const ids = ['b', 'a', 'é', 'Z', '😀', 'a b', 'aa', 'a"b', 'ab', 'c', 'd', 'e', 'f'];
    const vectorsOf = (id: string) => {
      const own = sampleVector('dating');
      if (id === 'a') return [sampleVector('hiring')];
      return id === 'b' ? [{ ...own, encoderId: 'other@1#00000000' }] : [own];
    };
    await store.profiles.write(ids.map((id) => sampleWrite(id, {}, { vectors: vectorsOf(id) })));
    await store.profiles.write([sampleWrite('aa', { tenantId: BETA }, {})]);
    const whole = await collect(store.profiles.scan(ALPHA, 'dating', 100, encoderId));
    const expected = whole.map(({ row, profileVector }) => ({
      row: {
        userId: row.userId,
        fields: row.fields,
        derived: row.derived,
        places: row.places,
        preferences: row.preferences,
        complete: row.complete,
        updatedAt: row.updatedAt,
      },
      profileVector: profileVector && { encoderId, vector: profileVector.vector },
    }));
    expect(
      expected.filter(({ profileVector }) => profileVector === null).map(({ row }) => row.userId),
    ).toEqual(['a', 'b']);
    for (const pageSize of [1, 2, 13, 100]) {
      const lengths: number[] = [];
      for await (const page of store.profiles.scanIndexed(ALPHA, 'dating', pageSize, encoderId)) {
        lengths.push(page.length);
      }
      expect(Math.max(...lengths)).toBeLessThanOrEqual(pageSize);
      expect(await collect(store.profiles.scanIndexed(ALPHA, 'dating', pageSize, encoderId))).toEqual(
        expected,
      );
    }
    expect(await collect(store.profiles.scanIndexed(ALPHA, 'hiring', 10, encoderId))).toEqual([]);
  });

  describe('tenants are apart', () => {
    test('the same ids in two tenants are two people', async () => {
      await store.profiles.write([
        sampleWrite('ana', { fields: { age: 20 } }, fullWrite('ctx_a')),
        sampleWrite('ana', { tenantId: BETA, fields: { age: 60 } }, fullWrite('ctx_b')),
      ]);
      await store.outcomes.record(ALPHA, 'dating', [outcome('ana', 'ben', 'accepted')]);
      expect((await store.profiles.get(BETA, 'dating', 'ana'))?.fields).toEqual({ age: 60 });
      expect(await store.outcomes.decidedBy(BETA, 'dating', 'ana', ['accepted'])).toEqual([]);
      expect(await store.profiles.idsWhere(BETA, 'dating', [{ op: 'lt', field: 'age', value: 30 }])).toEqual(
        [],
      );
      expect(await store.profiles.changesAfter(BETA, 'dating', START, 9)).toHaveLength(1);
      expect(await store.profiles.count(BETA, 'dating')).toBe(1);
      await store.profiles.erase(ALPHA, 'ana', null);
      expect(await store.profiles.get(ALPHA, 'dating', 'ana')).toBeNull();
      expect(await store.profiles.get(BETA, 'dating', 'ana')).not.toBeNull();
      expect(await store.profiles.vectors(BETA, 'ana')).toHaveLength(1);
      expect(await store.profiles.contextItems(BETA, 'dating', 'ana', 9)).toHaveLength(1);
      expect(await pendingRefreshes(store, 9)).toMatchObject([
        { tenantId: BETA, userId: 'ana', input: { domain: 'dating', user_id: 'ana' } },
      ]);
    });

    test('the same idempotency key in two tenants is two keys', async () => {
      expect(await store.idempotency.claim(claim({}))).toEqual({ state: 'claimed' });
      expect(await store.idempotency.claim(claim({ tenant: BETA }))).toEqual({ state: 'claimed' });
    });
  });

  describe('erasure', () => {
    beforeEach(async () => {
      await store.profiles.write([
        sampleWrite('ana', {}, fullWrite('ctx_1')),
        sampleWrite('ana', { domain: 'hiring' }, { vectors: [sampleVector('hiring')] }),
        sampleWrite('ben', {}, fullWrite('ctx_2')),
      ]);
      const lazy = sampleVector('marketplace', { sourceDomain: 'dating' });
      await store.profiles.putLazyVectors(ALPHA, 'ana', [lazy], 1);
      await store.outcomes.record(ALPHA, 'dating', [
        outcome('ana', 'ben', 'accepted'),
        outcome('ben', 'ana', 'rejected'),
        outcome('ben', 'cem', 'accepted'),
      ]);
      await store.outcomes.record(ALPHA, 'hiring', [outcome('firm', 'ana', 'converted')]);
      for (const [id, seeker, positive, negative] of [
        ['t1', 'ana', 'ben', 'cem'],
        ['t2', 'ben', 'ana', 'cem'],
        ['t3', 'ben', 'cem', 'ana'],
        ['t4', 'ben', 'cem', 'dan'],
      ] as const) {
        await under.query(
          `insert into triplets (tenant_id, domain, triplet_id, seeker_id, positive_id, negative_id, weight, state, created_at)
           values (?, 'dating', ?, ?, ?, ?, 1, 'pending', '2026-01-01T00:00:00.000Z')`,
          ALPHA,
          id,
          seeker,
          positive,
          negative,
        );
      }
    });

    test('of one domain erases its record, items, vectors, outcomes and triplets, and leaves the others', async () => {
      expect(await store.profiles.erase(ALPHA, 'ana', 'dating')).toEqual({
        domains: ['dating'],
        records: 1,
        contextItems: 1,
        outcomes: 2,
        triplets: 3,
        vectors: 2,
        pendingEvents: 0,
        datasetVersions: 0,
        trainedModels: [],
      });
      expect((await store.profiles.vectors(ALPHA, 'ana')).map(({ domain }) => domain)).toEqual(['hiring']);
      expect(await store.profiles.get(ALPHA, 'hiring', 'ana')).not.toBeNull();
      expect(await store.outcomes.decidedBy(ALPHA, 'hiring', 'firm', ['converted'])).toEqual(['ana']);
      expect((await pendingRefreshes(store, 9)).map(({ userId }) => userId)).toEqual(['ben']);
    });

    test('of all domains leaves no row that names the person, but the notice of deletion', async () => {
      const erased = await store.profiles.erase(ALPHA, 'ana', null);
      expect(erased).toEqual({
        domains: ['dating', 'hiring'],
        records: 2,
        contextItems: 1,
        outcomes: 3,
        triplets: 3,
        vectors: 3,
        pendingEvents: 0,
        datasetVersions: 0,
        trainedModels: [],
      });
      for (const table of (await under.tables()).filter((name) => name !== 'changes')) {
        const rows = await under.query(`select * from "${table}"`);
        expect(rows.filter((row) => Object.values(row).includes('ana'))).toEqual([]);
      }
      expect(await store.profiles.changesAfter(ALPHA, 'hiring', START, 9)).toMatchObject([
        { userId: 'ana', kind: 'delete' },
      ]);
      expect(await store.profiles.get(ALPHA, 'dating', 'ben')).not.toBeNull();
    });

    test('of an unknown person is vacuous', async () => {
      const before = await store.profiles.lastSequence(ALPHA, 'dating');
      expect(await store.profiles.erase(ALPHA, 'nobody', null)).toEqual({
        domains: [],
        records: 0,
        contextItems: 0,
        outcomes: 0,
        triplets: 0,
        vectors: 0,
        pendingEvents: 0,
        datasetVersions: 0,
        trainedModels: [],
      });
      expect(await store.profiles.lastSequence(ALPHA, 'dating')).toBe(before);
    });
  });

  test('the last recorded label of a pair counts', async () => {
    const decided = (labels: readonly string[]) => store.outcomes.decidedBy(ALPHA, 'dating', 'ana', labels);
    await store.outcomes.record(ALPHA, 'dating', [
      outcome('ana', 'ben', 'rejected'),
      outcome('ana', 'cem', 'rejected'),
      outcome('ana', 'ben', 'accepted'),
    ]);
    expect(await decided(['rejected'])).toEqual(['cem']);
    expect((await decided(['accepted', 'rejected'])).toSorted()).toEqual(['ben', 'cem']);
    await store.outcomes.record(ALPHA, 'dating', [outcome('ana', 'ben', 'rejected')]);
    expect((await decided(['rejected'])).toSorted()).toEqual(['ben', 'cem']);
    expect(await decided(['accepted'])).toEqual([]);
    expect(await decided([])).toEqual([]);
    expect(await store.outcomes.decidedBy(ALPHA, 'hiring', 'ana', ['rejected'])).toEqual([]);
  });

  describe('idempotency', () => {
    test('of many concurrent claims, also from another process, exactly one gets the key', async () => {
      const claims = await Promise.all(
        Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? store : another).idempotency.claim(claim({}))),
      );
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(claims.filter(({ state }) => state === 'in_progress')).toHaveLength(29);
    });

    test('a finished key returns its answer until it expires, and a mismatch is reported', async () => {
      const answer = { status: 200, body: '{"a":1}', requestId: 'req_1' };
      await store.idempotency.claim(claim({}));
      expect(await store.idempotency.claim(claim({ fingerprint: 'other' }))).toEqual({ state: 'mismatch' });
      await store.idempotency.finish(claimed('k'), answer, []);
      expect(await store.idempotency.claim(claim({ nowMs: 900 }))).toEqual({ state: 'done', answer });
      expect(await store.idempotency.claim(claim({ fingerprint: 'other' }))).toEqual({ state: 'mismatch' });
      expect(await store.idempotency.claim(claim({ nowMs: 1001, fingerprint: 'other' }))).toEqual({
        state: 'claimed',
      });
    });

    test('find returns keys in use, claims none, and returns none that has expired', async () => {
      const answer = { status: 202, body: '{"a":1}', requestId: 'req_1' };
      const find = (nowMs: number, tenant = ALPHA) =>
        store.idempotency.find(tenant, 'POST /users', 'k', nowMs);
      expect(await find(1)).toBeNull();
      await store.idempotency.claim(claim({}));
      expect(await find(1)).toEqual({ fingerprint: claim({}).fingerprint, answer: null });
      await store.idempotency.finish(claimed('k'), answer, []);
      expect(await another.idempotency.find(ALPHA, 'POST /users', 'k', 999)).toEqual({
        fingerprint: claim({}).fingerprint,
        answer,
      });
      expect(await find(1001)).toBeNull();
      expect(await find(1, BETA)).toBeNull();
    });

    test('a released key is free, one whose owner died passes to exactly one other', async () => {
      await store.idempotency.claim(claim({}));
      await store.idempotency.release(claimed('k'));
      const mine = claim({ fingerprint: 'other' });
      expect(await store.idempotency.claim(mine)).toEqual({ state: 'claimed' });
      const late = { ...mine, owner: 'another' };
      const alive = await another.idempotency.claim(late);
      expect(alive).toMatchObject({ state: 'in_progress', owner: 'server' });
      expect((alive as { leftMs: number }).leftMs).toBeGreaterThan(0);
      await store.idempotency.renew(claimed('k'), -1);
      const takers = await Promise.all(
        ['x', 'y', 'z'].map((owner) => another.idempotency.claim({ ...late, owner })),
      );
      expect(takers.map(({ state }) => state).toSorted()).toEqual(['claimed', 'in_progress', 'in_progress']);
    });

    test('the former owner of a key neither renews, answers nor frees it', async () => {
      const answer = { status: 200, body: '{"a":1}', requestId: 'req_1' };
      await store.idempotency.claim(claim({ leaseMs: -1 }));
      expect(await another.idempotency.claim(claim({ owner: 'another' }))).toEqual({ state: 'claimed' });
      await store.idempotency.renew(claimed('k'), -1);
      await store.idempotency.finish(claimed('k'), { ...answer, body: '{"former":true}' }, []);
      await store.idempotency.release(claimed('k'));
      expect(await store.idempotency.claim(claim({}))).toMatchObject({ owner: 'another' });
      await another.idempotency.finish(claimed('k', 'another'), answer, []);
      expect(await store.idempotency.claim(claim({}))).toEqual({ state: 'done', answer });
      await another.idempotency.finish(claimed('k', 'another'), { ...answer, body: '{}' }, []);
      expect(await store.idempotency.claim(claim({}))).toEqual({ state: 'done', answer });
    });

    test('a claim without a lease, of the version before, is taken over after two minutes', async () => {
      await store.idempotency.claim(claim({}));
      await under.query('update idempotency_keys set owner = null, lease_ms = null');
      const late = (nowMs: number) => claim({ owner: 'another', nowMs, ttlMs: 1_000_000 });
      await under.query('update idempotency_keys set expires_at_ms = 1000000');
      expect(await another.idempotency.claim(late(119_000))).toEqual({
        state: 'in_progress',
        owner: null,
        leftMs: 1000,
      });
      expect(await another.idempotency.claim(late(120_000))).toEqual({ state: 'claimed' });
    });

    describe('of a person who is erased', () => {
      const answer = { status: 200, body: '{"user_id":"an%a"}', requestId: 'req_1' };
      const finish = (key: string, people: readonly string[] = []) =>
        store.idempotency.finish(claimed(key), answer, people);
      const states = async (keys: readonly string[], given: Parameters<typeof claim>[0] = {}) =>
        (await Promise.all(keys.map((key) => another.idempotency.claim(claim({ key, ...given }))))).map(
          ({ state }) => state,
        );

      test('answers whose request or answer named them are tombstones, for all processes; others are kept', async () => {
        for (const [key, asked, answered] of [
          ['asked', ['an%a'], []],
          ['answered', ['ben'], ['ben', 'an%a']],
          ['other', ['anna'], ['anna']],
          ['case', ['AN%A'], []],
        ] as const) {
          await store.idempotency.claim(claim({ key, people: asked }));
          await finish(key, answered);
        }
        await store.profiles.erase(BETA, 'an%a', null);
        expect(await states(['asked', 'answered'])).toEqual(['done', 'done']);
        await store.profiles.erase(ALPHA, 'an%a', null);
        expect(await states(['asked', 'answered', 'other', 'case'])).toEqual([
          'erased',
          'erased',
          'done',
          'done',
        ]);
        // The answer is the same for every request with this key, until the tombstone expires.
        expect(await states(['asked'], { fingerprint: 'other', nowMs: 999 })).toEqual(['erased']);
        expect(await states(['asked'], { tenant: BETA })).toEqual(['claimed']);
        expect(await states(['asked'], { route: 'POST /match' })).toEqual(['claimed']);
        expect(await states(['asked'], { nowMs: 1000 })).toEqual(['claimed']);
      });

      test('the remaining rows name neither the person nor the key', async () => {
        await store.idempotency.claim(claim({ key: 'make an%a', people: ['an%a'] }));
        await finish('make an%a', ['an%a']);
        await store.idempotency.claim(claim({ key: 'in work' }));
        await store.profiles.erase(ALPHA, 'an%a', null);
        const left = await Promise.all(
          ['idempotency_keys', 'idempotency_people', 'erased_in_work', 'erased_answers'].map((table) =>
            under.query(`select * from ${table}`),
          ),
        );
        expect(JSON.stringify(left)).not.toContain('an%a');
        expect(left.map((rows) => rows.length)).toEqual([1, 0, 1, 1]);
      });

      test('requests in progress at that time leave no answer that names them', async () => {
        for (const [key, asked] of [
          ['asked', ['an%a']],
          ['to be answered', ['ben']],
          ['of others', ['ben']],
          ['fails', ['ben']],
        ] as const) {
          await store.idempotency.claim(claim({ key, people: asked }));
        }
        await another.profiles.erase(ALPHA, 'an%a', null);
        await finish('asked', ['an%a']);
        await finish('to be answered', ['ben', 'an%a']);
        await finish('of others', ['ben', 'cem']);
        await store.idempotency.release(claimed('fails'));
        expect(await states(['asked', 'to be answered', 'of others', 'fails'])).toEqual([
          'erased',
          'erased',
          'done',
          'claimed',
        ]);
        // The key was claimed after the person was created again, so the answer may name them.
        await finish('fails', ['an%a']);
        expect(await states(['fails'])).toEqual(['done']);
        expect(
          JSON.stringify(await under.query('select body from idempotency_keys where key = ?', 'asked')),
        ).toBe('[]');
      });

      test('no data of expired keys is left', async () => {
        for (const key of ['kept', 'tombstone', 'in work']) {
          await store.idempotency.claim(claim({ key, people: [key === 'tombstone' ? 'ana' : 'ben'] }));
          if (key !== 'in work') await finish(key);
        }
        await store.profiles.erase(ALPHA, 'ana', null);
        await store.idempotency.forgetExpired(1000);
        for (const table of ['idempotency_keys', 'idempotency_people', 'erased_in_work', 'erased_answers']) {
          expect(await under.query(`select * from ${table}`), table).toEqual([]);
        }
      });
    });

    describe('kept with a write of a profile', () => {
      const answer = { status: 200, body: '{"line":1}', requestId: 'req_1' };
      const keyed = (userId: string, overrides: object = {}) =>
        sampleWrite(
          userId,
          {},
          {
            claim: {
              ...{ route: 'POST /users', key: 'k', fingerprint: 'print', people: [userId] },
              ...{ nowMs: 0, ttlMs: 1000, answer, ...overrides },
            },
          },
        );
      const find = (nowMs = 0) => another.idempotency.findMany(ALPHA, 'POST /users', ['k', 'l'], nowMs);

      test('is there with the row, and a second write under it writes nothing', async () => {
        const [first, second] = await Promise.all([
          store.profiles.write([keyed('ana'), keyed('ben', { key: 'l' })]),
          another.profiles.write([keyed('cem')]),
        ]);
        expect([first[0], second[0]].toSorted()).toEqual(['in_use', 'written']);
        expect(first[1]).toBe('written');
        const written = first[0] === 'written' ? 'ana' : 'cem';
        const rows = await store.profiles.getMany(ALPHA, 'dating', ['ana', 'ben', 'cem']);
        expect(rows.map(({ userId }) => userId)).toEqual([written, 'ben'].toSorted());
        expect(await find()).toEqual(
          new Map([
            ['k', { fingerprint: 'print', answer }],
            ['l', { fingerprint: 'print', answer }],
          ]),
        );
      });

      test('is not there after a conflict', async () => {
        await store.profiles.write([sampleWrite('ana')]);
        expect(await store.profiles.write([keyed('ana')])).toEqual(['conflict']);
        expect(await find()).toEqual(new Map());
      });

      test('is a tombstone after the erasure of the person, and free once it has expired', async () => {
        await store.profiles.write([keyed('ana'), keyed('ben', { key: 'l' })]);
        await another.profiles.erase(ALPHA, 'ana', null);
        expect((await find(999)).get('k')).toBe('erased');
        expect(await store.profiles.write([keyed('ana', { nowMs: 999 })])).toEqual(['in_use']);
        expect(await find(1000)).toEqual(new Map());
        const late = { nowMs: 1000, fingerprint: 'other' };
        expect(await store.profiles.write([keyed('ana', late), keyed('dan', { ...late, key: 'l' })])).toEqual(
          ['written', 'written'],
        );
        expect((await find(1000)).get('k')).toEqual({ fingerprint: 'other', answer });
        await store.profiles.erase(ALPHA, 'ben', null);
        expect((await find(1000)).get('l')).toEqual({ fingerprint: 'other', answer });
      });

      test('thousands of them are forgotten a few at a time', async () => {
        const keys = Array.from({ length: 2500 }, (_, n) => keyed(`user ${n}`, { key: `key ${n}` }));
        await store.profiles.write(keys);
        await store.profiles.erase(ALPHA, 'user 7', null);
        expect(await store.idempotency.forgetExpired(1000)).toBe(2499);
        for (const table of ['idempotency_keys', 'idempotency_people', 'erased_answers']) {
          expect(await under.query(`select * from ${table}`), table).toEqual([]);
        }
      });
    });

    test('a finished key is not released', async () => {
      await store.idempotency.claim(claim({}));
      await store.idempotency.finish(claimed('k'), { status: 200, body: '{}', requestId: 'r' }, []);
      await store.idempotency.release(claimed('k'));
      expect(await store.idempotency.claim(claim({}))).toMatchObject({ state: 'done' });
    });
  });

  describe('accounts', () => {
    const tenant = {
      tenantId: ALPHA,
      name: 'Alpha',
      email: 'ops@alpha.example',
      createdAt: '2026-01-01T00:00:00.000Z',
      domains: [{ domain: 'dating', version: 1, threshold: 1000, labels: { superlike: 1.5 } }],
      settings: { memoryHosts: [], memoryHeader: null },
    };
    const key = {
      keyId: 'key_1',
      tenantId: ALPHA,
      hash: 'f'.repeat(64),
      scopes: ['read', 'match'] as const,
      rate: 100,
      burst: 200,
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: null,
      revokedAt: null,
      name: null,
      usedAt: null,
    };

    test('keep tenants by id and by unique name', async () => {
      expect(await store.accounts.createTenant(tenant)).toBe('created');
      expect(await store.accounts.createTenant({ ...tenant, tenantId: BETA })).toBe('conflict');
      expect(await store.accounts.tenant(ALPHA)).toEqual(tenant);
      expect(await store.accounts.tenantNamed('Alpha')).toEqual(tenant);
      expect(await store.accounts.tenant(BETA)).toBeNull();
      const changed = { ...tenant, domains: [], settings: { memoryHosts: ['intra'], memoryHeader: 'X: y' } };
      expect(await store.accounts.updateTenant(changed, tenant)).toBe(true);
      expect(await store.accounts.listTenants()).toEqual([changed]);
    });

    test('change a tenant only from what it is, where that is given', async () => {
      await store.accounts.createTenant(tenant);
      const shared = { ...tenant, settings: { ...tenant.settings, shareOutcomes: true } };
      expect(await store.accounts.updateTenant(shared, tenant)).toBe(true);
      const before = await store.accounts.accountsVersion();
      expect(await store.accounts.updateTenant({ ...tenant, domains: [] }, tenant)).toBe(false);
      expect(
        await store.accounts.updateTenant({ ...tenant, tenantId: BETA }, { ...tenant, tenantId: BETA }),
      ).toBe(false);
      expect(await store.accounts.tenant(ALPHA)).toEqual(shared);
      expect(await store.accounts.accountsVersion()).toBe(before);
      const changes = await store.audit.page({ tenantId: ALPHA }, { before: null, limit: 10 });
      expect(changes.filter(({ action }) => action === 'tenant.change')).toHaveLength(1);
    });

    test('lose none of many changes at once, through two stores', async () => {
      await store.accounts.createTenant({ ...tenant, domains: [] });
      const addHost = async (accounts: typeof store.accounts, host: string) => {
        for (;;) {
          const stored = (await accounts.tenant(ALPHA))!;
          const memoryHosts = [...stored.settings.memoryHosts, host];
          if (
            await accounts.updateTenant({ ...stored, settings: { ...stored.settings, memoryHosts } }, stored)
          )
            return;
        }
      };
      const hosts = Array.from({ length: 20 }, (_, n) => `host${n}`);
      await Promise.all(
        hosts.map((host, n) => addHost(n % 2 === 0 ? store.accounts : another.accounts, host)),
      );
      const stored = await store.accounts.tenant(ALPHA);
      expect(stored!.settings.memoryHosts.toSorted()).toEqual(hosts.toSorted());
    });

    test('keep keys by hash, and revoke them once', async () => {
      await store.accounts.createKey(key);
      expect(await store.accounts.keyByHash(key.hash)).toEqual(key);
      expect(await store.accounts.keyByHash('0'.repeat(64))).toBeNull();
      expect(await store.accounts.revokeKey('key_1', '2026-02-01T00:00:00.000Z')).toBe(true);
      expect(await store.accounts.revokeKey('key_1', '2026-03-01T00:00:00.000Z')).toBe(true);
      expect(await store.accounts.revokeKey('key_2', '2026-03-01T00:00:00.000Z')).toBe(false);
      const revoked = { ...key, revokedAt: '2026-02-01T00:00:00.000Z' };
      expect(await store.accounts.listKeys(ALPHA)).toEqual([revoked]);
      expect(await store.accounts.listKeys(BETA)).toEqual([]);
      expect(await store.accounts.listKeys(null)).toEqual([revoked]);
      expect(await store.accounts.keyById('key_1')).toEqual(revoked);
      expect(await store.accounts.keyById('key_2')).toBeNull();
    });

    test('list tenants and keys page by page, newest first', async () => {
      const names = ['ten_1', 'ten_2', 'ten_3'];
      for (const name of names) {
        await store.accounts.createTenant({ ...tenant, tenantId: tenantId(name), name });
        const hash = name.padStart(64, '0');
        await store.accounts.createKey({ ...key, tenantId: tenantId(name), keyId: `key_${name}`, hash });
      }
      await store.accounts.createKey({ ...key, tenantId: tenantId('ten_1'), keyId: 'key_ten_9' });
      const tenants = async (before: string | null, limit: number) =>
        (await store.accounts.pageOfTenants({ before, limit })).map((tenant) => tenant.tenantId);
      expect(await tenants(null, 2)).toEqual(['ten_3', 'ten_2']);
      expect(await tenants('ten_2', 2)).toEqual(['ten_1']);
      const keys = async (of: string | null, before: string | null, limit: number) =>
        (await store.accounts.pageOfKeys(of === null ? null : tenantId(of), { before, limit })).map(
          ({ keyId }) => keyId,
        );
      expect(await keys(null, null, 3)).toEqual(['key_ten_9', 'key_ten_3', 'key_ten_2']);
      expect(await keys(null, 'key_ten_2', 3)).toEqual(['key_ten_1']);
      expect(await keys('ten_1', null, 3)).toEqual(['key_ten_9', 'key_ten_1']);
      expect(await keys('ten_1', 'key_ten_9', 3)).toEqual(['key_ten_1']);
    });

    test('keep definitions by version', async () => {
      await store.accounts.createTenant(tenant);
      const put = (version: number, source: string, before = tenant) =>
        store.accounts.publishDefinition({ domain: 'pets', version, source }, tenant, before);
      expect(await put(2, 'two')).toBe('published');
      expect(await put(1, 'one')).toBe('published');
      expect(await put(1, 'one')).toBe('repeated');
      expect(await put(1, 'other')).toBe('conflict');
      expect(await put(3, 'three', { ...tenant, domains: [] })).toBe('changed');
      expect(await store.accounts.definitions(ALPHA)).toEqual([
        { domain: 'pets', version: 1, source: 'one' },
        { domain: 'pets', version: 2, source: 'two' },
      ]);
      expect(await store.accounts.definitions(BETA)).toEqual([]);
    });

    test('have a version that moves with every change, also for another process', async () => {
      const definition = { domain: 'pets', version: 1, source: 'one' };
      const changes = [
        () => store.accounts.createTenant(tenant),
        () => store.accounts.updateTenant(tenant, tenant),
        () => store.accounts.createKey(key),
        () => store.accounts.revokeKey('key_1', '2026-02-01T00:00:00.000Z'),
        () => store.accounts.publishDefinition(definition, tenant, tenant),
      ];
      for (const change of changes) {
        const before = await another.accounts.accountsVersion();
        await change();
        expect(await another.accounts.accountsVersion()).not.toBe(before);
      }
      const before = await store.accounts.accountsVersion();
      await store.profiles.write([sampleWrite('ana')]);
      expect(await store.accounts.accountsVersion()).toBe(before);
    });
  });

  describe('idsWhere', () => {
    test('agrees with the plain check, for any rows and clauses', async () => {
      let round = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyPerson, { minLength: 1, maxLength: 30 }),
          fc.array(anyClauses, { minLength: 20, maxLength: 40 }),
          async (people, filters) => {
            const domain = `round-${round++}`;
            await store.profiles.write(
              people.map((person, n) => sampleWrite(`p${String(n).padStart(3, '0')}`, { domain, ...person })),
            );
            const rows = (await collect(store.profiles.scan(ALPHA, domain, 50))).map(({ row }) => row);
            for (const clauses of filters) {
              const expected = rows
                .filter((row) => rowPasses(clauses, row.fields, row.places))
                .map((row) => row.userId);
              expect(await store.profiles.idsWhere(ALPHA, domain, clauses), JSON.stringify(clauses)).toEqual(
                expected,
              );
            }
          },
        ),
        { numRuns: runs(25) },
      );
    });

    test('counts the boundary of a distance in, to the last bit', async () => {
      const [lat, lon] = [38.71667, -9.13333];
      const places = [
        [41.15, -8.61],
        [-89.9, 12.5],
        [38.7, 179.99],
        [38.71667, -9.13333],
      ] as const;
      for (const [n, [otherLat, otherLon]] of places.entries()) {
        await store.profiles.write([
          sampleWrite(`p${n}`, {
            places: { location: { key: `k${n}`, name: 'x', country: null, lat: otherLat, lon: otherLon } },
          }),
        ]);
        const km = distanceKm(lat, lon, otherLat, otherLon);
        const within = (limit: number) =>
          store.profiles.idsWhere(ALPHA, 'dating', [
            { op: 'within_km', field: 'location', km: limit, origin: { lat, lon } },
          ]);
        expect(await within(km)).toContain(`p${n}`);
        if (km > 0) expect(await within(km * (1 - Number.EPSILON))).not.toContain(`p${n}`);
      }
    });
  });
});

const enumValues = ['woman', 'man', 'nonbinary'];
const languages = ['en', 'pt', 'tr', '1', 'true'];
const anyPlace: fc.Arbitrary<Place> = fc
  .record({
    key: fc.constantFrom('geonames:1', 'geonames:2', 'point:1.00000,2.00000'),
    lat: fc.oneof(fc.constantFrom(-90, 90, 0), fc.double({ min: -90, max: 90, noNaN: true })),
    lon: fc.oneof(fc.constantFrom(-180, 180, 0), fc.double({ min: -180, max: 180, noNaN: true })),
  })
  .map((place) => ({ ...place, name: 'Somewhere', country: null }));

const anyNumber = fc.oneof(
  fc.integer({ min: 18, max: 22 }),
  fc.constantFrom(0, -0, 0.1 + 0.2, 0.3, 1e300, -5e-324, 2 ** 53),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const anyText = fc.oneof(
  fc.constantFrom('', 'a', 'A', 'á', 'a\u0301', '1', 'true', 'null', "o'clock", '"', '\\', '%'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);

const anyPerson = fc
  .record(
    {
      age: anyNumber,
      gender: fc.constantFrom(...enumValues),
      smokes: fc.boolean(),
      languages: fc.uniqueArray(fc.constantFrom(...languages), { minLength: 1, maxLength: 4 }),
      city: anyText,
      location: fc.oneof(anyPlace, fc.constant('nowhere that is known')),
    },
    { requiredKeys: [] },
  )
  .map(({ location, ...values }) => ({
    fields: {
      ...values,
      ...(location === undefined
        ? {}
        : { location: typeof location === 'string' ? location : location.name }),
    } as FieldValues,
    places: (typeof location === 'object' ? { location } : {}) as Record<string, Place>,
  }));

const anyField = fc.constantFrom('age', 'gender', 'smokes', 'languages', 'city', 'location', 'unheard_of');
const anyScalar = fc.oneof(anyNumber, anyText, fc.boolean(), fc.constantFrom(...enumValues, ...languages));
const placeKeys = fc.array(fc.constantFrom('geonames:1', 'geonames:2', 'geonames:3'), { maxLength: 2 });
const anyClause: fc.Arbitrary<Clause> = fc.oneof(
  fc.record({ op: fc.constantFrom('eq', 'ne'), field: anyField, value: anyScalar }),
  fc.record({ op: fc.constantFrom('gt', 'gte', 'lt', 'lte'), field: anyField, value: anyNumber }),
  fc.record({
    op: fc.constantFrom('in', 'nin'),
    field: anyField,
    values: fc.array(anyScalar, { maxLength: 4 }),
  }),
  fc.record({ op: fc.constantFrom('place_in', 'place_nin'), field: anyField, keys: placeKeys }),
  fc.record({ op: fc.constant('exists' as const), field: anyField, value: fc.boolean() }),
  fc.record({
    op: fc.constant('within_km' as const),
    field: fc.constantFrom('location', 'unheard_of'),
    km: fc.double({ min: 0.001, max: 20_037, noNaN: true }),
    origin: fc.oneof(
      fc.constant(null),
      anyPlace.map(({ lat, lon }) => ({ lat, lon })),
    ),
  }),
) as fc.Arbitrary<Clause>;
const anyClauses: fc.Arbitrary<Clauses> = fc.array(anyClause, { maxLength: 3 });

/** Soonest first. */
async function pendingRefreshes(store: Store, nowMs: number) {
  const queued = await store.jobs.list(null, {
    kinds: ['profile_refresh'],
    statuses: ['queued'],
    before: null,
    limit: 100,
  });
  return queued
    .filter(({ runAfterMs }) => runAfterMs! <= nowMs)
    .sort((a, b) => a.runAfterMs! - b.runAfterMs!);
}

function fullWrite(contextId: string) {
  return {
    contextItems: [sampleContextItem(contextId)],
    vectors: [sampleVector('dating')],
    refreshDueAtMs: 5,
  };
}

function outcome(seekerId: string, candidateId: string, label: string): Outcome {
  return { seekerId, candidateId, label, weight: 1, matchId: null, at: '2026-01-01T00:00:00.000Z' };
}

const claimed = (key: string, owner = 'server') => ({ tenant: ALPHA, route: 'POST /users', key, owner });

function claim(given: Partial<Parameters<Store['idempotency']['claim']>[0]>) {
  return {
    tenant: ALPHA,
    route: 'POST /users',
    key: 'k',
    fingerprint: 'print',
    people: [],
    nowMs: 0,
    ttlMs: 1000,
    owner: 'server',
    leaseMs: 60_000,
    ...given,
  };
}

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

function sortedByBytes(ids: readonly string[]): readonly string[] {
  return ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}
