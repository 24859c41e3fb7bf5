/**
 * Recurring work. Each kind is one job that never finishes: every run puts it back for its next time, also
 * one that failed. Its unique key makes it the only one among all processes on the store.
 */

import { tenantId } from '../../contract/brands.ts';
import { newId } from '../../contract/new-id.ts';
import type { JobStore } from '../storage/job-store.ts';
import type { Task, TaskContext } from './task.ts';

/** The owner of jobs that belong to no tenant. Tenant ids begin with `ten_`, so the two cannot collide. */
export const SYSTEM = tenantId('system');

export interface Schedule {
  readonly kind: string;
  readonly everyMs: number;
  run(context: TaskContext): Promise<void>;
}

/** An error goes to `onError` and does not end the schedule. */
export function scheduledTask(
  { kind, everyMs, run }: Schedule,
  { onError }: { readonly onError: (kind: string, error: unknown) => void },
): Task {
  return {
    kind,
    concurrency: 1,
    runsIn: 'worker',
    listed: false,
    recursAfterMs: everyMs,
    async run(context) {
      try {
        await run(context);
      } catch (error) {
        if (context.signal.aborted) throw error;
        onError(kind, error);
      }
      return { result: {} };
    },
  };
}

/** Creates the missing jobs, due at once. */
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
