/** POST /train/deploy: another model of the tenant, none and back, in two processes on one data folder. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArtifacts } from '../../src/composition/open-artifacts.ts';
import type { TenantId } from '../../src/contract/brands.ts';
import { shippedDomain } from '../../src/domains/shipped-domains.ts';
import { servingModels } from '../../src/matching/learn/runs/serving-models.ts';
import { domainPrior } from '../../src/matching/ranking/models/model-catalog.ts';
import type { RankingModel } from '../../src/matching/ranking/ranking-model.ts';
import { type RunningService, startService } from '../running-service.ts';
import { type ComposedService, composed } from './testing/composed-service.ts';
import { keepDeployedRun } from './testing/keep-deployed-run.ts';
import { runHere } from './testing/run-cli.ts';

const definition = shippedDomain('dating')!;
const prior = domainPrior(definition);
let service: ComposedService;
let other: RunningService;
let tenantId: TenantId;
let keys: { readonly other: string; readonly read: string };
let first: string;
let second: string;

beforeAll(async () => {
  service = await composed();
  const { accounts } = service;
  tenantId = (await accounts.findTenant('main')).tenantId;
  const stranger = await accounts.createTenant({ name: 'other', domains: ['dating'], email: 'o@e.example' });
  keys = {
    other: (await accounts.createKey(stranger.tenantId, {})).key,
    read: (await accounts.createKey(tenantId, { scopes: ['read', 'match', 'write'] })).key,
  };
  for (const [user_id, gender] of Object.entries({ ana: 'woman', ben: 'man', cem: 'man' })) {
    const fields = { gender, age: 30, location: 'Lisbon, Portugal', relationship_goal: 'long_term' };
    await service.send('users', { user_id, domain: 'dating', fields });
  }
  first = await keep('one', -1);
  second = await keep('two', -2);
  other = await startOther();
}, 60_000);
afterAll(async () => {
  await other?.stop();
  await service?.stop();
});

/** Without a worker, which would take the jobs of this process. */
const startOther = () => startService(service.folder, ['--job-workers', '0']);

/** The prior with other points for everybody. */
const keep = (name: string, intercept: number) =>
  keepDeployedRun(service.store, service.settings, tenantId, model(name, intercept));

function model(name: string, intercept: number): RankingModel {
  const scorecard = { ...prior.card.scorecard, intercept };
  return { ...prior, card: { ...prior.card, tier: 'tenant', version: `tenant-${name}`, scorecard } };
}

async function deploy(run_id: string | null, key = service.key, domain = 'dating') {
  const headers = { authorization: `Bearer ${key}` };
  const payload = { domain, run_id };
  const answer = await service.server.inject({ method: 'POST', url: '/v1/train/deploy', headers, payload });
  return { status: answer.statusCode, body: answer.json() };
}

interface Served {
  readonly version: string;
  readonly scores: readonly number[];
}

const matchOfAna = { user_id: 'ana', domain: 'dating' };

/** The next match of each process, which rank by the same model. */
async function served(): Promise<Served> {
  const here = (await service.send('match', matchOfAna)).body;
  const answer = await fetch(`${other.url}/v1/match`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(matchOfAna),
  });
  const there = (await answer.json()) as typeof here;
  expect(there.models_used).toEqual(here.models_used);
  expect(there.matches).toEqual(here.matches);
  expect(here.matches).toHaveLength(2);
  const { light_ml, embedding, cross_encoder } = here.models_used;
  expect([embedding, cross_encoder]).toEqual([light_ml, light_ml]);
  return {
    version: light_ml.version,
    scores: here.matches.map(({ score }: { readonly score: number }) => score),
  };
}

const isInForce = async (runId: string) => (await service.send(`train/runs/${runId}`)).body.in_force;

test('matches follow from one model to another, to none and back, in both processes', async () => {
  const two = await served();
  expect(two.version).toBe('tenant-two');

  expect(await deploy(first)).toMatchObject({
    status: 200,
    body: {
      domain: 'dating',
      run_id: first,
      version: 'tenant-one',
      serving: { tier: 'tenant', version: 'tenant-one' },
    },
  });
  const one = await served();
  expect(one.version).toBe('tenant-one');
  expect(one.scores).not.toEqual(two.scores);
  expect([await isInForce(first), await isInForce(second)]).toEqual([true, false]);

  const none = { run_id: null, version: null, serving: { tier: 'domain', version: prior.card.version } };
  expect(await deploy(null)).toMatchObject({ status: 200, body: none });
  const plain = await served();
  expect(plain.version).toBe(prior.card.version);
  expect([one.scores, two.scores]).not.toContainEqual(plain.scores);
  expect([await isInForce(first), await isInForce(second)]).toEqual([false, false]);
  expect(await deploy(null), 'a repetition').toMatchObject({ status: 200, body: none });
  const pinned = await service.send('match', { ...matchOfAna, stages: { light_ml: { model: 'tenant' } } });
  expect([pinned.status, pinned.body.error.code]).toEqual([422, 'model_unavailable']);

  await deploy(second);
  expect(await served()).toEqual(two);
  await deploy(first);
  expect(await served()).toEqual(one);
  await deploy(null);
  expect(await served()).toEqual(plain);
  expect((await service.send(`train/runs/${second}/deploy`, {})).status).toBe(200);
  expect(await served()).toEqual(two);
});

test('the choice holds after a restart; the next run is compared with what serves, and serves', async () => {
  const parts = { learning: service.store.learning, artifacts: openArtifacts(service.settings) };
  const compared = () => servingModels(parts, tenantId, definition, 'tenant');
  await deploy(first);
  expect(await compared()).toMatchObject({
    servingIsPrior: false,
    serving: { card: { version: 'tenant-one' } },
  });
  await deploy(null);
  expect(await compared()).toMatchObject({ servingIsPrior: true });
  await other.stop();
  other = await startOther();
  expect((await served()).version).toBe(prior.card.version);
  const third = await keep('three', -3);
  expect([(await served()).version, await isInForce(third)]).toEqual(['tenant-three', true]);
}, 60_000);

test('the operator does the same by the command line', async () => {
  const counterpart = (...args: readonly string[]) => runHere(service.folder, 'runs', 'deploy', ...args);
  const none = ['--none', '--domain', 'dating'];
  expect((await counterpart(...none, '--tenant', 'main')).stdout).toContain(`${prior.card.version} serves`);
  expect((await served()).version).toBe(prior.card.version);
  await counterpart(second, '--tenant', 'main');
  expect((await served()).version).toBe('tenant-two');
  const asJson = await counterpart(...none, '--tenant', 'main', '--json');
  expect(JSON.parse(asJson.stdout)).toMatchObject({ run_id: null, serving: { tier: 'domain' } });
  expect((await counterpart(...none, '--shared')).stdout).toContain('none did');
  for (const wrong of [['--none'], ['--domain', 'dating'], [second, ...none], []]) {
    const told = await counterpart(...wrong, '--tenant', 'main');
    expect([told.code, told.stderr]).toEqual([2, expect.stringContaining('--none --domain')]);
  }
});

test('bad requests are refused and change nothing', async () => {
  await deploy(first);
  const code = async (answer: ReturnType<typeof deploy>) => {
    const { status, body } = await answer;
    return [status, body.error.code];
  };
  expect(await code(deploy('run_none'))).toEqual([404, 'run_not_found']);
  expect(await code(deploy(first, keys.other))).toEqual([404, 'run_not_found']);
  expect(await code(deploy(null, keys.read))).toEqual([403, 'forbidden']);
  expect(await code(deploy(null, service.key, 'gardening'))).toEqual([404, 'domain_not_found']);
  expect((await deploy(null, keys.other)).status).toBe(200);
  for (const body of [
    { domain: 'dating' },
    { run_id: null },
    { domain: 'dating', run_id: '' },
    { domain: 'dating', run_id: 7 },
    { domain: 'dating', run_id: 'x'.repeat(129) },
    { domain: 'dating', run_id: null, force: true },
  ]) {
    const answer = await service.send('train/deploy', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  }
  expect((await served()).version).toBe('tenant-one');
});

test('a run of another domain is unknown in this one', async () => {
  await service.accounts.enableDomain(tenantId, 'hiring');
  const { status, body } = await deploy(first, service.key, 'hiring');
  expect([status, body.error.code]).toEqual([404, 'run_not_found']);
  expect(body.error.message).toContain('is of dating');
});
