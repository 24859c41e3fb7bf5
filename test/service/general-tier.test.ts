/**
 * The general tier: one run over the outcomes of all consenting tenants, in all domains. Its model serves
 * where it was better, also in schemas without training data, and has no person effects.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OpenedTaskParts, openTaskParts } from '../../src/composition/open-task-parts.ts';
import { openTasks } from '../../src/composition/open-tasks.ts';
import type { TenantId } from '../../src/contract/brands.ts';
import { DomainDefinition } from '../../src/domains/definition.ts';
import { shippedDomain, shippedDomainNames } from '../../src/domains/shipped-domains.ts';
import { createRunMaker, TRAINING_RUN } from '../../src/matching/learn/runs/run-maker.ts';
import { createSourcesFor } from '../../src/matching/learn/runs/run-sources.ts';
import { servingModels } from '../../src/matching/learn/runs/serving-models.ts';
import { startGeneralTraining } from '../../src/matching/learn/runs/start-shared-training.ts';
import { readSettings } from '../../src/platform/config/read-settings.ts';
import { SeededRandom } from '../../src/platform/numeric/seeded-random.ts';
import { SHARED_OWNER } from '../../src/platform/storage/learning-store.ts';
import { sampleWrite } from '../../src/platform/storage/testing/sample-profiles.ts';
import { startService, temporaryFolder, tenantWithKey } from '../running-service.ts';

const folder = temporaryFolder();
let parts: OpenedTaskParts;
const tenants: TenantId[] = [];

beforeAll(async () => {
  parts = await open();
  for (const [name, domain] of [
    ['first', 'dating'],
    ['second', 'agent-to-agent'],
    ['third', 'dating'],
  ] as const) {
    const email = 'a@b.example';
    const { tenantId } = await parts.accounts.createTenant({ name, domains: [domain], email });
    tenants.push(tenantId);
    await fill(tenantId, domain, tenants.length);
  }
});
afterAll(async () => {
  await parts.close();
  folder.remove();
});

const open = () =>
  openTaskParts(readSettings({}, ['--data', folder.path]), {
    onError: (_, error) => {
      throw error;
    },
    onNotice: () => {},
  });

/**
 * A choice that may be equal, and a number without influence; the general prior gives both the same weight.
 */
const fieldsOf = {
  dating: (choice: number, number: number) => ({
    relationship_goal: ['long_term', 'marriage', 'casual', 'friendship'][choice % 4]!,
    age: 20 + Math.floor(number * 40),
  }),
  'agent-to-agent': (choice: number, number: number) => ({
    autonomy: ['on_request', 'human_in_the_loop', 'autonomous'][choice % 3]!,
    latency_ms: Math.floor(number * 604_800_000),
  }),
} as const;

/** Equal values attract, in every domain. */
async function fill(tenantId: TenantId, domain: keyof typeof fieldsOf, seed: number): Promise<void> {
  const random = new SeededRandom(seed);
  const people = Array.from({ length: 60 }, (_, n) => ({
    userId: `p${n}`,
    choice: random.below(12),
    fields: {} as Record<string, unknown>,
  })).map((person) => ({ ...person, fields: fieldsOf[domain](person.choice, random.uniform()) }));
  await parts.store.profiles.write(
    people.map(({ userId, fields }) =>
      sampleWrite(userId, {
        tenantId,
        domain,
        schemaVersion: `${domain}.v1`,
        fields,
        derived: {},
        places: {},
        complete: true,
      }),
    ),
  );
  const first = Object.keys(people[0]!.fields)[0]!;
  const choiceOf = ({ fields }: (typeof people)[number]) => (fields as Record<string, unknown>)[first];
  const items = people.flatMap((seeker) =>
    people
      .filter((candidate) => candidate !== seeker && random.uniform() < 0.25)
      .map((candidate) => ({
        seekerId: seeker.userId,
        candidateId: candidate.userId,
        label:
          random.uniform() < (choiceOf(seeker) === choiceOf(candidate) ? 0.85 : 0.2)
            ? 'accepted'
            : 'rejected',
      })),
  );
  const { labels, definition } = await parts.accounts.domainFor(tenantId, domain);
  await parts.store.learning.recordFeedback({
    tenantId,
    domain,
    items: items.map((item, index) => ({ ...item, index, weight: 1, matchId: null })),
    polarities: labels,
    eligibility: { candidates: definition.candidates, sides: definition.sides, mutual: true },
    at: new Date(Date.now() - 60_000).toISOString(),
    automatic: null,
  });
}

let runs = 0;

/** Starts a run with a fixed id: the id is the seed of the run's split and of its fit. */
function start() {
  const { accounts, store, clock } = parts;
  const { domainFor, listTenants } = accounts;
  const sourcesFor = createSourcesFor({ domainFor, listTenants, shippedDomain });
  const makeAnyRun = createRunMaker(store.learning, clock);
  const makeRun: typeof makeAnyRun = async (wanted) => {
    const { run, job } = await makeAnyRun(wanted);
    const runId = `run_${++runs}`;
    const input = { ...(job.input as object), run_id: runId };
    return { run: { ...run, runId }, job: { ...job, input, resource: { type: TRAINING_RUN, id: runId } } };
  };
  const deps = { learning: store.learning, makeRun, wake: () => {}, sourcesFor };
  return startGeneralTraining(deps, shippedDomainNames());
}

/** Does the one job that waits, as the worker would. */
async function work(): Promise<void> {
  const { jobs } = parts.store;
  const task = openTasks(parts).find(({ kind }) => kind === TRAINING_RUN)!;
  const take = { limits: { [TRAINING_RUN]: 1 }, limit: 1, nowMs: Date.now(), leaseMs: 60_000 };
  const { taken } = await jobs.take('me', take);
  expect(taken[0]!.tenantId).toBe(SHARED_OWNER);
  const { result, changes = [] } = await task.run({
    job: taken[0]!,
    signal: new AbortController().signal,
    progress: () => {},
    checkpoint: async () => {},
  });
  const end = { status: 'succeeded', result } as const;
  await jobs.finish('me', [{ jobId: taken[0]!.jobId, end, changes, nowMs: Date.now() }]);
}

/** A schema of no trained tenant; it declares no terms. */
const ownDomain = DomainDefinition.parse({
  domain: 'own',
  version: 1,
  title: 'Own',
  reciprocal: 'product',
  scorecard: {},
  fields: [
    { name: 'colour', kind: 'hard', type: 'enum', values: ['red', 'green'] },
    { name: 'size', kind: 'hard', type: 'integer', range: [0, 10] },
  ],
});

const standing = (definition: DomainDefinition, tier: 'tenant' | 'domain' | 'general') =>
  servingModels(
    { learning: parts.store.learning, artifacts: parts.artifacts },
    tier === 'tenant' ? tenants[2]! : SHARED_OWNER,
    definition,
    tier,
  );

test('a run without a consenting tenant has nothing to learn from', async () => {
  await expect(start()).rejects.toMatchObject({ code: 'below_threshold' });
});

let version: string;

test('one run learns by kind of comparison from all consenting tenants, and is evaluated in every domain', async () => {
  await parts.accounts.setSharing(tenants[0]!, true);
  await parts.accounts.setSharing(tenants[1]!, true);
  const run = await start();
  expect(run).toMatchObject({ tier: 'general', domain: '*', status: 'queued' });
  await work();
  const ended = (await parts.store.learning.run(SHARED_OWNER, run.runId))!;
  expect(ended, ended.reason!).toMatchObject({ status: 'deployed', inForce: true });
  version = ended.version!;
  expect(version).toBe(`general@${run.runId.slice('run_'.length)}`);
  const { after, before } = ended.metrics! as unknown as Record<
    'before' | 'after',
    { auc: number; domains: Record<string, { auc: number; version: string; deployed?: boolean }> }
  >;
  for (const domain of ['dating', 'agent-to-agent']) {
    expect(before.domains[domain]!.version).toMatch(/^prior-general@/);
    expect(after.domains[domain]).toMatchObject({ version, deployed: true });
    expect(after.domains[domain]!.auc).toBeGreaterThan(before.domains[domain]!.auc);
  }
  const learned = await parts.store.learning.learnedFrom(run.runId);
  const from = new Set([...learned].map((name) => name.split('/')[0]));
  expect(from).toEqual(new Set([tenants[0], tenants[1]]));
});

test('every general scorecard has its points by the same multipliers, none below 0, and no person effects', async () => {
  const dating = shippedDomain('dating')!;
  const { serving, prior } = await standing(dating, 'general');
  expect(serving.card).toMatchObject({ version, tier: 'general', schema_version: 'dating.v1' });
  expect(serving.personEffects.userIds).toEqual([]);
  const { figures } = serving.card.parts.scorecard!;
  expect(figures.same).toBeGreaterThan(1.5);
  expect(figures.difference).toBeLessThan(0.7);
  expect(figures.difference).toBeGreaterThanOrEqual(0);
  expect(figures.distance).toBeCloseTo(1, 6);
  serving.card.scorecard.terms.forEach((term, at) => {
    const before = prior.card.scorecard.terms[at]!;
    expect(term).toEqual({ ...before, weight: expect.closeTo(before.weight * figures[term.compare]!, 5) });
  });
});

test('the general model is the prior of a domain that declares nothing, and comes after declared points', async () => {
  const own = await standing(ownDomain, 'domain');
  expect(own.base.card).toMatchObject({ version, schema_version: 'own.v1' });
  expect((await standing(ownDomain, 'tenant')).base.card.version).toBe(version);
  const dating = await standing(shippedDomain('dating')!, 'domain');
  expect(dating.base.card.version).toMatch(/^prior-dating/);
});

test('a later run that is not better leaves each domain its model', async () => {
  const run = await start();
  await work();
  const ended = (await parts.store.learning.run(SHARED_OWNER, run.runId))!;
  const { serving } = await standing(shippedDomain('dating')!, 'general');
  expect(['deployed', 'rejected']).toContain(ended.status);
  const { after } = ended.metrics! as unknown as {
    after: { domains: Record<string, { deployed: boolean }> };
  };
  expect(serving.card.version).toBe(after.domains.dating!.deployed ? ended.version : version);
  expect(
    await parts.store.learning.deployRun(
      SHARED_OWNER,
      `run_${version.slice('general@'.length)}`,
      new Date().toISOString(),
    ),
  ).toBe('deployed');
});

test('/match serves it where the general tier is pinned, for tenants that did not share, too', async () => {
  await parts.close();
  const key = await tenantWithKey(folder.path, 'fourth', 'dating');
  const service = await startService(folder.path, ['--job-workers', '0']);
  const call = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    // biome-ignore lint/suspicious/noExplicitAny: the assertions are the types
    const answered = (await answer.json()) as any;
    expect(answer.status, JSON.stringify(answered)).toBe(200);
    return answered;
  };
  try {
    for (const [user_id, age, relationship_goal] of [
      ['me', 30, 'marriage'],
      ['same-age', 30, 'casual'],
      ['same-goal', 55, 'marriage'],
    ]) {
      const gender = user_id === 'me' ? 'woman' : 'man';
      await call('/v1/users', {
        user_id,
        domain: 'dating',
        fields: { gender, age, relationship_goal, location: 'Lisbon, Portugal' },
      });
    }
    const request = { user_id: 'me', domain: 'dating', explain: true };
    const pin = { model: 'general' };
    const { models_used, matches } = await call('/v1/match', {
      ...request,
      stages: { light_ml: pin, embedding: pin, cross_encoder: pin },
    });
    expect(models_used).toMatchObject({
      light_ml: { tier: 'general', version },
      cross_encoder: { tier: 'general', version },
    });
    expect(matches.map(({ user_id }: { user_id: string }) => user_id)).toEqual(['same-goal', 'same-age']);
    expect((await call('/v1/match', request)).models_used.light_ml.version).toMatch(/^prior-dating/);
  } finally {
    await service.stop();
    parts = await open();
  }
}, 60_000);
