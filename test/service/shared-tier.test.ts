/**
 * The tier that all tenants share: it learns from consenting tenants only and serves all tenants. A tenant's
 * own tier starts from it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenedTaskParts, openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openTasks } from '../../src/composition/open-tasks.ts';
import type { TenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { createRunMaker } from '../../src/matching/learn/runs/run-maker.ts';
import { createSourcesFor } from '../../src/matching/learn/runs/run-sources.ts';
import { startSharedTraining } from '../../src/matching/learn/runs/start-shared-training.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { SHARED_OWNER } from '../../src/platform/storage/learning-store.ts';
import { sampleWrite } from '../../src/platform/storage/testing/sample-profiles.ts';
import { temporaryFolder } from '../running-service.ts';
import { decide, peopleWithTastes } from '../support/people-with-tastes.ts';

const folder = temporaryFolder();
let parts: OpenedTaskParts;
const tenants: TenantId[] = [];
let contributed = 0;
const quiet = {
  onError: (_: string, error: unknown) => {
    throw error;
  },
  onNotice: () => {},
};

beforeAll(async () => {
  parts = await openTaskParts(readSettings({}, ['--data', folder.path]), quiet);
  for (const name of ['first', 'second', 'third']) {
    const { tenantId } = await parts.accounts.createTenant({
      name,
      domains: ['dating'],
      email: 'a@b.example',
    });
    tenants.push(tenantId);
    const accepted = await fill(tenantId, tenants.length);
    if (name !== 'third') contributed += accepted;
  }
});
afterAll(async () => {
  await parts.close();
  folder.remove();
});

/** The same tastes in every workspace, other people: against all priors, opposites attract. */
async function fill(tenantId: TenantId, seed: number, only?: string): Promise<number> {
  const { seekers, candidates } = peopleWithTastes(30, seed);
  const writes = [...seekers, ...candidates].map(({ userId, gender, fields }) =>
    sampleWrite(userId, { tenantId, fields: { gender, ...fields }, complete: true }),
  );
  await parts.store.profiles.write(writes);
  const { labels, definition } = await parts.accounts.domainFor(tenantId, 'dating');
  const decided = seekers.flatMap((seeker) => decide(seeker, candidates, seed, true));
  const items = decided.filter(({ outcome }) => only === undefined || outcome === only);
  const { accepted } = await parts.store.learning.recordFeedback({
    tenantId,
    domain: 'dating',
    items: items.slice(0, 450).map((item, index) => ({
      index,
      seekerId: item.seeker_id,
      candidateId: item.candidate_id,
      label: item.outcome,
      weight: 1,
      matchId: null,
    })),
    polarities: labels,
    eligibility: { candidates: definition.candidates, sides: definition.sides, mutual: true },
    at: new Date(Date.now() - 60_000).toISOString(),
    automatic: null,
  });
  return accepted;
}

function start() {
  const { accounts, store, clock } = parts;
  const sourcesFor = createSourcesFor({
    domainFor: accounts.domainFor,
    listTenants: accounts.listTenants,
    shippedDomain,
  });
  const deps = {
    learning: store.learning,
    makeRun: createRunMaker(store.learning, clock),
    wake: () => {},
    sourcesFor,
  };
  return startSharedTraining(deps, 'dating');
}

/** Does the one job that waits, as the worker would. */
async function work(owner: TenantId): Promise<void> {
  const { jobs } = parts.store;
  const task = openTasks(parts).find(({ kind }) => kind === 'training_run')!;
  const { taken } = await jobs.take('me', {
    limits: { training_run: 1 },
    limit: 1,
    nowMs: Date.now(),
    leaseMs: 60_000,
  });
  expect(taken[0]!.tenantId).toBe(owner);
  const { result, changes = [] } = await task.run({
    job: taken[0]!,
    signal: new AbortController().signal,
    progress: () => {},
    checkpoint: async () => {},
  });
  const end = { status: 'succeeded', result } as const;
  await jobs.finish('me', [{ jobId: taken[0]!.jobId, end, changes, nowMs: Date.now() }]);
}

test('a run learns from positive outcomes alone', async () => {
  const { tenantId } = await parts.accounts.createTenant({
    name: 'shop',
    domains: ['dating'],
    email: 'a@b.example',
  });
  await fill(tenantId, 9, 'accepted');
  const makeRun = createRunMaker(parts.store.learning, parts.clock);
  const start = await makeRun({ owner: tenantId, domain: 'dating', tier: 'tenant', forced: true });
  const started = await parts.store.learning.startRun({ ...start, atLeast: 1 });
  expect(started.state).toBe('started');
  await work(tenantId);
  const ended = await parts.store.learning.run(tenantId, start.run.runId);
  expect(['deployed', 'rejected']).toContain(ended!.status);
  // Evaluated against unseen candidates: the lack of refusals does not reject the run.
  expect(ended!.metrics!.after.auc).toBeTypeOf('number');
  expect(ended!.reason).toContain('AUC');
}, 60_000);

test('a run without a consenting tenant has nothing to learn from', async () => {
  await expect(start()).rejects.toMatchObject({ code: 'below_threshold' });
});

test('a run learns from consenting tenants, and its model serves every tenant', async () => {
  const { accounts, store } = parts;
  const waiting = await store.learning.pendingTriplets(tenants[0]!, 'dating');
  await accounts.setSharing(tenants[0]!, true);
  await accounts.setSharing(tenants[1]!, true);
  const run = await start();
  expect(run).toMatchObject({ tier: 'domain', status: 'queued' });
  expect(run.tripletsUsed).toBeGreaterThan(waiting);
  await work(SHARED_OWNER);
  const ended = await store.learning.run(SHARED_OWNER, run.runId);
  expect(ended, ended!.reason!).toMatchObject({ status: 'deployed', inForce: true });
  expect(ended!.metrics!.after).toMatchObject({ outcomes: contributed });
  // The tenants' own waiting triplets are untouched.
  expect(await store.learning.pendingTriplets(tenants[0]!, 'dating')).toBe(waiting);
  // The model has no person effects.
  const [model] = await store.learning.rankingModelsFor(tenants[2]!, 'dating');
  expect(model!.card).toMatchObject({ people: { count: 0 } });
  const learned = await store.learning.learnedFrom(run.runId);
  const from = new Set([...learned].map((name) => name.split('/')[0]));
  expect(from).toEqual(new Set([tenants[0], tenants[1]]));
  for (const tenant of tenants) {
    const models = await store.learning.rankingModelsFor(tenant, 'dating');
    expect(models.map(({ version }) => version)).toEqual([ended!.version]);
  }
  const { trainedModels } = await store.profiles.erase(tenants[0]!, 'w0', null);
  expect(trainedModels).toEqual([ended!.version]);
  const { trainedModels: none } = await store.profiles.erase(tenants[2]!, 'w0', null);
  expect(none).toEqual([]);
}, 60_000);
