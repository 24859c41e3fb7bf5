import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiError, retryLater } from '../../../contract/errors.ts';
import { queuedJob } from '../../../platform/jobs/accept-job.ts';
import { startJobRunner } from '../../../platform/jobs/job-runner.ts';
import type { TaskContext } from '../../../platform/jobs/task.ts';
import type { Job } from '../../../platform/storage/job.ts';
import { sampleJob } from '../../../platform/storage/testing/sample-jobs.ts';
import { ALPHA, BETA, sampleWrite } from '../../../platform/storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../../../platform/storage/testing/store-under-test.ts';
import { storesUnderTest } from '../../../platform/storage/testing/stores-under-test.ts';
import { type FullReader, type FullReadingParts, fullReadingTask } from './full-reading-task.ts';

let under: StoreUnderTest;
let faults: unknown[];
let nowMs: number;
/** Ids of the rows that were read, in order. */
let read: string[];
let closed: number;

beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
});
beforeEach(async () => {
  await under.empty();
  [faults, read, closed] = [[], [], 0];
  nowMs = Date.parse('2026-06-01T00:00:00Z');
});
afterAll(() => under.dispose());

const list = (userIds: readonly string[], tenantId = ALPHA) =>
  under.store.profiles.write(
    userIds.map((userId) => sampleWrite(userId, { tenantId }, { toRead: { texts: [], before: null } })),
  );

/** Takes rows off the list, a second each. */
const reader: FullReader = {
  profiles: {
    async readInFull(tenant, domain, limit) {
      const rows = await under.store.readings.list(tenant, domain, limit);
      if (rows.length === 0) return null;
      nowMs += 1000 * rows.length;
      read.push(...rows.map(({ userId }) => userId));
      const settled = rows.map(({ userId }) => ({ userId, revision: 1 }));
      await under.store.readings.settle(tenant, domain, settled);
      return { rows: rows.length, changed: 1, refusals: [] };
    },
  },
  fallbacks: () => 0,
  close: async () => void closed++,
};

const taskOf = (overrides: Partial<FullReadingParts> = {}) =>
  fullReadingTask({
    store: under.store,
    openReader: async () => reader,
    clock: () => nowMs,
    onError: (_kind, error) => faults.push(error),
    rowsAChunk: 2,
    ...overrides,
  });

interface Reported {
  readonly progress: [number, unknown][];
  readonly checkpoints: unknown[];
}

function contextOf(job: Partial<Job> = {}, signal = new AbortController().signal) {
  const reported: Reported = { progress: [], checkpoints: [] };
  const context: TaskContext = {
    job: { ...queuedJob(sampleJob('job_1', { resource: { type: 'domain', id: 'dating' } })), ...job },
    signal,
    progress: (...each) => void reported.progress.push([each[0], each[1]]),
    checkpoint: async (state) => void reported.checkpoints.push(state),
  };
  return { reported, context };
}

const counts = { rows_read: 4, rows_changed: 2, rows_refused: 0, read_by_rules_instead: 0 };

test('reads chunk by chunk, and says how far it is and how long it will take', async () => {
  await list(['ana', 'ben', 'cem', 'dan']);
  const { context, reported } = contextOf();
  expect(await taskOf().run(context)).toEqual({
    result: counts,
    changes: [{ name: 'endFullReading', args: [ALPHA, 'dating'] }],
  });
  expect(read).toEqual(['ana', 'ben', 'cem', 'dan']);
  expect(reported.progress).toMatchObject([
    [0.5, { rows_read: 2, rows_left: 2, rows_per_second: 1, minutes_left: 0 }],
    [1, { rows_read: 4, rows_left: 0 }],
  ]);
  expect(reported.checkpoints.at(-1)).toEqual(counts);
  expect(closed).toBe(1);
});

test('goes on behind a killed attempt, with its counts', async () => {
  await list(['cem', 'dan']);
  const { context, reported } = contextOf({ checkpoint: { ...counts, rows_read: 2, rows_changed: 1 } });
  expect(await taskOf().run(context)).toMatchObject({ result: counts });
  expect(reported.progress).toMatchObject([[1, { rows_read: 4, rows_left: 0 }]]);
});

test('stops between two chunks', async () => {
  await list(['ana', 'ben', 'cem']);
  const controller = new AbortController();
  const { context } = contextOf({}, controller.signal);
  const stopping = { ...context, checkpoint: async () => controller.abort('stopping') };
  await expect(taskOf().run(stopping)).rejects.toBe('stopping');
  expect([read, closed]).toEqual([['ana', 'ben'], 1]);
});

test('waits where a server does not answer, and says so', async () => {
  await list(['ana']);
  const down = retryLater('dependency_unavailable', 'not now', 1000);
  const readInFull = () => Promise.reject(down);
  const { context, reported } = contextOf();
  const task = taskOf({ openReader: async () => ({ ...reader, profiles: { readInFull } }) });
  expect(await task.run(context)).toEqual({ result: {}, againAtMs: nowMs + 30_000, resumes: true });
  expect(reported.progress).toMatchObject([[0, { rows_left: 1, problem: 'not now' }]]);
  expect(faults).toEqual([down]);
});

test('forgets the rows of a domain that the workspace no longer has', async () => {
  const readInFull = () => Promise.reject(apiError('domain_not_found', 'gone'));
  const task = taskOf({ openReader: async () => ({ ...reader, profiles: { readInFull } }) });
  expect((await task.run(contextOf().context)).changes).toEqual([
    { name: 'forgetRowsToRead', args: [ALPHA, 'dating'] },
  ]);
});

test('makes room for another workspace after its turn, and only then', async () => {
  await list(['ana', 'ben', 'cem', 'dan']);
  const turns = taskOf({ turnMs: 1000 });
  await under.store.jobs.take('worker', { limits: { full_reading: 2 }, limit: 2, nowMs, leaseMs: 60_000 });
  expect((await turns.run(contextOf().context)).changes).toHaveLength(1);
  await list(['eva', 'fay', 'gus']);
  await list(['hal'], BETA);
  const again = await turns.run(contextOf().context);
  expect(again).toEqual({ result: {}, againAtMs: nowMs, resumes: true });
  expect(read.slice(4)).toEqual(['eva', 'fay']);
});

test('in the queue: one job for each workspace, which ends when its list is empty', async () => {
  await list(['ana', 'ben', 'cem']);
  await list(['dan'], BETA);
  const runner = startJobRunner({
    jobs: under.store.jobs,
    tasks: [taskOf({ turnMs: 1000 })],
    owner: 'here',
    clock: () => nowMs,
    runInProcess: (_, context) => taskOf({ turnMs: 1000 }).run(context),
    onEnded: () => {},
    onError: (_, error) => faults.push(error),
    times: { leaseMs: 60_000, heartbeatMs: 500, lookEveryMs: 10 },
  });
  const ended = async () =>
    (await under.store.jobs.list(null, { statuses: ['succeeded'], before: null, limit: 9 })).map(
      ({ tenantId, result }) => [tenantId, result?.rows_read],
    );
  await expect.poll(ended).toHaveLength(2);
  expect((await ended()).sort()).toEqual([
    [ALPHA, 3],
    [BETA, 1],
  ]);
  await runner.stop(1000);
  expect(faults).toEqual([]);
});
