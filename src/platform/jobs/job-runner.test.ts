import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiError } from '../../contract/errors.ts';
import type { NewJob } from '../storage/job.ts';
import type { JobStore } from '../storage/job-store.ts';
import { StoreOutage } from '../storage/store-outage.ts';
import { sampleJob } from '../storage/testing/sample-jobs.ts';
import { ALPHA, BETA } from '../storage/testing/sample-profiles.ts';
import type { StoreUnderTest } from '../storage/testing/store-under-test.ts';
import { storesUnderTest } from '../storage/testing/stores-under-test.ts';
import { WorkerDiedError } from './job-failure.ts';
import { type JobRunner, type JobRunnerParts, startJobRunner } from './job-runner.ts';
import { ensureSchedules, scheduledTask } from './schedule.ts';
import type { Task, TaskContext, TaskResult } from './task.ts';

let under: StoreUnderTest;
let jobs: JobStore;
let runners: JobRunner[];
let errors: unknown[];

beforeAll(async () => {
  under = await storesUnderTest[0]!.open();
  jobs = under.store.jobs;
});
beforeEach(async () => {
  await under.empty();
  runners = [];
  errors = [];
});
afterEach(() => Promise.all(runners.map((runner) => runner.stop(0))));
afterAll(() => under.dispose());

const times = { leaseMs: 400, heartbeatMs: 50, lookEveryMs: 20 };
let owners = 0;

function start(tasks: readonly Task[], overrides: Partial<JobRunnerParts> = {}): JobRunner {
  const runner = startJobRunner({
    jobs,
    tasks,
    owner: `worker ${++owners}`,
    clock: Date.now,
    runInProcess: () => Promise.reject(new WorkerDiedError('killed')),
    onEnded: () => {},
    onError: (_job, error) => errors.push(error),
    times,
    ...overrides,
  });
  runners.push(runner);
  return runner;
}

function task(run: (context: TaskContext) => Promise<TaskResult>, overrides: Partial<Task> = {}): Task {
  return { kind: 'dataset_import', concurrency: 2, runsIn: 'worker', listed: true, run, ...overrides };
}

const add = (id: string, overrides: Partial<NewJob> = {}) => jobs.create(sampleJob(id, overrides));
const status = async (id: string) => (await jobs.get(ALPHA, id))?.status;
const untilAborted = ({ signal }: TaskContext) => sleep(60_000, { result: {} }, { signal });

test('runs queued jobs within the limit of their kind, and stores results', async () => {
  let atOnce = 0;
  let most = 0;
  for (let n = 0; n < 20; n++) await add(`job_${n}`);
  const runner = start([
    task(async ({ job }) => {
      most = Math.max(most, ++atOnce);
      await sleep(2);
      atOnce--;
      return { result: { id: job.jobId } };
    }),
  ]);
  runner.wake();
  await expect
    .poll(async () => (await jobs.statistics(0))[0])
    .toMatchObject({ status: 'succeeded', count: 20 });
  expect(most).toBe(2);
  expect((await jobs.get(ALPHA, 'job_7'))?.result).toEqual({ id: 'job_7' });
  expect(errors).toEqual([]);
});

test('two runners share the work and the limit, and no job runs twice', async () => {
  const ran: string[] = [];
  let atOnce = 0;
  let most = 0;
  const work = task(async ({ job }) => {
    most = Math.max(most, ++atOnce);
    ran.push(job.jobId);
    await sleep(1);
    atOnce--;
    return { result: {} };
  });
  for (let n = 0; n < 60; n++) await add(`job_${n}`);
  start([work]);
  start([work], { jobs: under.another.jobs });
  await expect
    .poll(async () => (await jobs.statistics(0))[0])
    .toMatchObject({ status: 'succeeded', count: 60 });
  expect(ran.toSorted()).toEqual([...new Set(ran)].toSorted());
  expect(most).toBe(2);
});

test("a quiet tenant's job runs next, behind all that another one has queued", async () => {
  const ran: string[] = [];
  let addQuiet: Promise<unknown> | undefined;
  for (let n = 10; n < 20; n++) await add(`job_${n}`);
  start([
    task(
      async ({ job }) => {
        ran.push(job.jobId);
        addQuiet ??= add('job_quiet', { tenantId: BETA, runAfterMs: Date.now() });
        await addQuiet;
        return { result: {} };
      },
      { concurrency: 1 },
    ),
  ]);
  await expect.poll(() => ran).toHaveLength(11);
  expect(ran.slice(0, 2)).toEqual(['job_10', 'job_quiet']);
});

test('a tenant has no more jobs at once than it may', async () => {
  let atOnce = 0;
  let most = 0;
  for (let n = 0; n < 6; n++) await add(`job_${n}`);
  const work = task(
    async () => {
      most = Math.max(most, ++atOnce);
      await sleep(2);
      atOnce--;
      return { result: {} };
    },
    { concurrency: 4 },
  );
  start([work], { perTenant: 2 });
  await expect
    .poll(async () => (await jobs.statistics(0))[0])
    .toMatchObject({ status: 'succeeded', count: 6 });
  expect(most).toBe(2);
});

test('an ApiError is stored unchanged; other errors reveal nothing', async () => {
  await add('job_1', { input: 'api' });
  await add('job_2', { input: 'other' });
  start([
    task(async ({ job }) => {
      if (job.input === 'api') throw apiError('unsupported_format', 'no «xls»', { supported: ['jsonl'] });
      throw new Error('row of ana: her secret');
    }),
  ]);
  await expect.poll(() => status('job_2')).toBe('failed');
  expect((await jobs.get(ALPHA, 'job_1'))?.error).toEqual({
    code: 'unsupported_format',
    message: 'no «xls»',
    details: { supported: ['jsonl'] },
  });
  const error = (await jobs.get(ALPHA, 'job_2'))?.error;
  expect(error?.code).toBe('internal');
  expect(JSON.stringify(error)).not.toContain('secret');
  expect(errors).toHaveLength(2);
});

test('progress never decreases, and the next worker continues from the checkpoint', async () => {
  await add('job_1');
  const seen: unknown[] = [];
  const first = start([
    task(async ({ progress, checkpoint, signal }) => {
      progress(0.4, { rows: 40 });
      progress(0.2);
      await checkpoint({ row: 40 });
      return sleep(60_000, { result: {} }, { signal });
    }),
  ]);
  await expect.poll(async () => (await jobs.get(ALPHA, 'job_1'))?.checkpoint).toEqual({ row: 40 });
  expect(await jobs.get(ALPHA, 'job_1')).toMatchObject({ progress: 0.4, detail: { rows: 40 } });
  await first.stop(1000);
  expect(await jobs.get(ALPHA, 'job_1')).toMatchObject({ status: 'queued', takes: 0, leaseOwner: null });
  start([
    task(async ({ job }) => {
      seen.push(job.checkpoint, job.takes);
      return { result: {} };
    }),
  ]);
  await expect.poll(() => status('job_1')).toBe('succeeded');
  expect(seen).toEqual([{ row: 40 }, 1]);
});

test('a cancellation request ends the task and calls onEnd', async () => {
  await add('job_1');
  const ended: unknown[] = [];
  const onEnd: NonNullable<Task['onEnd']> = (job, end) => {
    ended.push([job.jobId, end]);
    return [];
  };
  const runner = start([task(untilAborted, { onEnd })]);
  await expect.poll(() => status('job_1')).toBe('running');
  await jobs.cancel(ALPHA, 'job_1', { nowMs: Date.now(), changes: [] });
  runner.wake();
  await expect.poll(() => status('job_1')).toBe('cancelled');
  expect(ended).toEqual([['job_1', { status: 'cancelled' }]]);
});

test('a lost lease stops the task, and its result is not stored', async () => {
  await add('job_1');
  const reasons: unknown[] = [];
  start([
    task(async ({ signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      reasons.push(signal.reason);
      return { result: { stale: true } };
    }),
  ]);
  await expect.poll(() => status('job_1')).toBe('running');
  await under.query(`update jobs set lease_owner = 'somebody else'`);
  await expect.poll(() => reasons).toEqual(['lost']);
  await sleep(20);
  expect(await jobs.get(ALPHA, 'job_1')).toMatchObject({ status: 'running', leaseOwner: 'somebody else' });
});

test('a task that ignores the stop is abandoned, and its job returns to the queue', async () => {
  await add('job_1');
  let finish = () => {};
  const runner = start([
    task(async () => {
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return { result: { late: true } };
    }),
  ]);
  await expect.poll(() => status('job_1')).toBe('running');
  await runner.stop(10);
  expect(await jobs.get(ALPHA, 'job_1')).toMatchObject({ status: 'queued', takes: 0 });
  finish();
  await sleep(20);
  expect(await jobs.get(ALPHA, 'job_1')).toMatchObject({ status: 'queued', result: null });
});

test('a job whose process dies is tried three times, then fails', async () => {
  await add('job_1');
  const onEnd = () => [];
  start([task(untilAborted, { runsIn: 'process', onEnd })], { times: { ...times, leaseMs: 30 } });
  await expect.poll(() => status('job_1')).toBe('failed');
  const job = await jobs.get(ALPHA, 'job_1');
  expect(job).toMatchObject({ takes: 3, error: { code: 'internal', details: { takes: 3 } } });
  expect(errors).toHaveLength(3);
});

test('an outage of the database leaves the job to its lease; the third one fails it', async () => {
  const attempts = new Map<string, number>();
  await add('job_passing');
  await add('job_staying');
  await add('job_of_others');
  start([
    task(async ({ job: { jobId } }) => {
      const attempt = (attempts.get(jobId) ?? 0) + 1;
      attempts.set(jobId, attempt);
      if (jobId === 'job_passing' && attempt === 2) return { result: { attempt } };
      if (jobId === 'job_of_others') throw apiError('dependency_unavailable', 'no', { retry_after_ms: 1 });
      throw new StoreOutage('The database cannot be reached.', 1);
    }),
  ]);
  await expect.poll(() => status('job_staying')).toBe('failed');
  expect((await jobs.get(ALPHA, 'job_staying'))?.error?.code).toBe('dependency_unavailable');
  expect((await jobs.get(ALPHA, 'job_passing'))?.result).toEqual({ attempt: 2 });
  // Another service that cannot be reached is a result.
  expect(Object.fromEntries(attempts)).toEqual({ job_passing: 2, job_staying: 3, job_of_others: 1 });
});

test('afterwards runs after the end of the job is stored', async () => {
  await add('job_1');
  const seen: unknown[] = [];
  start([
    task(async () => ({
      result: {},
      afterwards: async () => {
        seen.push(await status('job_1'));
      },
    })),
  ]);
  await expect.poll(() => seen).toEqual(['succeeded']);
});

test('a schedule recurs, once over all processes, also after an error', async () => {
  const runs: number[] = [];
  const faults: string[] = [];
  const schedule = scheduledTask(
    {
      kind: 'sweep',
      everyMs: 30,
      async run() {
        runs.push(Date.now());
        if (runs.length === 2) throw new Error('once');
      },
    },
    { onError: (kind) => faults.push(kind) },
  );
  for (let n = 0; n < 3; n++) await ensureSchedules(jobs, ['sweep'], Date.now());
  start([schedule]);
  await expect.poll(() => runs.length).toBeGreaterThan(4);
  expect(faults).toEqual(['sweep']);
  expect(runs.every((at, n) => n === 0 || at - runs[n - 1]! >= 30)).toBe(true);
  expect(await jobs.list(null, { before: null, limit: 9 })).toMatchObject([{ takes: expect.any(Number) }]);
});

test('a schedule whose process died too often recurs', async () => {
  let runs = 0;
  const sweep = { kind: 'sweep', everyMs: 1, run: async () => void runs++ };
  await ensureSchedules(jobs, ['sweep'], 0);
  await under.query(`update jobs set status = 'running', takes = 3, lease_owner = 'dead', due_ms = 1`);
  start([scheduledTask(sweep, { onError: () => {} })]);
  await expect.poll(() => runs).toBeGreaterThan(1);
});

test('a schedule whose end could not be stored recurs', async () => {
  let runs = 0;
  let refusals = 1;
  const sweep = { kind: 'sweep', everyMs: 1, run: async () => void runs++ };
  const finish: JobStore['finish'] = async (...given) => {
    if (refusals-- > 0) throw new Error('the disk is full');
    return jobs.finish(...given);
  };
  await ensureSchedules(jobs, ['sweep'], 0);
  start([scheduledTask(sweep, { onError: () => {} })], { jobs: { ...jobs, finish } });
  await expect.poll(() => runs).toBeGreaterThan(1);
});

test.each([
  ['succeeded', async () => ({ result: {} })],
  ['failed', () => Promise.reject(apiError('invalid_request', 'no'))],
] as const)('what the attempts of a job share is removed after it has %s', async (end, run) => {
  const seen: unknown[] = [];
  await add('job_1');
  const tidy = async () => void seen.push(await status('job_1'));
  start([task(run, { tidy })]);
  await expect.poll(() => seen).toEqual([end]);
});

test('what the attempts share stays while an outage leaves the job to its lease', async () => {
  const seen: unknown[] = [];
  let runs = 0;
  await add('job_1');
  const run = async () => {
    if (++runs === 1) throw new StoreOutage('The database cannot be reached.', 1);
    return { result: { runs, seen: seen.length } };
  };
  start([task(run, { tidy: async () => void seen.push(await status('job_1')) })]);
  await expect.poll(() => status('job_1')).toBe('succeeded');
  expect((await jobs.get(ALPHA, 'job_1'))?.result).toEqual({ runs: 2, seen: 0 });
  await expect.poll(() => seen).toEqual(['succeeded']);
});

test('an end whose answer was lost is an end', async () => {
  const done: string[] = [];
  let losses = 1;
  const finish: JobStore['finish'] = async (...given) => {
    const finished = await jobs.finish(...given);
    if (losses-- > 0) throw new StoreOutage('The database cannot be reached.', 1);
    return finished;
  };
  await add('job_1');
  const afterwards = async () => void done.push('afterwards');
  const ended: unknown[] = [];
  start([task(async () => ({ result: {}, afterwards }), { tidy: async () => void done.push('tidy') })], {
    jobs: { ...jobs, finish },
    onEnded: (_job, { outcome }) => ended.push(outcome),
  });
  await expect.poll(() => ended).toEqual(['succeeded']);
  expect(done).toEqual(['afterwards', 'tidy']);
});

test('an end made from what has changed meanwhile begins the work again', async () => {
  let stale = 1;
  const finish: JobStore['finish'] = async (owner, ends) =>
    ends[0]!.end.status === 'succeeded' && stale-- > 0 ? ['stale'] : jobs.finish(owner, ends);
  let runs = 0;
  await add('job_1');
  start([task(async () => ({ result: { runs: ++runs } }))], { jobs: { ...jobs, finish } });
  await expect.poll(() => status('job_1')).toBe('succeeded');
  expect(await jobs.get(ALPHA, 'job_1')).toMatchObject({ result: { runs: 2 }, takes: 1 });
});
