import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StoreOutage } from '../../storage/store-outage.ts';
import { sampleJob } from '../../storage/testing/sample-jobs.ts';
import { queuedJob } from '../accept-job.ts';
import { MemoryExceededError, WorkerDiedError } from '../job-failure.ts';
import type { TaskContext, TaskKind } from '../task.ts';
import { taskProcesses } from './task-processes.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-task-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const lines: string[] = [];

function started(
  kind: string,
  overrides: Partial<TaskContext['job']> = {},
  graceMs = 30_000,
  keep = async () => {},
) {
  const run = taskProcesses({
    script: new URL('../testing/process-under-test.ts', import.meta.url),
    setup: null,
    heapMiB: 40,
    graceMs,
    onOutput: (line) => lines.push(line),
  });
  const controller = new AbortController();
  const sent: unknown[] = [];
  const context: TaskContext = {
    job: { ...queuedJob(sampleJob('job_1', { kind })), ...overrides },
    signal: controller.signal,
    progress: (...progress) => sent.push(progress),
    checkpoint: async (state) => {
      await keep();
      sent.push(state);
    },
  };
  const task: TaskKind = { kind, concurrency: 1, runsIn: 'process', listed: true };
  return { stop: (reason: string) => controller.abort(reason), sent, done: run(task, context) };
}

test('passes progress, checkpoints and the result on, and runs afterwards on request', async () => {
  const file = join(folder, 'afterwards');
  const { sent, done } = started('echo', { input: { file }, checkpoint: { at: 3 } });
  const { result, afterwards } = await done;
  expect(result).toEqual({ priorCheckpoint: { at: 3 } });
  expect(sent).toEqual([[0.5, { rows: 5 }], { at: 7 }]);
  expect(existsSync(file)).toBe(false);
  await afterwards!();
  expect(readFileSync(file, 'utf8')).toBe('afterwards');
});

test('an ApiError arrives unchanged, any other error as an Error', async () => {
  await expect(started('refuse').done).rejects.toMatchObject({
    code: 'unsupported_format',
    message: 'no such format',
    details: { supported: ['jsonl'] },
  });
  await expect(started('fault').done).rejects.toThrow('a secret');
  await expect(started('unheard of').done).rejects.toThrow('no task does «unheard of»');
});

test('an outage of the database is told from other errors, also where a checkpoint meets it', async () => {
  await expect(started('outage').done).rejects.toBeInstanceOf(StoreOutage);
  const keep = () => Promise.reject(new StoreOutage('The database cannot be reached.', 1000));
  await expect(started('keeping', {}, 30_000, keep).done).rejects.toBeInstanceOf(StoreOutage);
  await expect(started('refuse').done).rejects.not.toBeInstanceOf(StoreOutage);
});

test('a process that dies silently differs from a thrown error', async () => {
  await expect(started('crash').done).rejects.toBeInstanceOf(WorkerDiedError);
});

test('a stop reaches the task; a task that ignores it is killed', async () => {
  const heedful = started('heedful');
  heedful.stop('cancelled');
  await expect(heedful.done).rejects.toThrow(/abort/i);
  const deaf = started('deaf', {}, 300);
  await expect.poll(() => deaf.sent, { timeout: 20_000 }).toHaveLength(1);
  deaf.stop('cancelled');
  await expect(deaf.done).rejects.toBeInstanceOf(WorkerDiedError);
  const [[, { pid }]] = deaf.sent as [[number, { pid: number }]];
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a task over its memory limit is ended, for buffers and for objects', async () => {
  await expect(started('hog').done).rejects.toBeInstanceOf(MemoryExceededError);
  await expect(started('heap').done).rejects.toBeInstanceOf(MemoryExceededError);
});
