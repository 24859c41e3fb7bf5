import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConsoleLink, ConsoleSession } from './session-store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const link = (hash: string, changes: Partial<ConsoleLink> = {}): ConsoleLink => ({
  hash,
  tenantId: ALPHA,
  keyId: 'key_1',
  scopes: ['read', 'match'],
  createdAtMs: 1000,
  expiresAtMs: 2000,
  ...changes,
});
const session = (hash: string, changes: Partial<ConsoleSession> = {}): ConsoleSession => ({
  ...link(hash),
  usedAtMs: 1000,
  ...changes,
});

describe.each(storesUnderTest)('console sessions in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  const hashes = async (tenant: typeof ALPHA | null, nowMs: number) =>
    (await under.store.sessions.list(tenant, nowMs)).map(({ hash }) => hash);

  beforeAll(async () => {
    under = await open();
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('are found by every process as they were made, until they end', async () => {
    const { sessions } = under.store;
    await sessions.create(session('a'), []);
    expect(await under.another.sessions.find('a')).toEqual(session('a'));
    await sessions.noteUse('a', 1500);
    expect(await under.another.sessions.find('a')).toEqual(session('a', { usedAtMs: 1500 }));
    await under.another.sessions.end(['a', 'unknown']);
    expect(await sessions.find('a')).toBeNull();
    await sessions.noteUse('a', 1600);
    expect(await sessions.find('a')).toBeNull();
  });

  test('replace those that they came with, and no others', async () => {
    const { sessions } = under.store;
    for (const hash of ['a', 'b', 'c']) await sessions.create(session(hash), []);
    await sessions.create(session('d'), ['a', 'b', 'unknown']);
    expect(await hashes(ALPHA, 0)).toEqual(['c', 'd']);
  });

  test('are listed by tenant and key, oldest first, while they last', async () => {
    const { sessions } = under.store;
    await sessions.create(session('late', { createdAtMs: 1200 }), []);
    await sessions.create(session('early'), []);
    await sessions.create(session('other key', { keyId: 'key_0' }), []);
    await sessions.create(session('beta', { tenantId: BETA }), []);
    await sessions.create(session('ended', { expiresAtMs: 1300 }), []);
    expect(await hashes(ALPHA, 1300)).toEqual(['other key', 'early', 'late']);
    expect(await hashes(BETA, 1300)).toEqual(['beta']);
    expect(await hashes(null, 1300)).toHaveLength(4);
    const keys = [
      { tenantId: ALPHA, keyId: 'key_1' },
      { tenantId: BETA, keyId: 'key_none' },
    ];
    expect([...(await sessions.countOfKeys(keys, 1300))]).toEqual([['key_1', 2]]);
    expect(await sessions.countOfKeys([], 1300)).toEqual(new Map());
    expect(await hashes(null, 2000)).toEqual([]);
  });

  test('end with their key, as its links do; other keys keep theirs', async () => {
    const { sessions } = under.store;
    await sessions.create(session('a'), []);
    await sessions.create(session('expired', { expiresAtMs: 1500 }), []);
    await sessions.create(session('b', { keyId: 'key_2' }), []);
    await sessions.create(session('c', { tenantId: BETA }), []);
    for (const consoleLink of [link('l1'), link('l2', { keyId: 'key_2' }), link('l3', { tenantId: BETA })])
      await sessions.addLink(consoleLink);
    expect(await sessions.endOfKey(ALPHA, 'key_1', 1500)).toBe(1);
    expect(await hashes(null, 0)).toEqual(['b', 'c']);
    expect(await sessions.findLink('l1')).toBeNull();
    for (const hash of ['l2', 'l3']) expect(await sessions.findLink(hash)).not.toBeNull();
  });

  test('end in the transaction that revokes their key', async () => {
    const { accounts, sessions } = under.store;
    await accounts.createKey({
      ...{ keyId: 'key_1', tenantId: ALPHA, hash: 'of the key', scopes: ['read'], rate: 1, burst: 1 },
      ...{
        createdAt: '2026-01-01T00:00:00.000Z',
        expiresAt: null,
        revokedAt: null,
        name: null,
        usedAt: null,
      },
    });
    expect((await accounts.key(ALPHA, 'key_1'))?.hash).toBe('of the key');
    expect(await accounts.key(BETA, 'key_1')).toBeNull();
    await sessions.create(session('a'), []);
    await accounts.revokeKey('key_1', '2026-01-02T00:00:00.000Z');
    expect(await sessions.find('a')).toBeNull();
  });

  test('come from a link once, however many exchange it at the same time', async () => {
    await under.store.sessions.addLink(link('link'));
    expect(await under.another.sessions.findLink('link')).toEqual(link('link'));
    await under.store.sessions.create(session('before'), []);
    const tried = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        [under.store, under.another][n % 2]!.sessions.exchangeLink('link', session(`s${n}`), ['before']),
      ),
    );
    expect(tried.filter((outcome) => outcome === 'created')).toHaveLength(1);
    expect(await hashes(ALPHA, 0)).toEqual([`s${tried.indexOf('created')}`]);
    expect(await under.store.sessions.findLink('link')).toBeNull();
  });

  test('come from no link that is over, which changes nothing', async () => {
    const { sessions } = under.store;
    await sessions.addLink(link('over', { expiresAtMs: 1000 }));
    await sessions.create(session('before'), []);
    for (const hash of ['over', 'unknown'])
      expect(await sessions.exchangeLink(hash, session('new'), ['before'])).toBe('gone');
    expect(await hashes(ALPHA, 0)).toEqual(['before']);
  });

  test('and links are deleted when they are over', async () => {
    const { sessions } = under.store;
    await sessions.create(session('a'), []);
    await sessions.create(session('b', { expiresAtMs: 2001 }), []);
    await sessions.addLink(link('c'));
    await sessions.addLink(link('d', { expiresAtMs: 2001 }));
    expect(await sessions.forgetExpired(1999)).toBe(0);
    expect(await sessions.forgetExpired(2000)).toBe(2);
    expect(await hashes(null, 0)).toEqual(['b']);
    expect([await sessions.findLink('c'), await sessions.findLink('d')]).toEqual([
      null,
      link('d', { expiresAtMs: 2001 }),
    ]);
  });
});
