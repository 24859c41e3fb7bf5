import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CreateExperimentRequest, type ExperimentResult } from '../../contract/experiment.ts';
import { MatchRequest } from '../../contract/match.ts';
import type { ExperimentShown, NewExperiment } from './experiment-store.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const DAY_MS = 86_400_000;
const iso = (ms: number) => new Date(ms).toISOString();

function experiment(experimentId: string, other: Partial<NewExperiment> = {}): NewExperiment {
  const { tenant_id, domain, name, ...settings } = CreateExperimentRequest.parse({
    tenant_id: ALPHA,
    domain: 'dating',
    name: 'nearer',
    design: 'split',
    arms: [{ name: 'usual' }, { name: 'nearer' }],
    primary_metric: 'mutual_rate',
    stop: { smallest_effect: 0.02 },
  });
  return {
    ...{ tenantId: ALPHA, experimentId, domain, name, settings },
    ...{ createdAt: iso(START), endsAt: iso(START + 28 * DAY_MS), decision: 'Nothing yet.' },
    ...other,
  };
}

const result = (at: number): ExperimentResult => ({
  at: iso(at),
  arms: [],
  effect: { estimate: 0.1, low: -0.1, high: 0.3 },
  guardrails: [],
  shadow: null,
});

describe.each(storesUnderTest)('experiments of the $name store', ({ open }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    ({ store } = under);
  });
  beforeEach(() => under.empty());
  afterAll(() => under.dispose());

  async function people(...ids: readonly string[]) {
    await store.profiles.write(ids.map((userId) => sampleWrite(userId)));
  }

  function show(
    matchId: string,
    seekerId: string,
    candidates: readonly string[],
    shown: Partial<ExperimentShown>,
    atMs = START,
  ) {
    return store.learning.recordShown({
      ...{ tenantId: ALPHA, matchId, domain: 'dating', seekerId, atMs },
      candidates: candidates.map((userId) => ({ userId, score: 0.5 })),
      answer: { request: null, models_used: {}, degraded: [], trace: [] },
      experiment: { experimentId: 'exp_1', arm: 0, unit: seekerId, latencyBucket: 8, picks: [], ...shown },
    });
  }

  const decide = (seekerId: string, candidateId: string, label: string, atMs: number) =>
    store.outcomes.record(ALPHA, 'dating', [
      { seekerId, candidateId, label, weight: 1, matchId: null, at: iso(atMs) },
    ]);

  test('a domain has one running experiment; the next may begin when it has ended', async () => {
    const { experiments, learning } = store;
    const before = await learning.modelsVersion();
    expect(await experiments.create(experiment('exp_1'))).toBeNull();
    expect(await under.another.learning.modelsVersion()).toBeGreaterThan(before);
    expect(await under.another.experiments.create(experiment('exp_2'))).toBe('exp_1');
    expect(await experiments.create(experiment('exp_3', { domain: 'hiring' }))).toBeNull();
    expect(await experiments.create(experiment('exp_4', { tenantId: BETA }))).toBeNull();
    expect((await experiments.running(ALPHA, 'dating'))?.experimentId).toBe('exp_1');
    const ending = { at: iso(START + 1), by: 'operator', decision: 'Stopped.' } as const;
    expect(await experiments.end(ALPHA, 'exp_1', ending)).toBe(true);
    expect(await experiments.end(ALPHA, 'exp_1', { ...ending, decision: 'Again.' })).toBe(false);
    expect(await experiments.find('exp_1')).toEqual({
      ...experiment('exp_1'),
      ...{ isRunning: false, pausedAt: null, endedAt: iso(START + 1), endedBy: 'operator' },
      decision: 'Stopped.',
    });
    expect(await experiments.running(ALPHA, 'dating')).toBeNull();
    expect(await experiments.create(experiment('exp_2'))).toBeNull();
    const ids = (page: readonly NewExperiment[]) => page.map(({ experimentId }) => experimentId);
    expect(ids(await experiments.allRunning())).toEqual(expect.arrayContaining(['exp_2', 'exp_3', 'exp_4']));
    expect(ids(await experiments.page({ tenantId: null, before: null, limit: 3 }))).toEqual([
      'exp_4',
      'exp_3',
      'exp_2',
    ]);
    expect(ids(await experiments.page({ tenantId: ALPHA, before: 'exp_3', limit: 3 }))).toEqual([
      'exp_2',
      'exp_1',
    ]);
  });

  test('results are only added', async () => {
    const { experiments } = store;
    await experiments.create(experiment('exp_1'));
    expect(await experiments.lastResult(ALPHA, 'exp_1')).toBeNull();
    await experiments.addResult(ALPHA, 'exp_1', result(START + 1), 'Nothing to say.');
    await experiments.addResult(ALPHA, 'exp_1', { ...result(START + 1), effect: null }, 'Changed.');
    await experiments.addResult(ALPHA, 'exp_1', result(START + 2), 'Better.');
    expect(await experiments.results(ALPHA, 'exp_1')).toEqual([result(START + 1), result(START + 2)]);
    expect(await experiments.lastResult(ALPHA, 'exp_1')).toEqual(result(START + 2));
    expect((await experiments.find('exp_1'))?.decision).toBe('Better.');
    expect(await experiments.results(BETA, 'exp_1')).toEqual([]);
  });

  test('counts matches, days, pairs and outcomes by arm and unit', async () => {
    const { experiments } = store;
    await people('ann', 'ben', 'cem', 'dan');
    await experiments.create(experiment('exp_1'));
    await decide('ann', 'dan', 'accepted', START - DAY_MS);
    await show('match_1', 'ann', ['ben', 'cem', 'dan'], { arm: 0 });
    await show('match_2', 'ann', ['ben'], { arm: 0 }, START + 5);
    await show('match_3', 'ann', [], { arm: 0 }, START + DAY_MS);
    await show('match_4', 'ben', ['ann'], { arm: 1 });
    await show('match_5', 'cem', ['ann'], { experimentId: 'exp_other', arm: 1 });
    await decide('ann', 'ben', 'accepted', START + 10);
    await decide('ben', 'ann', 'converted', START + 20);
    await decide('ann', 'cem', 'rejected', START + 30);
    const stored = (await experiments.find('exp_1'))!;
    const counts = await experiments.unitCounts(stored, ['accepted', 'converted']);
    expect(counts).toHaveLength(2);
    expect(counts).toContainEqual({
      ...{ arm: 0, unit: 'ann', matches: 3, emptyMatches: 1, seekerDays: 2 },
      ...{ shown: 3, positives: 1, mutual: 1 },
    });
    expect(counts).toContainEqual({
      ...{ arm: 1, unit: 'ben', matches: 1, emptyMatches: 0, seekerDays: 1 },
      ...{ shown: 1, positives: 1, mutual: 1 },
    });
    expect(await experiments.latencies(ALPHA, 'exp_1')).toEqual([
      { arm: 0, bucket: 8, matches: 3 },
      { arm: 1, bucket: 8, matches: 1 },
    ]);
    expect(await experiments.exposure(ALPHA, 'exp_1')).toEqual([
      { arm: 0, times: 1, people: 2 },
      { arm: 0, times: 2, people: 1 },
      { arm: 1, times: 1, people: 1 },
    ]);
  });

  test('where both arms rank, a candidate counts for the arm that gave it', async () => {
    const { experiments } = store;
    await people('ann', 'ben', 'cem');
    await experiments.create(experiment('exp_1'));
    await show('match_1', 'ann', ['ben', 'cem'], { arm: null, picks: [1, 0] });
    await decide('ann', 'ben', 'accepted', START + 10);
    const counts = await experiments.unitCounts((await experiments.find('exp_1'))!, ['accepted']);
    const pairs = counts.map(({ arm, matches, shown, positives }) => ({ arm, matches, shown, positives }));
    expect(pairs).toHaveLength(3);
    expect(pairs).toContainEqual({ arm: null, matches: 1, shown: 0, positives: 0 });
    expect(pairs).toContainEqual({ arm: 0, matches: 0, shown: 1, positives: 0 });
    expect(pairs).toContainEqual({ arm: 1, matches: 0, shown: 1, positives: 1 });
    expect((await store.learning.shownMatch(ALPHA, 'match_1'))?.experiment).toEqual({
      experimentId: 'exp_1',
      arm: null,
    });
  });

  test('a stored match names its arm; with its seeker, all of it is erased', async () => {
    await people('ann', 'ben');
    await store.experiments.create(experiment('exp_1'));
    await show('match_1', 'ann', ['ben'], { arm: 1 });
    await show('match_2', 'ben', ['ann'], { arm: null, picks: [1] });
    expect((await store.learning.shownMatch(ALPHA, 'match_1'))?.experiment).toEqual({
      experimentId: 'exp_1',
      arm: 'nearer',
    });
    await store.profiles.erase(ALPHA, 'ann', null);
    const left = await under.query('select match_id, seeker_id from experiment_matches');
    expect(left.map((row) => ({ ...row }))).toEqual([{ match_id: 'match_2', seeker_id: 'ben' }]);
    await store.learning.forgetShown(START + DAY_MS, 10);
    expect(await under.query('select * from experiment_matches')).toEqual([]);
    expect(await under.query('select * from experiment_picks')).toEqual([]);
  });

  test('a shadow queue has a bound, gives each request once, and forgets erased people', async () => {
    const { experiments } = store;
    await people('ann', 'ben');
    await experiments.create(experiment('exp_1'));
    const key = { tenantId: ALPHA, experimentId: 'exp_1' };
    const queued = (requestId: string, user_id: string) => ({
      ...{ ...key, requestId },
      request: MatchRequest.parse({ user_id, domain: 'dating' }),
    });
    expect(await experiments.queueShadow(queued('1', 'ann'), 3)).toBe(true);
    expect(await experiments.queueShadow(queued('2', 'ben'), 3)).toBe(true);
    expect(await experiments.queueShadow(queued('3', 'ben'), 3)).toBe(true);
    expect(await experiments.queueShadow(queued('4', 'ben'), 3)).toBe(false);
    await store.profiles.erase(ALPHA, 'ann', null);
    expect(await experiments.takeShadow(BETA, 'exp_1')).toBeNull();
    expect(await experiments.takeShadow(ALPHA, 'exp_1')).toEqual(queued('2', 'ben'));
    const compared = { overlap: 0.5, scoreDifference: 0.1, scores: [0.2, 0.4], ms: [10, 30] } as const;
    await experiments.addReplay({ ...key, requestId: '2', compared });
    await experiments.addReplay({
      ...{ ...key, requestId: '5' },
      compared: { overlap: 1, scoreDifference: null, scores: [0.4, null], ms: [20, 10] },
    });
    await experiments.addReplay({ ...key, requestId: '6', compared: null });
    expect(await experiments.shadow(ALPHA, 'exp_1')).toEqual({
      ...{ compared: 2, failed: 1, dropped: 1, overlap: 0.75, scoreDifference: 0.1 },
      ...{ scores: [expect.closeTo(0.3, 12), 0.4], meanMs: [15, 20], p95Ms: [20, 30] },
    });
    await experiments.end(ALPHA, 'exp_1', { at: iso(START + 1), by: 'operator', decision: 'Over.' });
    expect(await experiments.takeShadow(ALPHA, 'exp_1')).toBeNull();
  });
});
