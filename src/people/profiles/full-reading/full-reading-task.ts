/**
 * The queue task that reads the texts of a domain's listed rows in full, behind an import that was read fast.
 * The list in the store says what is left, so that a task that is stopped, killed or run twice loses nothing.
 */
import { z } from 'zod';
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { Task, TaskContext, TaskResult } from '../../../platform/jobs/task.ts';
import type { Job } from '../../../platform/storage/job.ts';
import type { Store } from '../../../platform/storage/store.ts';
import type { Profiles } from '../create-profile-service.ts';
import { fullReadingKind } from './full-reading-kind.ts';
import type { RowsRead } from './read-rows-in-full.ts';

/** Enough for both threads that read texts; a task stops between two chunks. */
const ROWS_A_CHUNK = 128;
/** Counting takes milliseconds. */
const COUNT_EVERY_CHUNKS = 16;
/** A domain makes room for others that wait after as long. */
const TURN_MS = 60_000;
/** Delay after a failure: a server that does not answer. */
const RETRY_MS = 30_000;

export interface FullReader {
  readonly profiles: Pick<Profiles, 'readInFull'>;
  /** Texts that the rules read because no language model answered. */
  fallbacks(): number;
  close(): Promise<void>;
}

export interface FullReadingParts {
  readonly store: Pick<Store, 'jobs' | 'readings'>;
  /** Called when the job runs, because it loads rules and networks. */
  readonly openReader: () => Promise<FullReader>;
  readonly clock: () => number;
  readonly onError: (kind: string, error: unknown) => void;
  readonly rowsAChunk?: number;
  readonly turnMs?: number;
}

const Done = z.object({
  rows_read: z.number().default(0),
  rows_changed: z.number().default(0),
  rows_refused: z.number().default(0),
  read_by_rules_instead: z.number().default(0),
});
type Done = z.infer<typeof Done>;

export function fullReadingTask(parts: FullReadingParts): Task {
  return {
    ...fullReadingKind,
    async run(context) {
      const reader = await parts.openReader();
      try {
        return await readToEnd(parts, reader, context);
      } finally {
        await reader.close();
      }
    },
  };
}

async function readToEnd(
  parts: FullReadingParts,
  reader: FullReader,
  { job, signal, progress, checkpoint }: TaskContext,
): Promise<TaskResult> {
  const { store, clock } = parts;
  const domain = job.resource!.id;
  const begunMs = clock();
  const before = Done.parse(job.checkpoint ?? {});
  let done = before;
  let left = await store.readings.count(job.tenantId, domain);
  for (let chunk = 1; ; chunk++) {
    signal.throwIfAborted();
    const read = await nextChunk(parts, reader, job.tenantId, domain);
    if (read === 'gone') return endOf(job, done, 'forgetRowsToRead');
    if (read === null) return endOf(job, done, 'endFullReading');
    if ('error' in read) {
      const problem = read.error instanceof Error ? read.error.message : String(read.error);
      progress(job.progress, { ...done, rows_left: left, problem });
      return { result: {}, againAtMs: clock() + RETRY_MS, resumes: true };
    }
    done = added(done, read, before.read_by_rules_instead + reader.fallbacks());
    left =
      chunk % COUNT_EVERY_CHUNKS === 0
        ? await store.readings.count(job.tenantId, domain)
        : Math.max(0, left - read.rows);
    const pace = (done.rows_read - before.rows_read) / ((clock() - begunMs) / 1000);
    progress(done.rows_read / (done.rows_read + left), { ...done, rows_left: left, ...paceOf(pace, left) });
    await checkpoint(done);
    const hadItsTurn = clock() - begunMs >= (parts.turnMs ?? TURN_MS);
    if (hadItsTurn && (await othersWait(parts))) return { result: {}, againAtMs: clock(), resumes: true };
  }
}

async function nextChunk(
  { onError, rowsAChunk = ROWS_A_CHUNK }: FullReadingParts,
  { profiles }: FullReader,
  tenant: TenantId,
  domain: string,
): Promise<RowsRead | null | 'gone' | { readonly error: unknown }> {
  try {
    const read = await profiles.readInFull(tenant, domain, rowsAChunk);
    for (const refusal of read?.refusals ?? []) onError(fullReadingKind.kind, refusal);
    return read;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'domain_not_found' || error.code === 'forbidden'))
      return 'gone';
    onError(fullReadingKind.kind, error);
    return { error };
  }
}

function added(done: Done, { rows, changed, refusals }: RowsRead, fallbacks: number): Done {
  return {
    rows_read: done.rows_read + rows,
    rows_changed: done.rows_changed + changed,
    rows_refused: done.rows_refused + refusals.length,
    read_by_rules_instead: fallbacks,
  };
}

function paceOf(rowsASecond: number, left: number) {
  if (!Number.isFinite(rowsASecond) || rowsASecond <= 0) return {};
  return {
    rows_per_second: Math.round(rowsASecond),
    minutes_left: Number((left / rowsASecond / 60).toFixed(1)),
  };
}

const endOf = (
  { tenantId, resource }: Job,
  done: Done,
  name: 'forgetRowsToRead' | 'endFullReading',
): TaskResult => ({ result: done, changes: [{ name, args: [tenantId, resource!.id] }] });

/** Whether a reading of another domain is due, and has no slot. */
async function othersWait({ store, clock }: FullReadingParts): Promise<boolean> {
  const counts = await store.jobs.statistics(clock(), ['queued']);
  return counts.some(({ kind, oldestDueMs }) => kind === fullReadingKind.kind && oldestDueMs !== null);
}
