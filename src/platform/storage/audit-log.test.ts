import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { actAs } from './acting.ts';
import type { AuditEntry, AuditOrigin } from './audit-store.ts';
import { OPERATOR_OWNER, type Store, type Tenant } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import { verifyAudit } from './verify-audit.ts';

const AT = '2026-03-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';
const SECRET = 'the-secret-value';
const origin: AuditOrigin = {
  actor: { kind: 'key', id: 'key_operator', name: null },
  address: '203.0.113.9',
  requestId: 'req_1',
};
const tenant: Tenant = {
  tenantId: ALPHA,
  name: 'alpha',
  email: 'a@example.com',
  createdAt: AT,
  domains: [{ domain: 'dating', version: 1, threshold: 1000, labels: {} }],
  settings: { memoryHosts: [], memoryHeader: null },
};
const key = (keyId: string, owner = ALPHA) => ({
  keyId,
  tenantId: owner,
  hash: `hash of ${keyId}`,
  scopes: ['read'] as const,
  ...{ rate: 100, burst: 200, createdAt: AT, expiresAt: null, revokedAt: null, name: null, usedAt: null },
});

describe.each(storesUnderTest)('the audit log of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  const entries = async (tenantId: AuditEntry['tenantId'] | null = null) =>
    (await store.audit.page({ tenantId }, { before: null, limit: 100 })).toReversed();
  const actions = async () => (await entries()).map(({ action }) => action);
  const makeKeys = async (count: number, first = 1) => {
    for (let n = first; n < first + count; n++) await store.accounts.createKey(key(`key_${n}`));
  };

  test('an entry says what, by which caller, from where and of which request', async () => {
    await actAs(origin, () => store.accounts.createKey(key('key_1')));
    const [entry] = await entries();
    expect(entry).toMatchObject({
      ...origin,
      tenantId: ALPHA,
      number: 1,
      action: 'key.create',
      target: { kind: 'key', id: 'key_1' },
      person: null,
      details: { scopes: ['read'], rate: 100, burst: 200, expires_at: null },
      result: 'done',
    });
    expect(entry!.entryId).toMatch(/^aud_[0-9a-z]{26}$/);
    expect(Math.abs(Date.parse(entry!.at) - Date.now())).toBeLessThan(60_000);
    expect(JSON.stringify(entry)).not.toContain('hash of');
  });

  test('a change without a caller comes from the service', async () => {
    await makeKeys(1);
    expect((await entries())[0]).toMatchObject({
      actor: { kind: 'service', id: 'service', name: null },
      address: null,
      requestId: null,
    });
  });

  test('what changed nothing has no entry', async () => {
    await store.accounts.createTenant(tenant);
    expect(await store.accounts.createTenant(tenant)).toBe('conflict');
    await store.accounts.updateTenant(tenant, tenant);
    expect(await store.accounts.revokeKey('key_none', AT)).toBe(false);
    expect(await store.modelAliases.remove(ALPHA, 'none')).toBe(false);
    await makeKeys(1);
    await store.accounts.revokeKey('key_1', AT);
    await store.accounts.revokeKey('key_1', AT);
    expect(await actions()).toEqual(['tenant.create', 'key.create', 'key.revoke']);
  });

  test('a change of settings says from what to what, and of a secret only that it changed', async () => {
    await store.accounts.createTenant(tenant);
    const changes = {
      ...tenant,
      domains: [{ domain: 'dating', version: 2, threshold: 500, labels: { superlike: 1.5 } }],
      settings: {
        ...tenant.settings,
        memoryHeader: `X: ${SECRET}`,
        shareOutcomes: true,
        llm: { url: `https://l.example/${SECRET}`, apiKey: SECRET, model: 'm' },
      },
    };
    await store.accounts.updateTenant(changes, tenant);
    const [, changed] = await entries();
    expect(changed!.details.changed).toEqual([
      { setting: 'version', domain: 'dating', from: 1, to: 2 },
      { setting: 'threshold', domain: 'dating', from: 1000, to: 500 },
      { setting: 'labels', domain: 'dating', from: {}, to: { superlike: 1.5 } },
      { setting: 'share_outcomes', from: null, to: true },
      { setting: 'memory_header' },
      { setting: 'language_model.model', from: null, to: 'm' },
      { setting: 'language_model.url' },
      { setting: 'language_model.api_key' },
    ]);
    expect(JSON.stringify(changed)).not.toContain(SECRET);
  });

  test('an erasure names the person by a keyed hash alone, which finds the entry again', async () => {
    await store.profiles.write([sampleWrite('ana@example.com')]);
    await store.profiles.erase(ALPHA, 'ana@example.com', null);
    const [erased] = await entries();
    expect(erased).toMatchObject({ action: 'person.erase', target: null, details: { records: 1 } });
    expect(JSON.stringify(await under.query('select * from audit_entries'))).not.toContain('ana');
    const [person] = await store.people.marks(ALPHA, ['ana@example.com']);
    const page = { before: null, limit: 10 };
    expect(await store.audit.page({ tenantId: ALPHA, person: person! }, page)).toEqual([erased]);
    expect(await store.people.marks(BETA, ['ana@example.com'])).not.toEqual([person]);
  });

  test('each owner has a chain of its own, which is sound', async () => {
    await makeKeys(3);
    await store.accounts.createKey(key('key_beta', BETA));
    await store.audit.note({
      tenantId: OPERATOR_OWNER,
      ...{ action: 'backup.make', target: null, person: null, details: { files: 3 }, result: 'done' },
    });
    expect((await store.audit.chains()).map(({ tenantId, number }) => [tenantId, number])).toEqual(
      [
        [ALPHA, 3],
        [BETA, 1],
        [OPERATOR_OWNER, 1],
      ].sort(([a], [b]) => (a! < b! ? -1 : 1)),
    );
    for (const { tenantId, number } of await store.audit.chains())
      expect(await verifyAudit(store.audit, tenantId)).toMatchObject({ entries: number, fault: null });
  });

  test('changes at once, from several processes, make one chain', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? store : under.another).accounts.createKey(key(`key_${n}`)),
      ),
    );
    expect(await verifyAudit(store.audit, ALPHA)).toMatchObject({ number: 40, entries: 40, fault: null });
  });

  test('the database refuses to change or remove an entry', async () => {
    await makeKeys(2);
    const refused = /never changes/;
    await expect(under.query(`update audit_entries set action = 'x'`)).rejects.toThrow(refused);
    await expect(under.query('delete from audit_entries where number = 2')).rejects.toThrow(refused);
    expect(await actions()).toEqual(['key.create', 'key.create']);
  });

  test('pages and filters', async () => {
    await makeKeys(3);
    await actAs(origin, () => store.accounts.createKey(key('key_beta', BETA)));
    const all = (await entries()).toReversed();
    const first = await store.audit.page({ tenantId: null }, { before: null, limit: 2 });
    const rest = await store.audit.page({ tenantId: null }, { before: first[1]!.entryId, limit: 9 });
    expect([...first, ...rest]).toEqual(all);
    const found = async (filters: Parameters<Store['audit']['page']>[0]) =>
      (await store.audit.page(filters, { before: null, limit: 9 })).length;
    expect(await found({ tenantId: BETA })).toBe(1);
    expect(await found({ tenantId: null, actor: 'key_operator' })).toBe(1);
    expect(await found({ tenantId: ALPHA, action: 'key.create' })).toBe(3);
    expect(await found({ tenantId: ALPHA, action: 'key.revoke' })).toBe(0);
    expect(await found({ tenantId: null, from: FUTURE })).toBe(0);
    expect(await found({ tenantId: null, to: FUTURE })).toBe(4);
    const scanned = [];
    for await (const page of store.audit.scan({ tenantId: null }, 3)) scanned.push(...page);
    expect(scanned).toEqual(all.toReversed());
  });

  test('old entries go, the anchor stays, and the chain is sound', async () => {
    await makeKeys(5);
    expect(await store.audit.forgetBefore(ALPHA, '2000-01-01T00:00:00.000Z', 100)).toBe(0);
    expect(await store.audit.forgetBefore(ALPHA, FUTURE, 3)).toBe(3);
    await makeKeys(1, 6);
    const numbers = (await entries()).map(({ number, action }) => [number, action]);
    expect(numbers).toEqual([
      [4, 'key.create'],
      [5, 'key.create'],
      [6, 'audit.purge'],
      [7, 'key.create'],
    ]);
    expect((await entries())[2]!.details).toMatchObject({ removed: 3, up_to: 3 });
    expect(await verifyAudit(store.audit, ALPHA)).toMatchObject({ anchorNumber: 3, entries: 4, fault: null });
  });

  test('a newest entry that was noted elsewhere shows a log that was written anew', async () => {
    await makeKeys(2);
    const { number, hash } = (await verifyAudit(store.audit, ALPHA))!;
    await makeKeys(1, 3);
    expect(await verifyAudit(store.audit, ALPHA, { number, hash })).toMatchObject({ fault: null });
    const other = await verifyAudit(store.audit, ALPHA, { number, hash: hash.replace(/./g, 'a') });
    expect(other!.fault).toMatch(/entry 2 is not the one that was noted/);
    expect((await verifyAudit(store.audit, ALPHA, { number: 9, hash }))!.fault).toMatch(/entry 9 was noted/);
  });

  test.each([
    [
      'changed',
      (e: AuditEntry) => [{ ...e, details: { scopes: ['operator'] } }],
      /entry 2 .*hash does not fit/,
    ],
    ['changed in its time', (e: AuditEntry) => [{ ...e, at: AT }], /entry 2 .*hash does not fit/],
    ['removed', () => [], /entry 2 is missing/],
    ['doubled', (e: AuditEntry) => [e, e], /entry 3 is missing/],
  ])('an entry that was %s is found', async (_, tampered, fault) => {
    await makeKeys(3);
    const { audit } = store;
    const reading = {
      chains: audit.chains,
      entriesAfter: async (...asked: Parameters<typeof audit.entriesAfter>) =>
        (await audit.entriesAfter(...asked)).flatMap((entry) =>
          entry.number === 2 ? tampered(entry) : [entry],
        ),
    };
    expect((await verifyAudit(reading, ALPHA))!.fault).toMatch(fault);
  });

  test('entries that are cut off at the end are found', async () => {
    await makeKeys(3);
    const { audit } = store;
    const reading = {
      chains: audit.chains,
      entriesAfter: async (...asked: Parameters<typeof audit.entriesAfter>) =>
        (await audit.entriesAfter(...asked)).filter(({ number }) => number < 3),
    };
    expect((await verifyAudit(reading, ALPHA))!.fault).toMatch(/entry 3 and all after it are missing/);
  });
});
