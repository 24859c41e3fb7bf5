/** Withdrawing outcomes over every store: the rest is the same as if they had never been sent. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newUlid } from '../../contract/new-id.ts';
import type { FeedbackBatch, StartRun } from './learning-store.ts';
import { recount } from './testing/recount-statistics.ts';
import { ALPHA, BETA, sampleWrite } from './testing/sample-profiles.ts';
import type { StoreUnderTest } from './testing/store-under-test.ts';
import { storesUnderTest } from './testing/stores-under-test.ts';
import type { OutcomeSelection, WithdrawnPart } from './withdrawal.ts';

const people = ['ana', 'ben', 'cem', 'dan', 'eva'];
const polarities: Readonly<Record<string, number>> = { converted: 2, accepted: 1, rejected: -1 };
const eligibility = { candidates: 'any', sides: undefined, mutual: false } as const;
const AFTERWARDS = '2026-06-01T00:00:00.000Z';
const timeOf = (n: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + n * 7 * 3_600_000).toISOString();

interface Sent {
  readonly seeker: string;
  readonly candidate: string;
  readonly label: string;
  readonly key: string | null;
  readonly weight: number;
}

const sent = fc
  .record<Sent>({
    seeker: fc.constantFrom(...people.slice(0, 3)),
    candidate: fc.constantFrom(...people.slice(0, 4)),
    label: fc.constantFrom(...Object.keys(polarities)),
    key: fc.constantFrom('key_a', 'key_b', null),
    weight: fc.constantFrom(0.25, 1, 5),
  })
  .filter(({ seeker, candidate }) => seeker !== candidate);

describe.each(storesUnderTest)('$name', ({ open, runs: share }) => {
  let under: StoreUnderTest;
  let runs = 0;
  beforeAll(async () => {
    under = await open();
  });
  beforeEach(start);
  afterAll(() => under.dispose());

  async function start(): Promise<void> {
    await under.empty();
    await under.store.profiles.write(people.map((userId) => sampleWrite(userId)));
  }

  const send = ({ seeker, candidate, label, key, weight }: Sent, n: number, tenant = ALPHA) =>
    under.store.learning.recordFeedback({
      ...context(timeOf(n), tenant),
      items: [{ index: 0, seekerId: seeker, candidateId: candidate, label, weight, matchId: null }],
      automatic: null,
      keyId: key,
    });

  async function withdraw(selection: OutcomeSelection, pairs = 2, tenant = ALPHA) {
    const parts: WithdrawnPart[] = [];
    const withdrawalId = newUlid();
    do {
      const { run, job } = newRun(`run_${runs++}`, tenant);
      parts.push(
        await under.store.learning.withdrawPart({
          ...context(AFTERWARDS, tenant),
          withdrawalId,
          number: parts.length,
          selection,
          pairs,
          run,
          job,
        }),
      );
    } while (parts.at(-1)!.more);
    const sum = (name: 'outcomes' | 'tripletsWithdrawn' | 'tripletsRecomputed') =>
      parts.reduce((total, part) => total + part[name], 0);
    return {
      outcomes: sum('outcomes'),
      withdrawn: sum('tripletsWithdrawn'),
      made: sum('tripletsRecomputed'),
      runId: parts.at(-1)!.runId,
    };
  }

  const stored = async () => [
    ...(await under.query('select * from outcomes order by seeker_id, candidate_id, label')),
    ...(await under.query('select * from replaced_outcomes order by seeker_id, candidate_id, label, key_id')),
  ];
  const standing = () => under.query("select * from triplets where state <> 'withdrawn'");

  test('the rest is as if the withdrawn outcomes had never been sent', async () => {
    const selections = fc.constantFrom<OutcomeSelection>(
      { keyId: 'key_a' },
      { seekerId: 'ana' },
      { candidateId: 'ben' },
      { keyId: 'key_b', seekerId: 'ben' },
    );
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(sent, { minLength: 12, maxLength: 30 }),
          selections,
          async (log, selection) => {
            for (const [n, one] of log.entries()) await send(one, n);
            const before = (await standing()).length;
            const counted = await under.store.learning.countSelected(ALPHA, 'dating', selection);
            const done = await withdraw(selection);
            expect(done.outcomes).toBe(counted.outcomes);
            expect((await standing()).length).toBe(before - done.withdrawn + done.made);
            const left = await stored();
            await expectWholeTriplets();
            expect(await recountedOutcomes()).toEqual(await countedOutcomes());
            expect(done.runId === null).toBe(done.outcomes === 0 || (await standing()).length === 0);
            await start();
            for (const [n, one] of log.entries()) if (!isSelected(one, selection)) await send(one, n);
            expect(left).toEqual(await stored());
          },
        )
        .beforeEach(start),
      { numRuns: share(25) },
    );
    // A case takes hundreds of statements, each a message between processes in PostgreSQL.
  }, 240_000);

  /** Every current outcome has a triplet, and no triplet contradicts a label or is of a pair without one. */
  async function expectWholeTriplets(): Promise<void> {
    const current = await under.query('select * from outcomes where is_current = 1');
    const labels = new Map(current.map((row) => [`${row.seeker_id} ${row.candidate_id}`, String(row.label)]));
    const covered = new Set<string>();
    for (const triplet of await standing()) {
      const own = `${triplet.seeker_id} ${triplet.candidate_id}`;
      expect(labels.get(own)).toBe(triplet.label);
      covered.add(own);
      for (const [id, sign] of [
        [triplet.positive_id, 1],
        [triplet.negative_id, -1],
      ] as const) {
        const label = labels.get(`${triplet.seeker_id} ${id}`);
        if (label !== undefined) expect(Math.sign(polarities[label]!)).toBe(sign);
      }
    }
    expect(covered).toEqual(new Set(labels.keys()));
  }

  const recountedOutcomes = async () => {
    const { outcomes, mutual } = await recount(under, ALPHA, 'dating', new Map());
    return { outcomes, mutual };
  };
  async function countedOutcomes() {
    const always = { from: '0000', to: '9999' };
    const { statistics } = under.store;
    return {
      outcomes: await statistics.outcomeDays(ALPHA, 'dating', always),
      mutual: await statistics.mutualDays(ALPHA, 'dating', always),
    };
  }

  const like = (seeker: string, candidate: string, label: string, key: string, weight = 1): Sent => ({
    ...{ seeker, candidate, label, key, weight },
  });

  test('the time of an outcome selects it, and the label before stands again', async () => {
    await send(like('ana', 'ben', 'accepted', 'key_a'), 0);
    await send(like('ana', 'ben', 'rejected', 'key_a'), 1);
    expect(await withdraw({ since: timeOf(2) })).toMatchObject({ outcomes: 0, runId: null });
    expect(await withdraw({ since: timeOf(1), until: timeOf(1) })).toMatchObject({ outcomes: 1 });
    expect(await stored()).toMatchObject([{ label: 'accepted', is_current: 1, at: timeOf(0) }]);
  });

  test('what another key said with the same label stands again, with its weight', async () => {
    await send(like('ana', 'ben', 'accepted', 'key_a', 1), 0);
    await send(like('ana', 'ben', 'accepted', 'key_b', 100), 1);
    expect((await standing()).every(({ weight }) => weight === 100)).toBe(true);
    await withdraw({ keyId: 'key_b' });
    expect(await stored()).toMatchObject([{ label: 'accepted', key_id: 'key_a', weight: 1, at: timeOf(0) }]);
    expect((await standing()).length).toBeGreaterThan(0);
    expect((await standing()).every(({ weight }) => weight === 1)).toBe(true);
  });

  test('an unfinished run is cancelled with its job, whose result is refused, and a new run starts', async () => {
    await send(like('ana', 'ben', 'accepted', 'key_a'), 0);
    await send(like('ana', 'cem', 'rejected', 'key_b'), 1);
    const { learning, jobs } = under.store;
    await learning.startRun({ ...newRun('run_first'), atLeast: 1 });
    const take = { limits: { training_run: 1 }, limit: 1, nowMs: Date.parse(AFTERWARDS), leaseMs: 60_000 };
    const { taken } = await jobs.take('worker', take);
    const { runId } = await withdraw({ keyId: 'key_b' });
    expect(await learning.run(ALPHA, 'run_first')).toMatchObject({ status: 'cancelled' });
    const { jobId } = taken[0]!;
    expect(await jobs.heartbeat('worker', [jobId], take.nowMs, 60_000)).toMatchObject({ lost: [jobId] });
    const end = { status: 'succeeded', result: {} } as const;
    expect(await jobs.finish('worker', [{ jobId, end, changes: [], nowMs: take.nowMs }])).toEqual(['lost']);
    expect(await learning.run(ALPHA, runId!)).toMatchObject({ status: 'queued', forced: true });
    expect((await standing()).length).toBeGreaterThan(0);
    for (const triplet of await standing())
      expect(triplet).toMatchObject({ run_id: runId, state: 'used', candidate_id: 'ben' });
  });

  test('triplets that an earlier run used wait again, but not those of superseded labels', async () => {
    await send(like('ana', 'ben', 'accepted', 'key_a'), 0);
    await send(like('ana', 'cem', 'rejected', 'key_a'), 1);
    const { learning } = under.store;
    await learning.startRun({ ...newRun('run_first'), atLeast: 1 });
    expect(await learning.freeUsedTriplets(ALPHA, 'dating', '', 100)).toBeNull();
    expect(await learning.pendingTriplets(ALPHA, 'dating')).toBe(0);
    await under.query("update training_runs set ended = 'rejected'");
    await send(like('ana', 'cem', 'accepted', 'key_a'), 2);
    const all = (await standing()).length;
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages++)
      after = await learning.freeUsedTriplets(ALPHA, 'dating', after, 2);
    expect(pages).toBeGreaterThan(1);
    expect(await learning.pendingTriplets(ALPHA, 'dating')).toBe((await standing()).length);
    expect((await standing()).length).toBeLessThan(all);
    expect((await standing()).every(({ label }) => label === 'accepted')).toBe(true);
  });

  test('a withdrawal that broke off is completed by repeating it, in another process too', async () => {
    for (const [n, candidate] of ['ben', 'cem', 'dan'].entries())
      await send(like('ana', candidate, 'accepted', 'key_b'), n);
    await send(like('eva', 'ben', 'rejected', 'key_a'), 3);
    const part = { ...context(AFTERWARDS), withdrawalId: newUlid(), number: 0, pairs: 1 };
    const selection = { keyId: 'key_b' };
    const first = await under.store.learning.withdrawPart({ ...part, selection, ...newRun('run_broken') });
    expect(first).toMatchObject({ outcomes: 1, more: true, runId: null });
    const { learning } = under.another;
    const rest = await learning.withdrawPart({ ...part, selection, pairs: 9, ...newRun('run_repeated') });
    expect(rest).toMatchObject({ outcomes: 2, more: false, runId: 'run_repeated' });
    expect(await stored()).toMatchObject([{ seeker_id: 'eva', key_id: 'key_a' }]);
  });

  test('other tenants and domains keep theirs', async () => {
    await under.store.profiles.write(people.map((userId) => ({ ...sampleWrite(userId), tenantId: BETA })));
    await send(like('ana', 'ben', 'accepted', 'key_a'), 0);
    const kept = await stored();
    expect(await withdraw({ keyId: 'key_a' }, 2, BETA)).toMatchObject({ outcomes: 0 });
    expect(await under.store.learning.countSelected(ALPHA, 'hiring', { keyId: 'key_a' })).toEqual({
      outcomes: 0,
      triplets: 0,
    });
    expect(await stored()).toEqual(kept);
  });

  test('what other keys replaced is exported with the person, and erased', async () => {
    await send(like('ana', 'ben', 'accepted', 'key_a'), 0);
    await send(like('ana', 'ben', 'accepted', 'key_b'), 1);
    expect((await stored()).length).toBe(2);
    for (const [userId, side] of [
      ['ana', 'seeker'],
      ['ben', 'candidate'],
    ] as const) {
      const known: object[] = [];
      for await (const page of under.store.people.outcomes(ALPHA, userId, side, 1)) known.push(...page);
      expect(known).toMatchObject([
        { label: 'accepted', at: timeOf(1), isCurrent: true },
        { label: 'accepted', at: timeOf(0), isCurrent: false },
      ]);
    }
    await under.store.profiles.erase(ALPHA, 'ben', null);
    expect(await stored()).toEqual([]);
  });
});

function isSelected(sent: Sent, { keyId, seekerId, candidateId }: OutcomeSelection): boolean {
  return (
    (keyId === undefined || sent.key === keyId) &&
    (seekerId === undefined || sent.seeker === seekerId) &&
    (candidateId === undefined || sent.candidate === candidateId)
  );
}

function context(at: string, tenantId = ALPHA): Omit<FeedbackBatch, 'items' | 'automatic' | 'keyId'> {
  return { tenantId, domain: 'dating', polarities, eligibility, at };
}

function newRun(runId: string, tenantId = ALPHA): Pick<StartRun, 'run' | 'job'> {
  const common = { tenantId, jobId: `job_${runId}`, createdAt: AFTERWARDS };
  return {
    run: {
      ...common,
      ...{ runId, domain: 'dating', tier: 'tenant', forced: true },
      minutes: { base: 1, perTriplet: 0 },
    },
    job: {
      ...common,
      ...{ kind: 'training_run', resource: null, userId: null, uniqueKey: 'dating', input: null },
      ...{ runAfterMs: 0, keep: true },
    },
  };
}
