/**
 * Any sequence of changes of tenants, keys and domains, refused ones among them, leaves the accounts of the
 * model. The audit log has an entry for each change, and none for a change that changed nothing. Each chain
 * stays sound.
 */
import fc from 'fast-check';
import { describe } from 'vitest';
import { noFeatures } from '../../contract/dataset-features.ts';
import type { NewDataset } from './dataset-store.ts';
import { type ApiKey, OPERATOR_OWNER, type Store, type Tenant } from './store.ts';
import type { StoreChange } from './store-change.ts';
import { isoDay, pick, stepOf, testAgainstModel } from './testing/against-model.ts';
import { ModelAccounts } from './testing/model-accounts.ts';
import { sampleJob } from './testing/sample-jobs.ts';
import { ALPHA, BETA } from './testing/sample-profiles.ts';
import { people, stateOf, stateOfModel, tenants } from './testing/state-of-accounts.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const PAST = '2000-01-01T00:00:00.000Z';
const FUTURE = '2999-01-01T00:00:00.000Z';

const tenant = fc.constantFrom(ALPHA, ALPHA, BETA);
const n = fc.nat({ max: 20 });
const anyStep = fc.oneof(
  stepOf('create tenant', 2, { tenant, name: fc.constantFrom('one', 'two') }),
  stepOf('update tenant', 3, {
    ...{ tenant, threshold: fc.constantFrom(1000, 500), share: fc.boolean() },
  }),
  stepOf('create key', 3, { owner: fc.constantFrom(ALPHA, BETA, OPERATOR_OWNER) }),
  stepOf('revoke key', 2, { n }),
  stepOf('publish', 3, {
    ...{ tenant, domain: fc.constantFrom('walks', 'dating'), version: fc.nat({ max: 2 }) },
    ...{ text: fc.nat({ max: 1 }), isStale: fc.boolean() },
  }),
  stepOf('erase', 1, { tenant, person: fc.constantFrom(...people) }),
  /** A ready dataset is not dropped. */
  stepOf('drop dataset', 1, { tenant, isReady: fc.boolean() }),
  stepOf('forget', 1, { owner: fc.constantFrom(...tenants, OPERATOR_OWNER), old: fc.boolean(), limit: n }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer Of> ? Of : never;
type Of<Name extends Step['do']> = Extract<Step, { do: Name }>;

describe.each(storesUnderTest)('accounts and audit log of the $name store', ({ open }) => {
  testAgainstModel(open, {
    ...{ step: anyStep, newModel: () => new ModelAccounts(), carryOut, stateOf, stateOfModel },
  });
});

async function carryOut(step: Step, model: ModelAccounts, store: Store, at: number) {
  const { accounts } = store;
  switch (step.do) {
    case 'create tenant': {
      const made = newTenant(step.tenant, step.name, at);
      return [model.createTenant(made), await accounts.createTenant(made)] as const;
    }
    case 'update tenant': {
      const changed = changedTenant(step, newTenant(step.tenant, 'another name', at));
      const before = (await accounts.tenant(step.tenant)) ?? changed;
      return [model.updateTenant(changed), await accounts.updateTenant(changed, before)] as const;
    }
    case 'create key': {
      const key = newKey(step.owner, at);
      model.createKey(key);
      await accounts.createKey(key);
      return [null, null] as const;
    }
    case 'revoke key': {
      const id = pick(model.keys, step.n)?.keyId ?? 'key_none';
      return [model.revokeKey(id, isoDay(at)), await accounts.revokeKey(id, isoDay(at))] as const;
    }
    case 'publish': {
      const { tenant: owner, domain, version } = step;
      const definition = { domain, version, source: `source ${step.text}` };
      const stored = await accounts.tenant(owner);
      const changed = { ...(stored ?? newTenant(owner, 'none', at)), domains: [inForce(domain, version)] };
      const before = step.isStale ? { ...changed, domains: [] } : (stored ?? changed);
      const expected = model.publish(definition, changed, before);
      return [expected, await accounts.publishDefinition(definition, changed, before)] as const;
    }
    case 'erase':
      await store.profiles.erase(step.tenant, step.person, null);
      model.erase(step.tenant, step.person);
      return [null, null] as const;
    case 'drop dataset':
      return dropDataset(step, model, store, at);
    case 'forget': {
      const { owner, old, limit } = step;
      const found = await store.audit.forgetBefore(owner, old ? FUTURE : PAST, limit);
      return [old ? model.forget(owner, limit) : 0, found] as const;
    }
    default:
      return step satisfies never;
  }
}

function newTenant(tenantId: typeof ALPHA, name: string, at: number): Tenant {
  return {
    ...{ tenantId, name, email: `${at}@example.com`, createdAt: isoDay(at) },
    domains: [inForce('dating', 1)],
    settings: { memoryHosts: [], memoryHeader: null },
  };
}

const inForce = (domain: string, version: number) => ({ domain, version, threshold: 1000, labels: {} });

function changedTenant({ threshold, share }: Of<'update tenant'>, tenant: Tenant): Tenant {
  const [dating] = tenant.domains;
  return {
    ...{ ...tenant, domains: [{ ...dating!, threshold }] },
    settings: { ...tenant.settings, ...(share && { shareOutcomes: true }) },
  };
}

function newKey(owner: typeof ALPHA, at: number): ApiKey {
  const keyId = `key_${String(at).padStart(3, '0')}`;
  const rest = {
    rate: 100,
    burst: 200,
    createdAt: isoDay(at),
    expiresAt: null,
    revokedAt: null,
    name: null,
    usedAt: null,
  };
  return { keyId, tenantId: owner, hash: `hash of ${keyId}`, scopes: ['read'], ...rest };
}

/** By the end of a job. */
async function dropDataset(step: Of<'drop dataset'>, model: ModelAccounts, store: Store, at: number) {
  const { tenant: tenantId, isReady } = step;
  const [datasetId, jobId] = [`ds_${at}`, `job_${at}`];
  const dataset: NewDataset = {
    ...{ tenantId, datasetId, name: 'shop', source: 'workspace_upload', terms: 'Ours.' },
    ...{
      access: { export: true, training: true },
      features: noFeatures,
      createdAt: isoDay(0),
    },
  };
  const created: StoreChange = { name: 'createDataset', args: [dataset] };
  const made = { itemCount: 1, eventCount: 0, files: [], readyAt: isoDay(0) };
  const completed: StoreChange = { name: 'completeDataset', args: [tenantId, datasetId, made] };
  const beginning = isReady ? [created, completed] : [created];
  await store.jobs.create(sampleJob(jobId, { tenantId }), { changes: beginning });
  await store.jobs.take('w', { limits: { dataset_import: 9 }, limit: 9, nowMs: 0, leaseMs: 1000 });
  const error = { code: 'internal', message: 'no', details: {} };
  const changes = [{ name: 'dropDataset', args: [tenantId, datasetId] } as const];
  const found = await store.jobs.finish('w', [
    { jobId, end: { status: 'failed', error }, changes, nowMs: 0 },
  ]);
  if (!isReady) model.note(tenantId, 'dataset.delete', datasetId);
  return [['finished'], found] as const;
}
