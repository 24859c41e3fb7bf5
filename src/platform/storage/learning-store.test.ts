/**
 * Runs, models and triplets over every store: the invariants hold with any number of callers and processes.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewJob } from './job.ts';
import { type FeedbackBatch, type RunEnding, SHARED_OWNER, type StartRun } from './learning-store.ts';
import type { NewRun } from './new-run.ts';
import type { Store } from './store.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';

const AT = '2026-03-01T12:00:00.000Z';
const people = ['ana', 'ben', 'cem', 'dan', 'eva', 'fay'];

describe.each(storesUnderTest)('$name', ({ open, runs }) => {
  let under: StoreUnderTest;
  let store: Store;

  beforeAll(async () => {
    under = await open();
    store = under.store;
  });
  beforeEach(async () => {
    await under.empty();
    await store.profiles.write(people.map((userId) => sampleWrite(userId)));
  });
  afterAll(() => under.dispose());

  const feedback = (...items: [seeker: string, candidate: string, label: string][]) =>
    store.learning.recordFeedback(batchOf(items));
  const pending = () => store.learning.pendingTriplets(ALPHA, 'dating');

  /** Takes the run's job and finishes it with this ending. */
  async function end(runId: string, ending: Partial<RunEnding>, owner = ALPHA): Promise<void> {
    const { taken } = await store.jobs.take('worker', {
      limits: { training_run: 1 },
      limit: 1,
      nowMs: Date.parse(AT),
      leaseMs: 60_000,
    });
    const whole: RunEnding = {
      status: 'rejected',
      metrics: null,
      reason: null,
      startedAt: AT,
      finishedAt: AT,
      model: null,
      mail: null,
      ...ending,
    };
    const finished = await store.jobs.finish('worker', [
      {
        jobId: taken[0]!.jobId,
        end: { status: 'succeeded', result: {} },
        changes: [{ name: 'endRun', args: [owner, runId, whole] }],
        nowMs: Date.parse(AT),
      },
    ]);
    expect(finished).toEqual(['finished']);
  }

  test('every triplet is counted in the call that made it, also what takes the place of contradicted ones', async () => {
    let generated = 0;
    let waiting = 0;
    // The person drawn against the first outcome is accepted later in this loop; the first outcome then gets
    // another one.
    for (const candidate of ['ben', 'cem', 'dan', 'eva', 'fay']) {
      const { tripletsGenerated, pending: now } = await feedback(['ana', candidate, 'accepted']);
      generated += tripletsGenerated;
      waiting = now;
    }
    const [kept] = (await under.query(
      "select count(*) as made, sum(case when state = 'pending' then 1 else 0 end) as pending from triplets",
    )) as { made: number; pending: number }[];
    expect(generated).toBe(kept!.made);
    expect(waiting).toBe(kept!.pending);
    expect(generated).toBeGreaterThan(waiting);
  });

  test('triplets of a call are pending after it, and its labels withdraw earlier ones', async () => {
    const item = fc.tuple(
      fc.constantFrom('ana', 'ben'),
      fc.constantFrom(...people.slice(2), 'nobody'),
      fc.constantFrom('accepted', 'converted', 'rejected', 'expired'),
    );
    const calls = fc.array(fc.array(item, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 4 });
    const waitingIds = async () => {
      const rows = await under.query("select triplet_id as id from triplets where state = 'pending'");
      return new Set((rows as { id: string }[]).map(({ id }) => id));
    };
    await fc.assert(
      fc
        .asyncProperty(calls, async (sent) => {
          for (const items of sent) {
            const before = await waitingIds();
            const result = await feedback(...items);
            const after = await waitingIds();
            expect(result.pending).toBe(after.size);
            const withdrawn = [...before].filter((id) => !after.has(id)).length;
            expect(result.tripletsGenerated).toBe([...after].filter((id) => !before.has(id)).length);
            expect(result.pending).toBe(before.size + result.tripletsGenerated - withdrawn);
          }
        })
        .beforeEach(async () => {
          await under.empty();
          await store.profiles.write(people.map((userId) => sampleWrite(userId)));
        }),
      { numRuns: runs(30) },
    );
  });

  describe('a run', () => {
    test('takes what waits, once', async () => {
      const { pending: waiting } = await feedback(['ana', 'ben', 'accepted'], ['ana', 'cem', 'rejected']);
      const started = await store.learning.startRun(startOf('run_1'));
      expect(started).toMatchObject({
        state: 'started',
        run: { status: 'queued', tripletsUsed: waiting, progress: 0 },
      });
      expect(await pending()).toBe(0);
      expect(await store.learning.startRun(startOf('run_2'))).toMatchObject({
        state: 'exists',
        run: { runId: 'run_1' },
      });
      await feedback(['eva', 'ben', 'accepted']);
      await end('run_1', {});
      expect(await store.learning.startRun(startOf('run_3'))).toMatchObject({ state: 'started' });
    });

    test('does not start below the required number of triplets', async () => {
      await feedback(['ana', 'cem', 'rejected']);
      expect(await store.learning.startRun({ ...startOf('run_1'), atLeast: 2 })).toEqual({
        state: 'too_few',
        pending: 1,
      });
      expect(await store.jobs.list(ALPHA, { before: null, limit: 10 })).toEqual([]);
    });

    test('is started once, however many callers in several processes start it', async () => {
      await feedback(['ana', 'ben', 'accepted']);
      const starts = Array.from({ length: 20 }, (_, n) =>
        [store, under.another][n % 2]!.learning.startRun(startOf(`run_${n}`)),
      );
      const states = (await Promise.all(starts)).map(({ state }) => state);
      expect(states.filter((state) => state === 'started')).toHaveLength(1);
      expect(states.filter((state) => state === 'exists')).toHaveLength(19);
    });

    test('has the progress of its job until it ends', async () => {
      await feedback(['ana', 'ben', 'accepted']);
      await store.learning.startRun(startOf('run_1'));
      const take = { limits: { training_run: 1 }, limit: 1, nowMs: Date.parse(AT), leaseMs: 60_000 };
      const { taken } = await store.jobs.take('worker', take);
      expect(await store.learning.run(ALPHA, 'run_1')).toMatchObject({ status: 'running' });
      await store.jobs.report('worker', taken[0]!.jobId, {
        progress: 0.9,
        detail: { phase: 'evaluating' },
      } as never);
      expect(await store.learning.run(ALPHA, 'run_1')).toMatchObject({ status: 'evaluating', progress: 0.9 });
      expect(await store.learning.run(BETA, 'run_1')).toBeNull();
    });

    test('is in the audit log with its beginning and its end', async () => {
      await feedback(['ana', 'ben', 'accepted']);
      await store.learning.startRun(startOf('run_1'));
      await store.learning.startRun(startOf('run_2'));
      await end('run_1', { status: 'rejected', reason: 'worse' });
      const log = await store.audit.page({ tenantId: ALPHA }, { before: null, limit: 10 });
      expect(log.map(({ action, target, result }) => [action, target?.id, result])).toEqual([
        ['training.end', 'run_1', 'rejected'],
        ['training.start', 'run_1', 'done'],
      ]);
      expect(log[0]!.details).toMatchObject({ domain: 'dating', status: 'rejected' });
    });

    test('that fails frees its triplets, without those superseded meanwhile', async () => {
      await feedback(['ana', 'ben', 'accepted']);
      await feedback(['eva', 'cem', 'rejected']);
      const before = await pending();
      await store.learning.startRun(startOf('run_1'));
      const { tripletsGenerated } = await feedback(['eva', 'cem', 'accepted']);
      await end('run_1', { status: 'failed', reason: 'it broke off' });
      // All of ana's, the new ones of eva, and not the one that her refusal had made.
      expect(await pending()).toBe(before - 1 + tripletsGenerated);
      expect(await store.learning.run(ALPHA, 'run_1')).toMatchObject({
        status: 'failed',
        reason: 'it broke off',
        finishedAt: AT,
      });
    });

    test('starts by itself with the outcome that reaches the threshold, and not soon after a failure', async () => {
      const automatic = (runId: string) => ({
        ...startOf(runId),
        threshold: 3,
        unlessFailedSince: '2026-03-01T11:00:00.000Z',
      });
      const send = (runId: string, ...items: [string, string, string][]) =>
        store.learning.recordFeedback({ ...batchOf(items), automatic: automatic(runId) });
      expect(await send('run_1', ['ana', 'ben', 'rejected'])).toMatchObject({
        pending: 1,
        startedRunId: null,
      });
      const crossing = await send('run_2', ['eva', 'ben', 'accepted']);
      expect(crossing).toMatchObject({ pending: 0, startedRunId: 'run_2' });
      const [begun] = await store.audit.page({ tenantId: ALPHA }, { before: null, limit: 1 });
      expect(begun).toMatchObject({ action: 'training.start', details: { automatic: true } });
      expect(await send('run_3', ['fay', 'ben', 'accepted'])).toMatchObject({ startedRunId: null });
      await end('run_2', { status: 'failed' });
      expect(await send('run_4', ['fay', 'cem', 'accepted'])).toMatchObject({ startedRunId: null });
    });
  });

  describe('ranking models', () => {
    async function deployed(runId: string, owner = ALPHA, tier: 'tenant' | 'domain' = 'tenant') {
      await feedback([people[runId.length % 5]!, `x${runId}`, 'accepted']);
      const start = startOf(runId, owner, tier);
      await store.learning.startRun({ ...start, atLeast: 0, borrowed: 1 });
      const model = {
        tenantId: owner,
        domain: 'dating',
        tier,
        version: `v-${runId}`,
        runId,
        card: { auc: 0.7 },
        files: [{ part: 'people.json', key: 'k', bytes: 1, sha256: 'ab' }],
        createdAt: AT,
      };
      await end(runId, { status: 'deployed', model }, owner);
    }
    const inForce = async () =>
      (await store.learning.rankingModelsFor(ALPHA, 'dating')).map(
        ({ tier, version }) => `${tier} ${version}`,
      );

    test('the last one serves, an earlier one again when it is put back, and others see it', async () => {
      const version = await under.another.learning.modelsVersion();
      await deployed('run_1');
      await deployed('run_2');
      expect(await inForce()).toEqual(['tenant v-run_2']);
      expect(await under.another.learning.modelsVersion()).toBe(version + 2);
      expect(await store.learning.deployRun(ALPHA, 'run_1', AT)).toBe('deployed');
      expect(await inForce()).toEqual(['tenant v-run_1']);
      expect(await store.learning.run(ALPHA, 'run_1')).toMatchObject({ inForce: true });
      expect(await store.learning.run(ALPHA, 'run_2')).toMatchObject({ inForce: false, status: 'deployed' });
      expect(await store.learning.deployRun(BETA, 'run_1', AT)).toBe('no_model');
      expect(await under.another.learning.modelsVersion()).toBe(version + 3);
    });

    test('none serves once it is withdrawn, until one is put in force again; other owners keep theirs', async () => {
      await deployed('run_1');
      await deployed('run_s', SHARED_OWNER, 'domain');
      const version = await under.another.learning.modelsVersion();
      expect(await store.learning.withdrawModel(BETA, 'dating')).toBe(false);
      expect(await store.learning.withdrawModel(ALPHA, 'hiring')).toBe(false);
      expect(await under.another.learning.modelsVersion()).toBe(version);
      expect(await store.learning.withdrawModel(ALPHA, 'dating')).toBe(true);
      expect(await under.another.learning.modelsVersion()).toBe(version + 1);
      expect(await inForce()).toEqual(['domain v-run_s']);
      expect(await store.learning.run(ALPHA, 'run_1')).toMatchObject({ inForce: false, status: 'deployed' });
      expect(await store.learning.withdrawModel(ALPHA, 'dating')).toBe(false);
      expect(await store.learning.deployRun(ALPHA, 'run_1', AT)).toBe('deployed');
      expect(await inForce()).toEqual(['tenant v-run_1', 'domain v-run_s']);
      expect(await store.learning.withdrawModel(SHARED_OWNER, 'dating')).toBe(true);
      expect(await inForce()).toEqual(['tenant v-run_1']);
    });

    test('deployed models of a tier are listed, the last one first, also where none serves', async () => {
      for (const runId of ['run_1', 'run_2', 'run_3']) await deployed(runId);
      await deployed('run_s', SHARED_OWNER, 'domain');
      await store.learning.deployRun(ALPHA, 'run_1', new Date(Date.parse(AT) + 1000).toISOString());
      await store.learning.withdrawModel(ALPHA, 'dating');
      const listed = async (limit: number) =>
        (await store.learning.deployedModels(ALPHA, 'dating', 'tenant', limit)).map(({ version }) => version);
      expect(await listed(10)).toEqual(['v-run_1', 'v-run_3', 'v-run_2']);
      expect(await listed(1)).toEqual(['v-run_1']);
      expect(await store.learning.deployedModels(BETA, 'dating', 'tenant', 10)).toEqual([]);
    });

    test('a shared tier comes after the tenant’s own', async () => {
      await deployed('run_s', SHARED_OWNER, 'domain');
      expect(await inForce()).toEqual(['domain v-run_s']);
      await deployed('run_t');
      expect(await inForce()).toEqual(['tenant v-run_t', 'domain v-run_s']);
      const others = await store.learning.rankingModelsFor(BETA, 'dating');
      expect(others.map(({ version }) => version)).toEqual(['v-run_s']);
    });

    test('erasing names the versions that were trained with the person', async () => {
      await deployed('run_1');
      await deployed('run_s', SHARED_OWNER, 'domain');
      await store.learning.noteLearnedFrom(ALPHA, 'dating', 'run_1', ['ana', 'ben']);
      await store.learning.noteLearnedFrom(ALPHA, 'dating', 'run_s', ['ana']);
      await store.learning.noteLearnedFrom(ALPHA, 'dating', 'run_rejected', ['ana']);
      expect([...(await store.learning.learnedFrom('run_1'))].sort()).toEqual([
        `${ALPHA}/ana`,
        `${ALPHA}/ben`,
      ]);
      const { trainedModels } = await store.profiles.erase(ALPHA, 'ana', null);
      expect(trainedModels).toEqual(['v-run_1', 'v-run_s']);
      expect([...(await store.learning.learnedFrom('run_1'))]).toEqual([`${ALPHA}/ben`]);
    });

    test('erased people are left out by readers, until the files are rewritten', async () => {
      await deployed('run_1');
      await store.learning.noteLearnedFrom(ALPHA, 'dating', 'run_1', ['ana', 'ben']);
      const erased = async () => (await under.another.learning.rankingModel(ALPHA, 'v-run_1'))!.erased;
      const version = await store.learning.modelsVersion();
      await store.profiles.erase(ALPHA, 'cem', null);
      expect([await erased(), await store.learning.modelsVersion()]).toEqual([[], version]);
      await store.profiles.erase(BETA, 'ana', null);
      await store.profiles.erase(ALPHA, 'ana', 'hiring');
      expect(await erased()).toEqual([]);
      await store.profiles.erase(ALPHA, 'ana', null);
      expect([await erased(), await store.learning.modelsVersion()]).toEqual([['ana'], version + 1]);
      expect(await store.learning.rankingModelsToRewrite()).toEqual([{ owner: ALPHA, version: 'v-run_1' }]);
      // Another person is erased meanwhile.
      await store.profiles.erase(ALPHA, 'ben', 'dating');
      const files = [{ part: 'people.json', key: 'k2', bytes: 1, sha256: 'cd' }];
      await store.learning.replaceRankingModel(ALPHA, 'v-run_1', { card: { auc: 0.7 }, files });
      await store.learning.forgetErasedMarks(ALPHA, 'run_1', ['ana']);
      expect(await store.learning.rankingModel(ALPHA, 'v-run_1')).toMatchObject({
        files,
        erased: ['ben'],
        inForce: true,
      });
      expect((await store.learning.rankingModelsFor(ALPHA, 'dating'))[0]!.erased).toEqual(['ben']);
    });

    test('people erased during a run are left out of its model; created again, later runs learn from them', async () => {
      await feedback(['ana', 'ben', 'accepted']);
      await store.learning.startRun(startOf('run_1'));
      await store.profiles.erase(ALPHA, 'ana', null);
      await deployed('run_1');
      expect((await store.learning.rankingModel(ALPHA, 'v-run_1'))!.erased).toEqual(['ana']);
      await store.profiles.write([sampleWrite('ana')]);
      await deployed('run_2');
      expect((await store.learning.rankingModel(ALPHA, 'v-run_2'))!.erased).toEqual([]);
      expect((await store.learning.rankingModel(ALPHA, 'v-run_1'))!.erased).toEqual(['ana']);
    });

    test('a run without a model leaves no erasure marks', async () => {
      await feedback(['ana', 'ben', 'accepted']);
      await store.learning.startRun(startOf('run_1'));
      await store.profiles.erase(ALPHA, 'ana', null);
      expect(await under.query('select user_id from erased_from_heads')).toEqual([{ user_id: 'ana' }]);
      await end('run_1', {});
      expect(await under.query('select user_id from erased_from_heads')).toEqual([]);
    });
  });

  test('shown matches are removed after their time, in pieces', async () => {
    for (const n of [1, 2, 3]) {
      await store.learning.recordShown({
        tenantId: ALPHA,
        matchId: `match_${n}`,
        domain: 'dating',
        seekerId: 'ana',
        candidates: [
          { userId: 'ben', score: 0.9 },
          { userId: 'cem', score: 0.8 },
        ],
        answer: noAnswer,
        atMs: n * 1000,
      });
    }
    expect(await store.learning.forgetShown(3000, 1)).toBe(1);
    expect(await store.learning.forgetShown(3000, 10)).toBe(1);
    const left = await store.learning.shownIn(ALPHA, 'dating', ['match_1', 'match_2', 'match_3'], 5000);
    expect(left.map(({ matchId, candidateId, position }) => [matchId, candidateId, position])).toEqual([
      ['match_3', 'ben', 0],
      ['match_3', 'cem', 1],
    ]);
  });

  test('pages of the log are those of a plain list, by every combination of filters', async () => {
    await store.profiles.write(people.map((userId) => sampleWrite(userId, { domain: 'jobs' })));
    const shown = Array.from({ length: 24 }, (_, n) => ({
      ...{ matchId: `match_${String(n).padStart(2, '0')}`, domain: n % 3 === 0 ? 'jobs' : 'dating' },
      ...{ seekerId: people[n % 2]!, keyId: [null, 'key_a', 'key_b'][n % 5] ?? null, tookMs: n },
      candidates: [people[2 + (n % 4)]!, people[2 + ((n + 1) % 4)]!].map((userId) => ({
        userId,
        score: 0.5,
      })),
    }));
    for (const one of shown)
      await store.learning.recordShown({ ...one, tenantId: ALPHA, answer: noAnswer, atMs: 1000 });
    const oneOf = (...values: (string | undefined)[]) => fc.constantFrom(undefined, ...values);
    const filters = fc.record({
      ...{ seekerId: oneOf('ana', 'eva'), candidateId: oneOf('cem', 'ana'), keyId: oneOf('key_a', 'key_c') },
      ...{ domain: oneOf('dating', 'jobs'), fromId: oneOf('match_05'), beforeId: oneOf('match_20') },
    });
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 30 }), async (given, limit) => {
        const { seekerId, candidateId, keyId, domain, fromId = '', beforeId = 'n' } = given;
        const wanted = shown.filter(
          (one) =>
            (seekerId === undefined || one.seekerId === seekerId) &&
            (candidateId === undefined || one.candidates.some(({ userId }) => userId === candidateId)) &&
            (keyId === undefined || one.keyId === keyId) &&
            (domain === undefined || one.domain === domain) &&
            one.matchId >= fromId &&
            one.matchId < beforeId,
        );
        const listed: string[] = [];
        for (let before: string | null = beforeId; before !== null; ) {
          const page = await store.learning.listShown(ALPHA, { ...given, beforeId: before, limit });
          listed.push(...page.matches.map(({ matchId }) => matchId));
          before = page.next;
        }
        expect(listed).toEqual(wanted.map(({ matchId }) => matchId).reverse());
      }),
      { numRuns: runs(40) },
    );
    const [newest] = (await store.learning.listShown(ALPHA, { limit: 1 })).matches;
    expect(newest).toEqual({
      ...{ matchId: 'match_23', seekerId: 'ben', domain: 'dating', keyId: null, tookMs: 23, models: {} },
      ...{ keyName: null, shown: 2, top: newest!.top },
    });
    expect(newest!.top.map(({ userId, position }) => [userId, position])).toEqual([
      [shown[23]!.candidates[0]!.userId, 0],
      [shown[23]!.candidates[1]!.userId, 1],
    ]);
    expect(await store.learning.listShown(BETA, { limit: 9 })).toEqual({ matches: [], next: null });
  });

  test('a match that may be known is recorded once', async () => {
    const shown = {
      ...{ tenantId: ALPHA, matchId: 'match_once', domain: 'dating', seekerId: 'ana', answer: noAnswer },
      candidates: [{ userId: 'ben', score: 0.9 }],
      atMs: 1000,
      mayBeKnown: true,
    };
    await store.learning.recordShown(shown);
    await store.learning.recordShown({ ...shown, candidates: [{ userId: 'cem', score: 0.8 }], atMs: 2000 });
    expect(await under.another.learning.shownMatch(ALPHA, 'match_once')).toMatchObject({
      candidates: [{ userId: 'ben', position: 0, score: 0.9 }],
      atMs: 1000,
    });
  });

  test('a match keeps who was drawn, and the probabilities, for its record, training and exports', async () => {
    const { learning, people } = under.another;
    const drawn = { explored: true, propensity: 0.1 };
    const ranked = { explored: false, propensity: 0.95 };
    await store.learning.recordShown({
      ...{ tenantId: ALPHA, matchId: 'match_drawn', domain: 'dating', seekerId: 'ana', answer: noAnswer },
      candidates: [
        { userId: 'ben', score: 0.9, ...ranked },
        { userId: 'cem', score: 0.2, ...drawn },
      ],
      atMs: 1000,
    });
    const stored = await learning.shownMatch(ALPHA, 'match_drawn');
    expect(stored!.candidates).toMatchObject([ranked, drawn]);
    const pairs = await learning.shownIn(ALPHA, 'dating', ['match_drawn'], 1000);
    expect(pairs.map(({ propensity }) => propensity)).toEqual([0.95, 0.1]);
    for await (const page of people.matchesShownIn(ALPHA, 'cem', 100))
      expect(page.find(({ matchId }) => matchId === 'match_drawn')).toMatchObject(drawn);
  });

  test('matches recorded at once are recorded each by itself, and the later time of a pair stays', async () => {
    const shown = (matchId: string, seekerId: string, atMs: number, ...userIds: string[]) =>
      store.learning.recordShown({
        ...{ tenantId: ALPHA, matchId, domain: 'dating', seekerId, answer: noAnswer, atMs },
        candidates: userIds.map((userId) => ({ userId, score: 0.5 })),
      });
    await shown('match_0', 'ana', 500, 'ben');
    const results = await Promise.allSettled([
      shown('match_1', 'ana', 2000, 'ben', 'cem'),
      shown('match_0', 'eva', 2000, 'fay'),
      shown('match_2', 'ana', 1000, 'ben', 'nobody'),
      shown('match_3', 'nobody', 2000, 'ben'),
      shown('match_4', 'eva', 2000),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
    ]);
    const matches = await Promise.all(
      [0, 1, 2, 3, 4].map((n) => under.another.learning.shownMatch(ALPHA, `match_${n}`)),
    );
    expect(matches.map((match) => match?.candidates.map(({ userId }) => userId))).toEqual([
      ...[['ben'], ['ben', 'cem'], ['ben'], undefined, []],
    ]);
    const since = (ms: number) => store.learning.shownTo(ALPHA, 'dating', 'ana', ms);
    expect([(await since(1500)).toSorted(), await since(2001)]).toEqual([['ben', 'cem'], []]);
  });

  describe('confirmations of what was seen', () => {
    const show = (matchId: string, seekerId: string, ...userIds: string[]) =>
      store.learning.recordShown({
        ...{ tenantId: ALPHA, matchId, domain: 'dating', seekerId, answer: noAnswer, atMs: 1000 },
        candidates: userIds.map((userId) => ({ userId, score: 0.5 })),
      });
    const confirm = (at: string, ...shown: [matchId: string, userIds: string[] | null][]) =>
      store.learning.recordFeedback({
        ...batchOf([]),
        at,
        shown: shown.map(([matchId, userIds], index) => ({ index, matchId, userIds })),
      });
    const matches = ['match_1', 'match_2'];
    const seen = async (at = AT, tenant = ALPHA, domain = 'dating') => {
      const pairs = await under.another.learning.shownIn(tenant, domain, matches, Date.parse(at));
      return pairs.filter(({ confirmed }) => confirmed).map((pair) => `${pair.matchId} ${pair.candidateId}`);
    };
    const confirmedIds = async (at = AT) => {
      const ids = new Set<string>();
      const pages = store.learning.confirmedMatches(ALPHA, 'dating', Date.parse(at), 1);
      for await (const page of pages) for (const id of page) ids.add(id);
      return [...ids].sort();
    };
    const LATER = '2026-03-02T12:00:00.000Z';

    beforeEach(async () => {
      await show('match_1', 'ana', 'ben', 'cem', 'dan');
      await show('match_2', 'eva', 'ben', 'fay');
    });

    test('hold for the whole answer or for some of its people, and are there after the call', async () => {
      expect([await seen(), await confirmedIds()]).toEqual([[], []]);
      const { shownFaults } = await confirm(AT, ['match_1', null], ['match_2', ['fay']]);
      expect(shownFaults).toEqual([]);
      expect(await seen()).toEqual(['match_1 ben', 'match_1 cem', 'match_1 dan', 'match_2 fay']);
      expect(await confirmedIds()).toEqual(matches);
      expect([await seen(AT, BETA), await seen(AT, ALPHA, 'hiring')]).toEqual([[], []]);
    });

    test('add up; the first time stays, so that a repeated run reads the same', async () => {
      await confirm(AT, ['match_1', ['cem']]);
      await confirm(LATER, ['match_1', ['cem', 'ben']]);
      expect(await seen()).toEqual(['match_1 cem']);
      expect(await seen(LATER)).toEqual(['match_1 ben', 'match_1 cem']);
      await confirm(LATER, ['match_1', null], ['match_1', ['dan']]);
      expect([await seen(), await confirmedIds()]).toEqual([['match_1 cem'], ['match_1']]);
      expect(await seen(LATER)).toEqual(['match_1 ben', 'match_1 cem', 'match_1 dan']);
    });

    test('name unknown matches and people; the rest holds', async () => {
      const others = {
        ...batchOf([]),
        tenantId: BETA,
        shown: [{ index: 0, matchId: 'match_1', userIds: null }],
      };
      expect((await store.learning.recordFeedback(others)).shownFaults).toEqual([
        { index: 0, unknownUserIds: null },
      ]);
      const { shownFaults } = await confirm(
        AT,
        ['match_none', null],
        ['match_1', ['ben', 'eva', 'nobody']],
        ['match_2', ['ben']],
      );
      expect(shownFaults).toEqual([
        { index: 0, unknownUserIds: null },
        { index: 1, unknownUserIds: ['eva', 'nobody'] },
      ]);
      expect(await seen()).toEqual(['match_1 ben', 'match_2 ben']);
    });

    test('go with the match after its time, and with an erased person on both sides', async () => {
      await confirm(AT, ['match_1', ['ben', 'cem']], ['match_2', null]);
      await store.profiles.erase(ALPHA, 'ben', null);
      expect(await seen()).toEqual(['match_1 cem', 'match_2 fay']);
      expect((await confirm(AT, ['match_1', ['ben']])).shownFaults).toMatchObject([
        { unknownUserIds: ['ben'] },
      ]);
      await store.profiles.erase(ALPHA, 'eva', null);
      expect([await seen(), await confirmedIds()]).toEqual([['match_1 cem'], ['match_1']]);
      await store.learning.forgetShown(2000, 10);
      expect([await seen(), await confirmedIds()]).toEqual([[], []]);
      for (const table of ['shown_matches', 'shown_candidates'])
        expect(await under.query(`select match_id from ${table}`)).toEqual([]);
    });
  });

  test('a match computed during an erasure does not name the erased person', async () => {
    const shownTo = (matchId: string, seekerId: string) =>
      store.learning.recordShown({
        tenantId: ALPHA,
        matchId,
        domain: 'dating',
        seekerId,
        candidates: [
          { userId: 'ben', score: 0.9 },
          { userId: 'cem', score: 0.8 },
        ],
        answer: noAnswer,
        atMs: 1000,
      });
    await store.profiles.erase(ALPHA, 'ben', null);
    await shownTo('match_1', 'ana');
    await shownTo('match_2', 'ben');
    expect(await under.query('select match_id, seeker_id from shown_matches')).toEqual([
      { match_id: 'match_1', seeker_id: 'ana' },
    ]);
    expect(await under.query('select match_id, position, candidate_id from shown_candidates')).toEqual([
      { match_id: 'match_1', position: 1, candidate_id: 'cem' },
    ]);
  });

  test('pairs are those of a plain log, whatever is shown, forgotten and erased', async () => {
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          kind: fc.constant('show' as const),
          seekerId: fc.constantFrom('ana', 'ben'),
          userIds: fc.uniqueArray(fc.constantFrom(...people.slice(1)), { maxLength: 4 }),
          atMs: fc.integer({ min: 0, max: 20 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('forget' as const),
          beforeMs: fc.nat(15),
          limit: fc.constantFrom(1, 2, 100),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('erase' as const), userId: fc.constantFrom(...people) }),
      },
    );
    await fc.assert(
      fc
        .asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
          let log: { seekerId: string; userId: string; atMs: number }[] = [];
          const erased = new Set<string>();
          for (const [n, one] of steps.entries()) {
            if (one.kind === 'show') {
              const { seekerId, userIds, atMs } = one;
              const candidates = userIds.map((userId) => ({ userId, score: 0.5 }));
              const match = { tenantId: ALPHA, matchId: `match_${n}`, domain: 'dating' };
              await store.learning.recordShown({ ...match, seekerId, candidates, answer: noAnswer, atMs });
              log.push(...userIds.map((userId) => ({ seekerId, userId, atMs })));
              log = log.filter((pair) => !erased.has(pair.seekerId) && !erased.has(pair.userId));
            } else if (one.kind === 'forget') {
              while ((await store.learning.forgetShown(one.beforeMs, one.limit)) === one.limit);
              log = log.filter(({ atMs }) => atMs >= one.beforeMs);
            } else {
              await store.profiles.erase(ALPHA, one.userId, null);
              erased.add(one.userId);
              log = log.filter((pair) => pair.seekerId !== one.userId && pair.userId !== one.userId);
            }
          }
          for (const seekerId of ['ana', 'ben']) {
            for (const sinceMs of [0, 5, 12]) {
              const shown = await store.learning.shownTo(ALPHA, 'dating', seekerId, sinceMs);
              const expected = log.filter((pair) => pair.seekerId === seekerId && pair.atMs >= sinceMs);
              expect([...shown].sort()).toEqual([...new Set(expected.map(({ userId }) => userId))].sort());
            }
          }
        })
        .beforeEach(async () => {
          await under.empty();
          await store.profiles.write(people.map((userId) => sampleWrite(userId)));
        }),
      { numRuns: runs(60) },
    );
  });

  test('outcomes come in the order of their times, page by page, those that stand alone', async () => {
    for (const [n, at] of ['2026-01-03', '2026-01-01', '2026-01-02'].entries()) {
      await store.learning.recordFeedback({
        ...batchOf([
          ['ana', people[n + 1]!, 'rejected'],
          ['ben', people[n + 2]!, 'accepted'],
        ]),
        at: `${at}T00:00:00.000Z`,
      });
    }
    await store.learning.recordFeedback({
      ...batchOf([['ana', 'ben', 'accepted']]),
      at: '2026-01-04T00:00:00.000Z',
    });
    const found: string[] = [];
    const pages = store.learning.outcomesUntil(ALPHA, 'dating', '2026-01-04T00:00:00.000Z', 2);
    for await (const page of pages) {
      for (const { seekerId, candidateId, label } of page) found.push(`${seekerId} ${candidateId} ${label}`);
    }
    expect(found).toEqual([
      'ana cem rejected',
      'ben dan accepted',
      'ana dan rejected',
      'ben eva accepted',
      'ben cem accepted',
      'ana ben accepted',
    ]);
  });
});

const noAnswer = { request: null, models_used: {}, degraded: [], trace: [] };

function batchOf(items: readonly (readonly [string, string, string])[]): FeedbackBatch {
  return {
    tenantId: ALPHA,
    domain: 'dating',
    items: items.map(([seekerId, candidateId, label], index) => ({
      index,
      seekerId,
      candidateId,
      label,
      weight: 1,
      matchId: null,
    })),
    polarities: { converted: 2, accepted: 1, rejected: -1, expired: -0.25 },
    eligibility: { candidates: 'any', sides: undefined, mutual: false },
    at: AT,
    automatic: null,
  };
}

function startOf(runId: string, owner = ALPHA, tier: 'tenant' | 'domain' = 'tenant'): StartRun {
  const run: NewRun = {
    tenantId: owner,
    runId,
    domain: 'dating',
    tier,
    jobId: `job_${runId}`,
    forced: false,
    createdAt: AT,
    minutes: { base: 1, perTriplet: 0 },
  };
  const job: NewJob = {
    jobId: run.jobId,
    tenantId: owner,
    kind: 'training_run',
    resource: null,
    userId: null,
    uniqueKey: 'dating',
    input: null,
    runAfterMs: 0,
    keep: true,
    createdAt: AT,
  };
  return { run, job, atLeast: 1 };
}
