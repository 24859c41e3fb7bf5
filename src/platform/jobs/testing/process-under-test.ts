/** A task process for tests. The kind of the job selects the behaviour. */
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiError } from '../../../contract/errors.ts';
import { StoreOutage } from '../../storage/store-outage.ts';
import { serveTask } from '../process/serve-task.ts';
import type { Task, TaskContext, TaskResult } from '../task.ts';

const work: Readonly<Record<string, (context: TaskContext) => Promise<TaskResult>>> = {
  async echo({ job, progress, checkpoint }) {
    progress(0.5, { rows: 5 });
    await checkpoint({ at: 7 });
    const { file } = job.input as { file: string };
    return {
      result: { priorCheckpoint: job.checkpoint },
      afterwards: async () => writeFileSync(file, 'afterwards'),
    };
  },
  async refuse() {
    throw apiError('unsupported_format', 'no such format', { supported: ['jsonl'] });
  },
  async outage() {
    throw new StoreOutage('The database cannot be reached.', 1000);
  },
  async keeping({ checkpoint }) {
    await checkpoint({ at: 7 });
    return { result: {} };
  },
  async fault() {
    throw new Error('somebody said: a secret');
  },
  async crash() {
    process.exit(3);
  },
  async deaf({ progress }) {
    progress(0.1, { pid: process.pid });
    await sleep(100);
    for (;;);
  },
  async heedful({ signal }) {
    await sleep(60_000, undefined, { signal });
    return { result: {} };
  },
  async hog() {
    const held: Buffer[] = [];
    for (;;) held.push(Buffer.alloc(32 * 1024 * 1024, 1));
  },
  async heap() {
    const held: unknown[] = [];
    for (;;) held.push(Array.from({ length: 1000 }, (_, n) => ({ n })));
  },
};

await serveTask(async () => ({
  tasks: Object.entries(work).map(
    ([kind, run]): Task => ({ kind, concurrency: 1, runsIn: 'process', listed: true, run }),
  ),
  close: async () => {},
}));
