/** Mappings and rejects of messages, and checkpoints of connectors, on every store. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEPT_REJECTS, type MessageReject } from './message-store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const reject = (n: number, named: Partial<MessageReject> = {}): MessageReject => ({
  rejectId: String(n).padStart(6, '0'),
  at: '2026-01-01T00:00:00.000Z',
  ...{ messageId: `m${n}`, type: 'track', event: 'Liked', userId: 'ana', otherId: null },
  ...{ code: 'user_not_found', message: 'no such person', ...named },
});

describe.each(storesUnderTest)('$name', ({ open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  }, 60_000);
  afterAll(() => under?.dispose());

  it('keeps a mapping a workspace', async () => {
    const { messages } = under.store;
    expect(await messages.mapping(ALPHA)).toBeNull();
    const stored = { mapping: { track: [] }, changedAt: '2026-01-01T00:00:00.000Z' };
    await messages.putMapping(ALPHA, { ...stored, mapping: { track: [], identify: { fields: {} } } });
    await messages.putMapping(ALPHA, stored);
    expect(await messages.mapping(ALPHA)).toEqual(stored);
    expect(await messages.mapping(BETA)).toBeNull();
  });

  it('keeps the newest rejects, until a person that they name is erased', async () => {
    const { messages, profiles, people } = under.store;
    await messages.addRejects(BETA, [reject(1)]);
    for (const from of [0, 150])
      await messages.addRejects(
        ALPHA,
        Array.from({ length: 150 }, (_, n) => reject(from + n)),
      );
    const kept = await messages.rejects(ALPHA, 1000);
    expect(kept).toHaveLength(KEPT_REJECTS);
    expect(kept[0]).toEqual(reject(299));
    await messages.addRejects(ALPHA, [reject(300, { userId: 'ben', otherId: 'cem' })]);
    const ids: string[] = [];
    for await (const page of people.ids(ALPHA, 10)) ids.push(...page);
    expect(new Set(ids)).toEqual(new Set(['ana', 'ben', 'cem']));
    await profiles.erase(ALPHA, 'ana', null);
    expect(await messages.rejects(ALPHA, 10)).toEqual([reject(300, { userId: 'ben', otherId: 'cem' })]);
    await profiles.erase(ALPHA, 'cem', 'dating');
    expect(await messages.rejects(ALPHA, 10)).toEqual([]);
    expect(await messages.rejects(BETA, 10)).toHaveLength(1);
  });

  it('lets one process move a checkpoint, which frees the keys of its rows', async () => {
    const { connectors, idempotency } = under.store;
    const begun = { tenantId: ALPHA, name: 'shop', source: 'kafka', owner: 'one', checkedAtMs: 1 };
    const first = await connectors.take(begun);
    expect(first).toMatchObject({ position: null, stored: 0, rejected: 0, lag: null });
    const key = { tenant: ALPHA, route: 'connector shop', key: 'a', fingerprint: '', people: [] };
    const owned = { nowMs: 0, ttlMs: 1e12, owner: 'one', leaseMs: 1000 };
    await idempotency.claim({ ...key, ...owned });
    const moved = { ...first, position: { 0: '7' }, stored: 5, lag: 2, checkedAtMs: 3 };
    expect(await connectors.save(moved, 'connector shop')).toBe(true);
    expect(await connectors.get(ALPHA, 'shop')).toEqual(moved);
    expect(await idempotency.find(ALPHA, 'connector shop', 'a', 1)).toBeNull();
    expect(await connectors.take({ ...begun, owner: 'two' })).toEqual({
      ...moved,
      ...{ owner: 'two', checkedAtMs: 1 },
    });
    expect(await connectors.save({ ...moved, stored: 9 }, 'connector shop')).toBe(false);
    expect(await connectors.get(BETA, 'shop')).toBeNull();
    expect((await connectors.all()).map(({ stored }) => stored)).toEqual([5]);
    await connectors.take({ ...begun, name: 'cups' });
    expect((await connectors.list(ALPHA)).map(({ name }) => name)).toEqual(['cups', 'shop']);
    expect(await connectors.list(BETA)).toEqual([]);
    expect(await connectors.remove(ALPHA, 'shop')).toBe(true);
    expect(await connectors.remove(ALPHA, 'shop')).toBe(false);
  });
});
