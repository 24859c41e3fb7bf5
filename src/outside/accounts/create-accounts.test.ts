import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tenantId } from '../../contract/brands.ts';
import { Schema } from '../../contract/user.ts';
import { DomainDefinition } from '../../domains/definition.ts';
import { shippedDomains } from '../../domains/shipped-domains.ts';
import { openSqliteStore } from '../../platform/storage/sqlite/sqlite-store.ts';
import type { Store } from '../../platform/storage/store.ts';
import { openNewStore } from '../../platform/storage/testing/migrated-database.ts';
import { sampleWrite } from '../../platform/storage/testing/sample-profiles.ts';
import { type Accounts, createAccounts } from './create-accounts.ts';
import { schemaOf } from './schema-of.ts';

const DAY_MS = 86_400_000;
const time = { nowMs: Date.parse('2026-06-01T00:00:00.000Z') };
const shipped = [1, 2].map((version) => {
  const definition = DomainDefinition.parse({
    domain: 'people',
    version,
    title: 'People',
    reciprocal: 'product',
    scorecard: {},
    fields: [{ name: 'age', kind: 'hard', type: 'integer', range: [18, 120] }],
  });
  return {
    domain: 'people',
    version,
    origin: 'shipped' as const,
    source: () => JSON.stringify(definition),
    read: () => definition,
  };
});
let folder: string;
let store: Store;
/** A second process on the same data. */
let otherStore: Store;
let accounts: Accounts;
let elsewhere: Accounts;
let made = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-accounts-'));
  const file = join(folder, 'counterpart.sqlite');
  store = await openNewStore(file);
  otherStore = await openSqliteStore({ file, synchronous: 'normal' });
});
beforeEach(() => {
  const clock = () => time.nowMs;
  accounts = createAccounts({ store, clock, shipped: () => shipped });
  elsewhere = createAccounts({ store: otherStore, clock, shipped: () => shipped });
});
afterAll(async () => {
  await Promise.all([store.close(), otherStore.close()]);
  rmSync(folder, { recursive: true, force: true });
});

function newTenant(domains: readonly string[] | 'all' = 'all') {
  return accounts.createTenant({ name: `tenant ${++made}`, domains, email: 'ops@example.com' });
}

describe('keys', () => {
  test('speak for their tenant until they are revoked by another process', async () => {
    const tenant = await newTenant();
    const { key, stored } = await accounts.createKey(tenant.tenantId, { scopes: ['read', 'match'], rate: 7 });
    expect(key).toMatch(/^cp_live_[0-9A-Za-z]{22,}$/);
    expect(await accounts.authenticate(key)).toEqual({
      tenantId: tenant.tenantId,
      keyId: stored.keyId,
      scopes: ['read', 'match'],
      rate: 7,
      burst: 14,
    });
    await elsewhere.revokeKey(stored.keyId);
    await expect(accounts.authenticate(key)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('are stored as a hash alone', async () => {
    const tenant = await newTenant();
    const { key } = await accounts.createKey(tenant.tenantId, {});
    expect(JSON.stringify(await accounts.listKeys(null))).not.toContain(key.slice('cp_live_'.length));
  });

  test('end when they expire', async () => {
    const tenant = await newTenant();
    const expiresAt = new Date(time.nowMs + DAY_MS).toISOString();
    const { key } = await accounts.createKey(tenant.tenantId, { expiresAt });
    await expect(accounts.authenticate(key)).resolves.toBeDefined();
    time.nowMs += DAY_MS;
    await expect(accounts.authenticate(key)).rejects.toThrow(/expired/);
  });

  test.each(['', 'cp_live_', 'cp_live_short', `cp_test_${'a'.repeat(32)}`, `cp_live_${'a'.repeat(32)}`])(
    'that are none («%s») are refused without being repeated',
    async (given) => {
      const refusal = accounts.authenticate(given);
      await expect(refusal).rejects.toMatchObject({ code: 'unauthorized' });
      if (given.length > 8) await expect(refusal).rejects.not.toThrow(given);
    },
  );

  test('are refused with every fault of the request', async () => {
    const { tenantId: tenant } = await newTenant();
    const created = accounts.createKey(tenant, { scopes: ['read', 'fly'], expiresAt: '2020-01-01', rate: 0 });
    await expect(created).rejects.toMatchObject({
      details: { issues: [{ path: 'scopes' }, { path: 'expires' }, { path: 'rate' }, { path: 'burst' }] },
    });
    await expect(accounts.revokeKey('key_none')).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('tenants', () => {
  test('have unique names, and are found by name or id', async () => {
    const tenant = await newTenant();
    expect(await accounts.findTenant(tenant.name)).toEqual(tenant);
    expect(await accounts.findTenant(tenant.tenantId)).toEqual(tenant);
    const again = accounts.createTenant({ name: tenant.name, domains: 'all', email: 'a@b' });
    await expect(again).rejects.toMatchObject({ code: 'conflict' });
    await expect(accounts.findTenant('nobody')).rejects.toThrow(/nobody.*tenants create/);
    await expect(
      accounts.createTenant({ name: '', domains: ['people'], email: 'none' }),
    ).rejects.toMatchObject({
      details: { issues: [{ path: 'name' }, { path: 'email' }] },
    });
    await expect(newTenant(['people', 'unicorns'])).rejects.toMatchObject({ code: 'domain_not_found' });
  });

  test('have labels and thresholds by domain, seen by other processes', async () => {
    const { tenantId: tenant } = await newTenant();
    expect(await elsewhere.domainFor(tenant, 'people')).toMatchObject({ threshold: 1000 });
    await accounts.setThreshold(tenant, 'people', 5);
    await accounts.addLabel(tenant, 'people', 'superlike', 1.5);
    expect(await elsewhere.domainFor(tenant, 'people')).toMatchObject({
      threshold: 5,
      labels: { superlike: 1.5, accepted: 1, rejected: -1, converted: 2, expired: -0.25 },
    });
    for (const [label, polarity] of [
      ['accepted', 3],
      ['x', 0],
      ['x', Number.NaN],
      ['a b', 1],
      ['', 1],
    ] as const) {
      await expect(async () => accounts.addLabel(tenant, 'people', label, polarity)).rejects.toMatchObject({
        code: 'invalid_request',
      });
    }
    await expect(async () => accounts.setThreshold(tenant, 'people', 0)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(accounts.setThreshold(tenant, 'unicorns', 5)).rejects.toMatchObject({
      code: 'domain_not_found',
    });
  });
});

describe('domains', () => {
  test('changes at the same time keep each other, in two processes too', async () => {
    const { tenantId: tenant } = await newTenant();
    const labels = Array.from({ length: 8 }, (_, n) => `label${n}`);
    await Promise.all([
      accounts.setThreshold(tenant, 'people', 5),
      elsewhere.setSharing(tenant, true),
      ...labels.map((label, n) => (n % 2 === 0 ? accounts : elsewhere).addLabel(tenant, 'people', label, 1)),
    ]);
    const { domains, settings } = await accounts.findTenant(tenant);
    expect(domains[0]).toMatchObject({ threshold: 5 });
    expect(Object.keys(domains[0]!.labels).sort()).toEqual(labels);
    expect(settings.shareOutcomes).toBe(true);
  });

  test('are unknown, or known and not enabled, or in force in their newest version', async () => {
    const { tenantId: tenant } = await newTenant([]);
    await expect(accounts.domainFor(tenant, 'unicorns')).rejects.toMatchObject({ code: 'domain_not_found' });
    await expect(accounts.domainFor(tenant, 'people')).rejects.toMatchObject({ code: 'forbidden' });
    await elsewhere.enableDomain(tenant, 'people');
    const { definition } = await accounts.domainFor(tenant, 'people');
    expect(definition.version).toBe(2);
    expect((await accounts.domainFor(tenant, 'people')).definition).toBe(definition);
    expect(await accounts.activeDomains(tenant)).toEqual([await accounts.domainFor(tenant, 'people')]);
  });

  test('of another tenant are unknown', async () => {
    const [mine, theirs] = [await newTenant([]), await newTenant([])];
    await accounts.addDefinition(theirs.tenantId, definitionSource({ domain: 'secret' }), 'secret.yaml');
    await expect(accounts.domainFor(mine.tenantId, 'secret')).rejects.toMatchObject({
      code: 'domain_not_found',
    });
    expect((await accounts.domainFor(theirs.tenantId, 'secret')).definition.domain).toBe('secret');
  });

  test('get new versions, which other processes see', async () => {
    const { tenantId: tenant } = await newTenant(['people']);
    await elsewhere.domainFor(tenant, 'people');
    const added = await accounts.addDefinition(tenant, definitionSource({ version: 3 }), 'p.yaml');
    expect(added).toMatchObject({ previousVersion: 2, revalidatedRows: 0 });
    expect((await elsewhere.domainFor(tenant, 'people')).definition.version).toBe(3);
    await accounts.addDefinition(tenant, definitionSource({ version: 3 }), 'p.yaml');
    const other = accounts.addDefinition(tenant, `${definitionSource({ version: 3 })}# other`, 'p.yaml');
    await expect(other).rejects.toThrow(/version: 4/);
    const older = accounts.addDefinition(tenant, definitionSource({ version: 2 }), 'p.yaml');
    await expect(older).rejects.toMatchObject({ code: 'conflict' });
  });

  test('keep threshold and labels when their version moves', async () => {
    const { tenantId: tenant } = await newTenant(['people']);
    await accounts.setThreshold(tenant, 'people', 77);
    await accounts.addDefinition(tenant, definitionSource({ version: 3 }), 'p.yaml');
    expect((await accounts.domainFor(tenant, 'people')).threshold).toBe(77);
  });

  test('are refused with the lines that are wrong', async () => {
    const { tenantId: tenant } = await newTenant([]);
    const wrong = accounts.addDefinition(tenant, 'domain: people\nversion: many\n', 'wrong.yaml');
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(wrong).rejects.toThrow(/wrong\.yaml/);
  });

  test('refuse changes incompatible with stored rows, and revalidate them when a field became required', async () => {
    const { tenantId: tenant } = await newTenant(['people']);
    await store.profiles.write([
      person(tenant, 'young', { age: 20 }),
      person(tenant, 'ageless', {}),
      person(tenant, 'other', {}, 'elsewhere'),
    ]);
    const retyped = accounts.addDefinition(
      tenant,
      definitionSource({ version: 3, type: 'string' }),
      'p.yaml',
    );
    await expect(retyped).rejects.toThrow(/field age: type integer became string/);
    expect((await accounts.domainFor(tenant, 'people')).definition.version).toBe(2);
    const sequence = await store.profiles.lastSequence(tenant, 'people');
    const added = await accounts.addDefinition(
      tenant,
      definitionSource({ version: 3, required: true }),
      'p.yaml',
    );
    expect(added.revalidatedRows).toBe(1);
    const row = await store.profiles.get(tenant, 'people', 'ageless');
    expect(row).toMatchObject({ complete: false, missingRequired: ['age'], revision: 2 });
    expect(await store.profiles.changesAfter(tenant, 'people', sequence, 9)).toMatchObject([
      { userId: 'ageless' },
    ]);
    expect(await store.profiles.get(tenant, 'people', 'young')).toMatchObject({
      complete: true,
      revision: 1,
    });
  });

  test('that are shipped are declared as the contract has them', async () => {
    const real = createAccounts({ store, clock: () => time.nowMs });
    const tenant = await real.createTenant({ name: `tenant ${++made}`, domains: 'all', email: 'a@b' });
    const active = await real.activeDomains(tenant.tenantId);
    const schemas = active.map(({ definition }) => schemaOf(definition));
    expect(schemas.map(({ domain }) => domain).toSorted()).toEqual(
      [...new Set(shippedDomains().map(({ domain }) => domain))].toSorted(),
    );
    const Declared = Schema.pick({ domain: true, version: true, fields: true, reciprocal: true });
    for (const schema of schemas) expect(Declared.parse(schema)).toEqual(schema);
    const dating = schemas.find(({ domain }) => domain === 'dating')!;
    expect(dating).toMatchObject({ version: 'dating.v1', reciprocal: 'product' });
    expect(dating.fields.find(({ name }) => name === 'location')).toMatchObject({
      format: 'geo',
      kind: 'hard',
    });
  });
});

function person(tenant: string, userId: string, fields: Record<string, number>, domain = 'people') {
  const row = { tenantId: tenantId(tenant), domain, fields, complete: true, missingRequired: [] };
  return sampleWrite(userId, row);
}

function definitionSource(given: {
  domain?: string;
  version?: number;
  type?: string;
  required?: boolean;
}): string {
  const { domain = 'people', version = 1, type = 'integer', required = false } = given;
  return `
domain: ${domain}
version: ${version}
title: People
reciprocal: product
scorecard: {}
fields:
  - {name: age, kind: hard, type: ${type}, required: ${required}}
`;
}
