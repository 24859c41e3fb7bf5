import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Member } from './member-store.ts';
import { OPERATOR_OWNER } from './store.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-06-01T08:00:00.000Z';
const ana = { issuer: 'https://id.example', subject: 'ana' };
const member = (memberId: string, changes: Partial<Member> = {}): Member => ({
  ...{ memberId, tenantId: ALPHA, email: 'ana@example.com', name: 'Ana', scopes: ['read', 'match'] },
  ...{ identity: null, createdAt: AT, createdBy: 'key_1', lastSignInAt: null },
  ...changes,
});

describe.each(storesUnderTest)('members in the $name store', ({ open }) => {
  let under: StoreUnderTest;
  beforeAll(async () => {
    under = await open();
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  test('are found as they were added, once an address and workspace', async () => {
    const { members } = under.store;
    expect(await members.add(member('mem_1'))).toBe('added');
    expect(await members.add(member('mem_2'))).toBe('conflict');
    expect(await members.add(member('mem_3', { tenantId: BETA }))).toBe('added');
    expect(await members.add(member('mem_4', { tenantId: OPERATOR_OWNER, scopes: ['operator'] }))).toBe(
      'added',
    );
    const { another } = under;
    expect(await another.members.find(ALPHA, 'mem_1')).toEqual(member('mem_1'));
    expect(await another.members.find(BETA, 'mem_1')).toBeNull();
    expect((await another.members.ofEmail('ana@example.com')).map(({ memberId }) => memberId)).toEqual([
      'mem_1',
      'mem_3',
      'mem_4',
    ]);
    expect((await another.members.list(ALPHA)).map(({ memberId }) => memberId)).toEqual(['mem_1']);
    expect(
      (await another.members.page(null, { before: 'mem_4', limit: 1 })).map(({ memberId }) => memberId),
    ).toEqual(['mem_3']);
  });

  test('change in their own workspace alone, and each change is a new version of the accounts', async () => {
    const { members, accounts } = under.store;
    await members.add(member('mem_1'));
    const before = await under.another.accounts.accountsVersion();
    expect(await members.change(BETA, 'mem_1', { scopes: ['read'] })).toBe(false);
    expect(await members.change(ALPHA, 'mem_1', { scopes: ['read'], name: null })).toBe(true);
    expect(await members.find(ALPHA, 'mem_1')).toEqual(member('mem_1', { scopes: ['read'], name: null }));
    expect(await accounts.accountsVersion()).toBe(before + 1);
    const entries = await under.store.audit.page({ tenantId: ALPHA }, { before: null, limit: 10 });
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      ['member.change', { email: 'ana@example.com', scopes: ['read'], name: null }],
      ['member.add', { email: 'ana@example.com', scopes: ['read', 'match'] }],
    ]);
  });

  test('are bound to the first of several people who sign in at the same time', async () => {
    await under.store.members.add(member('mem_1'));
    const tried = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        [under.store, under.another][n % 2]!.members.noteSignIn(
          ...([ALPHA, 'mem_1', { ...ana, subject: `person ${n}` }, AT] as const),
        ),
      ),
    );
    expect(tried.filter(Boolean)).toHaveLength(1);
    const bound = { ...ana, subject: `person ${tried.indexOf(true)}` };
    expect(await under.store.members.findById('mem_1')).toMatchObject({ identity: bound, lastSignInAt: AT });
    await under.store.members.change(ALPHA, 'mem_1', { unbind: true });
    expect(await under.store.members.noteSignIn(ALPHA, 'mem_1', ana, AT)).toBe(true);
    expect(await under.store.members.noteSignIn(BETA, 'mem_1', ana, AT)).toBe(false);
  });

  test('of one address are bound together, so the removal of one frees no other', async () => {
    const { members } = under.store;
    await members.add(member('mem_1'));
    await members.add(member('mem_2', { tenantId: BETA }));
    await members.add(member('mem_3', { tenantId: BETA, email: 'ben@example.com' }));
    expect(await members.noteSignIn(ALPHA, 'mem_1', ana, AT)).toBe(true);
    await members.remove(ALPHA, 'mem_1');
    expect(await members.noteSignIn(BETA, 'mem_2', { ...ana, subject: 'other' }, AT)).toBe(false);
    expect(await members.list(BETA)).toMatchObject([
      { identity: ana, lastSignInAt: null },
      { identity: null },
    ]);
  });

  test('end their sessions in the transaction that unbinds or removes them', async () => {
    const { members, sessions } = under.store;
    await members.add(member('mem_1'));
    const times = { createdAtMs: 1000, expiresAtMs: 2000, usedAtMs: 1000 };
    const session = { hash: 'a', tenantId: ALPHA, keyId: 'mem_1', scopes: ['read'] as const, ...times };
    await sessions.create(session, []);
    await sessions.create({ ...session, hash: 'b', tenantId: BETA }, []);
    await members.change(ALPHA, 'mem_1', { name: 'Ana Lima' });
    expect(await sessions.find('a')).not.toBeNull();
    await members.change(ALPHA, 'mem_1', { unbind: true });
    expect(await sessions.find('a')).toBeNull();
    await sessions.create(session, []);
    expect(await members.remove(BETA, 'mem_1')).toBe(false);
    expect(await members.remove(ALPHA, 'mem_1')).toBe(true);
    expect([await sessions.find('a'), await sessions.find('b')]).toMatchObject([null, { hash: 'b' }]);
    expect(await members.findById('mem_1')).toBeNull();
  });

  test('leave keys their name and the time of their last use, which never goes back', async () => {
    const { accounts } = under.store;
    await accounts.createKey({
      ...{ keyId: 'key_1', tenantId: ALPHA, hash: 'of the key', scopes: ['read'], rate: 1, burst: 1 },
      ...{ createdAt: AT, expiresAt: null, revokedAt: null, name: 'shop', usedAt: null },
    });
    const version = await under.another.accounts.accountsVersion();
    await accounts.noteKeyUse(ALPHA, 'key_1', '2026-06-02T00:00:00.000Z');
    await accounts.noteKeyUse(ALPHA, 'key_1', AT);
    await accounts.noteKeyUse(BETA, 'key_1', '2026-06-03T00:00:00.000Z');
    expect(await accounts.accountsVersion()).toBe(version);
    expect(await accounts.renameKey(BETA, 'key_1', 'other')).toBe(false);
    expect(await accounts.renameKey(ALPHA, 'key_1', 'till')).toBe(true);
    expect(await accounts.keyById('key_1')).toMatchObject({
      name: 'till',
      usedAt: '2026-06-02T00:00:00.000Z',
    });
  });
});
