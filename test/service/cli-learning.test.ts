/** The operator's commands of learning: their options, and their messages where they cannot run. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStoreAndAccounts } from '../../src/composition/open-store.ts';
import { sampleWrite } from '../../src/platform/storage/testing/sample-profiles.ts';
import { temporaryFolder } from '../running-service.ts';
import { runHere } from './testing/run-cli.ts';

const folder = temporaryFolder();
const counterpart = (...args: readonly string[]) => runHere(folder.path, ...args);

beforeAll(async () => {
  await counterpart('tenants', 'create', 'acme', '--domains', 'dating', '--email', 'ops@acme.example');
});
afterAll(() => folder.remove());

describe('consent to the shared tiers', () => {
  const shares = async () =>
    JSON.parse((await counterpart('tenants', 'list', '--json')).stdout)[0].share_outcomes;

  test('is off until it is set, and can be removed', async () => {
    expect(await shares()).toBe(false);
    await counterpart('tenants', 'set', 'acme', '--share-outcomes', 'on');
    expect(await shares()).toBe(true);
    // Other settings leave it as it is.
    await counterpart('tenants', 'set', 'acme', '--memory-host', 'memory.internal');
    expect(await shares()).toBe(true);
    await counterpart('tenants', 'set', 'acme', '--share-outcomes', 'off');
    expect(await shares()).toBe(false);
  });

  test('is on or off', async () => {
    const told = await counterpart('tenants', 'set', 'acme', '--share-outcomes', 'maybe');
    expect(told).toMatchObject({ code: 2 });
    expect(told.stderr).toContain('expected on or off');
  });
});

describe('train', () => {
  test.each([
    [['--domain', 'dating'], 2, 'Give --tenant NAME'],
    [['--tenant', 'acme'], 2, 'Give --tenant NAME'],
    [['--domain', 'dating', '--tier', 'general'], 2, '--tier general alone'],
    [['--tier', 'general'], 1, 'No tenant that shares its outcomes has any'],
    [['--domain', 'dating', '--tenant', 'acme', '--tier', 'domain'], 2, 'Give --tenant NAME'],
    [['--domain', 'dating', '--tenant', 'nobody'], 1, 'There is no tenant «nobody»'],
    [
      ['--domain', 'dating', '--tenant', 'acme'],
      1,
      '0 triplets of dating wait for training, and 1000 are needed',
    ],
    [['--domain', 'dating', '--tenant', 'acme', '--force'], 1, 'Forcing needs at least one'],
    [['--domain', 'dating', '--tier', 'domain'], 1, '0 tenants share their outcomes in dating'],
    [['--domain', 'gardening', '--tier', 'domain'], 1, 'There is no shipped domain «gardening»'],
  ])('%j is refused', async (args, code, words) => {
    const told = await counterpart('train', ...args);
    expect(told.code).toBe(code);
    expect(told.stderr).toContain(words);
  });

  test('starts a run, which waits for a worker and can be cancelled; its triplets wait again', async () => {
    const opened = await openStoreAndAccounts({ data: folder.path });
    const { tenantId } = await opened.accounts.findTenant('acme');
    await opened.store.profiles.write(['a', 'b', 'c'].map((userId) => sampleWrite(userId, { tenantId })));
    const { pending } = await opened.store.learning.recordFeedback({
      tenantId,
      domain: 'dating',
      items: [{ index: 0, seekerId: 'a', candidateId: 'b', label: 'accepted', weight: 1, matchId: null }],
      polarities: { accepted: 1 },
      eligibility: { candidates: 'any', sides: undefined, mutual: false },
      at: '2026-01-01T00:00:00.000Z',
      automatic: null,
    });
    const trained = await counterpart('train', '--tenant', 'acme', '--domain', 'dating', '--force', '--json');
    const run = JSON.parse(trained.stdout);
    expect(run).toMatchObject({ status: 'queued', forced: true, triplets_used: pending });
    const listed = JSON.parse((await counterpart('runs', 'list', '--tenant', 'acme', '--json')).stdout);
    expect(listed).toEqual([run]);
    expect((await counterpart('runs', 'deploy', run.run_id, '--tenant', 'acme')).stderr).toContain(
      'was never deployed',
    );
    const [job] = JSON.parse((await counterpart('jobs', 'list', '--kind', 'training_run', '--json')).stdout);
    expect((await counterpart('jobs', 'cancel', job.id)).code).toBe(0);
    const shown = await counterpart('runs', 'show', run.run_id, '--tenant', 'acme', '--json');
    expect(JSON.parse(shown.stdout)).toMatchObject({ status: 'cancelled', reason: 'The run was cancelled.' });
    expect(await opened.store.learning.pendingTriplets(tenantId, 'dating')).toBe(pending);
    await opened.close();
  });
});

test('runs are of a tenant, or shared', async () => {
  expect(await counterpart('runs', 'list')).toMatchObject({ code: 2 });
  expect((await counterpart('runs', 'list', '--shared', '--json')).stdout.trim()).toBe('[]');
  const told = await counterpart('runs', 'show', 'run_none', '--tenant', 'acme');
  expect(told.code).toBe(1);
  expect(told.stderr).toContain('There is no training run «run_none»');
});

describe('outcomes withdraw', () => {
  const withdraw = (...args: readonly string[]) =>
    counterpart('outcomes', 'withdraw', '--tenant', 'acme', '--domain', 'dating', ...args);

  test.each([
    [[], 2, 'Say which outcomes'],
    [['--since', 'yesterday'], 2, '--since is «yesterday»'],
    [['--since', '2026-03-02', '--until', '2026-03-01'], 2, 'until'],
    [['--key', 'key_none'], 1, 'You have no key «key_none»'],
  ])('%j is refused', async (args, code, words) => {
    const told = await withdraw(...args);
    expect(told.code).toBe(code);
    expect(told.stderr).toContain(words);
  });

  test('counts, then takes back', async () => {
    expect((await withdraw('--since', '2025-12-31', '--until', '2026-01-01', '--dry-run')).stdout).toMatch(
      /^1 outcome of dating and \d+ triplets? would be taken back/,
    );
    const { stdout } = await withdraw('--seeker', 'a', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      withdrawn: 1,
      triplets_recomputed: 0,
      remaining: 0,
      run_id: null,
    });
    expect((await withdraw('--seeker', 'a')).stdout).toContain('No outcome of dating is selected');
  });
});
