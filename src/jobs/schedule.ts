/**
 * Work that comes again and again: a job that is never finished, only put back for its next time. One in all
 * processes on the store, because its unique key is.
 */

import { tenantId } from '../contract/brands.ts';
import { newId } from '../contract/new-id.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { Task, TaskContext } from './task.ts';

/** Whose internal work of the whole service is; no tenant's id looks like it. */
export const SYSTEM = tenantId('system');

export interface Schedule {
  readonly kind: string;
  readonly everyMs: number;
  run(context: TaskContext): Promise<void>;
}

/** A fault is told and does not end the schedule. */
export function scheduledTask(
  { kind, everyMs, run }: Schedule,
  {
    clock,
    onError,
  }: { readonly clock: () => number; readonly onError: (kind: string, error: unknown) => void },
): Task {
  return {
    kind,
    concurrency: 1,
    runsIn: 'worker',
    listed: false,
    async run(context) {
      try {
        await run(context);
      } catch (error) {
        if (context.signal.aborted) throw error;
        onError(kind, error);
      }
      return { result: {}, againAtMs: clock() + everyMs };
    },
  };
}

/** Makes the jobs that are missing (first start, or given up after its workers died); due at once. */
export async function ensureSchedules(
  jobs: JobStore,
  kinds: readonly string[],
  nowMs: number,
): Promise<void> {
  for (const kind of kinds) {
    await jobs.create({
      jobId: newId('job'),
      tenantId: SYSTEM,
      kind,
      resource: null,
      userId: null,
      uniqueKey: 'schedule',
      input: null,
      runAfterMs: nowMs,
      keep: false,
      createdAt: new Date(nowMs).toISOString(),
    });
  }
}
