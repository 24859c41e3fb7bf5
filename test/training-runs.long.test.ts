/**
 * Training over HTTP and the CLI: the operator sets a threshold and a label, and outcomes arrive. A run
 * starts automatically, survives kill -9, is deployed, is reported by mail, and is rolled back.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceivedMail, receiveMail } from '../src/platform/testing/receive-mail.ts';
import { type RunningService, startService, temporaryFolder } from './running-service.ts';
import { runHere } from './service/testing/run-cli.ts';
import { decide, peopleWithTastes, type Taste } from './support/people-with-tastes.ts';

const folder = temporaryFolder();
let mail: Awaited<ReturnType<typeof receiveMail>>;
let service: RunningService;
let key: string;
let people: { readonly seekers: readonly Taste[]; readonly candidates: readonly Taste[] };

const args = () => ['--smtp-url', mail.url, '--mail-from', 'Counterpart <match@example.com>'];

beforeAll(async () => {
  mail = await receiveMail();
  await counterpart('tenants', 'create', 'acme', '--domains', 'dating', '--email', 'acme@example.com');
  ({ key } = await counterpart('keys', 'create', '--tenant', 'acme', '--rate', '100000'));
  await counterpart(
    'tenants',
    'set',
    'acme',
    '--threshold',
    'dating=1500',
    '--label',
    'dating:superlike=+1.5',
  );
  service = await startService(folder.path, args());
  people = peopleWithTastes(45, 7);
  for (const { userId, gender, fields } of [...people.seekers, ...people.candidates]) {
    const answer = await call('POST', '/v1/users', {
      user_id: userId,
      domain: 'dating',
      fields: { gender, ...fields },
    });
    expect(answer.status).toBe(200);
  }
}, 90_000);
afterAll(async () => {
  await service?.stop();
  await mail?.close();
  folder.remove();
});

async function counterpart(...args: readonly string[]) {
  const { code, stdout, stderr } = await runHere(folder.path, ...args, '--json');
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

async function call(method: string, path: string, body?: unknown) {
  const answer = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: every test says what it expects of the answer
  return { status: answer.status, body: (await answer.json()) as any };
}

const outcomes = (from: number, to: number, seed: number) =>
  people.seekers.slice(from, to).flatMap((seeker) => decide(seeker, people.candidates, seed));
const feedback = (items: readonly object[]) => call('POST', '/v1/feedback', { domain: 'dating', items });

async function ended(runId: string) {
  for (;;) {
    const { body } = await call('GET', `/v1/train/runs/${runId}`);
    if (body.finished_at !== null) return body;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

describe('a run', () => {
  let runId: string;

  test('does not start below the threshold, and is not forced without a triplet', async () => {
    const forced = await call('POST', '/v1/train', { domain: 'dating', force: true });
    expect(forced).toMatchObject({ status: 409, body: { error: { code: 'below_threshold' } } });
    const told = await feedback([{ seeker_id: 'w0', candidate_id: 'm0', outcome: 'superlike' }]);
    expect(told.body).toMatchObject({ accepted: 1, errors: [] });
    const below = await call('POST', '/v1/train', { domain: 'dating' });
    expect(below.status).toBe(409);
    expect(below.body.error).toMatchObject({
      code: 'below_threshold',
      details: { pending: told.body.triplets_pending_train, threshold: 1500 },
    });
  });

  test('starts by itself at the threshold, and is the one that /train gives back', async () => {
    const { body } = await feedback(outcomes(0, 40, 1));
    expect(body.errors).toEqual([]);
    const { body: list } = await call('GET', '/v1/train/runs?domain=dating');
    expect(list.data).toHaveLength(1);
    expect(list.has_more).toBe(false);
    runId = list.data[0].run_id;
    expect(list.data[0]).toMatchObject({ domain: 'dating', forced: false, tier: 'tenant', in_force: false });
    expect(list.data[0].triplets_used).toBeGreaterThanOrEqual(1500);
    expect(list.data[0].estimated_completion_minutes).toBeGreaterThanOrEqual(1);
    const asked = await call('POST', '/v1/train', { domain: 'dating' });
    expect(asked).toMatchObject({ status: 202, body: { run_id: runId } });
  });

  test('resumes after kill -9, and is deployed because its model is better', async () => {
    for (;;) {
      const { body } = await call('GET', `/v1/train/runs/${runId}`);
      if (body.status !== 'queued') break;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await service.stop('SIGKILL');
    service = await startService(folder.path, args());
    const run = await ended(runId);
    expect(run).toMatchObject({ status: 'deployed', progress: 1, in_force: true });
    expect(run.version).toMatch(/^tenant-dating\.v1@/);
    expect(run.metrics.before.version).toMatch(/^prior-dating\.v1@/);
    expect(run.metrics.after.auc).toBeGreaterThan(run.metrics.before.auc);
    expect(run.reason).toContain('held-out outcomes');
    await expectServing('w41', run.version, 'tenant');
  }, 120_000);

  test('is announced by one mail, in plain words', async () => {
    const [notice, ...more] = await mailsAbout(runId, 1);
    expect(more).toEqual([]);
    expect(notice).toMatchObject({ to: ['acme@example.com'], from: 'match@example.com' });
    expect(notice!.headers).toContain(`<${runId}@counterpart>`);
    expect(notice!.headers).toContain('New ranker for dating is live');
    expect(notice!.text).toContain('before');
    expect(notice!.text).toContain('Go back');
  }, 60_000);

  test('on random outcomes changes nothing, and gives the difference of its AUC', async () => {
    const shuffled = outcomes(0, 20, 2).map((item, n) => ({
      ...item,
      outcome: n % 2 ? 'accepted' : 'rejected',
    }));
    await feedback(shuffled);
    const { body: started } = await call('POST', '/v1/train', { domain: 'dating', force: true });
    expect(started.forced).toBe(true);
    const run = await ended(started.run_id);
    expect(['rejected', 'deployed']).toContain(run.status);
    expect(run.reason).toMatch(/AUC is (above|below) that of the serving head by/);
    if (run.status === 'rejected') {
      expect(run.in_force).toBe(false);
      const refused = await call('POST', `/v1/train/runs/${run.run_id}/deploy`);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    }
    expect((await mailsAbout(run.run_id, 1))[0]!.headers).toMatch(/dating/);
  }, 120_000);

  test('that was deployed can be put in force again, over HTTP and by the operator', async () => {
    const back = await call('POST', `/v1/train/runs/${runId}/deploy`);
    expect(back).toMatchObject({ status: 200, body: { run_id: runId, in_force: true } });
    await expectServing('w41', back.body.version, 'tenant');
    const runs = await counterpart('runs', 'list', '--tenant', 'acme');
    expect(runs.filter((run: { in_force: boolean }) => run.in_force)).toMatchObject([{ run_id: runId }]);
    const shown = await counterpart('runs', 'show', runId, '--tenant', 'acme');
    expect(shown.version).toBe(back.body.version);
  });

  test('is named when a person is erased and the run learned from their outcomes', async () => {
    const { body } = await call('DELETE', '/v1/users/w1');
    expect(body.erased.outcomes).toBeGreaterThan(0);
    const { body: run } = await call('GET', `/v1/train/runs/${runId}`);
    expect(body.trained_models).toContain(run.version);
  });
});

/** The model serves from the next match on; the tiers above it can still be pinned. */
async function expectServing(user_id: string, version: string, tier: string): Promise<void> {
  const request = { user_id, domain: 'dating', limit: 5 };
  const { body } = await call('POST', '/v1/match', request);
  expect(body.models_used.light_ml).toMatchObject({ tier, version });
  expect(body.models_used.cross_encoder).toMatchObject({ tier, version });
  expect(body.matches).toHaveLength(5);
  const pinned = await call('POST', '/v1/match', { ...request, stages: { light_ml: { model: 'domain' } } });
  expect(pinned.body.models_used.light_ml.version).toMatch(/^prior-dating\.v1@/);
}

async function mailsAbout(runId: string, count: number): Promise<readonly ReceivedMail[]> {
  for (;;) {
    const found = mail.received().filter(({ headers }) => headers.includes(runId));
    if (found.length >= count) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
