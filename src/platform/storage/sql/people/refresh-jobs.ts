/**
 * Pending refreshes of profile vectors: one job for each row, created in the transaction of the write that
 * needs it.
 *
 * A write during the job takes it from its worker and queues it again, because the vector in progress may be
 * of the old text.
 */
import type { Kysely } from 'kysely';
import { newId } from '../../../../contract/new-id.ts';
import type { NewJob } from '../../job.ts';
import { PROFILE_REFRESH, type ProfileRow } from '../../profile-row.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import { encodeNewJob } from '../jobs/job-codec.ts';
import type { Tables } from '../tables.generated.ts';

const ROWS_A_STATEMENT = 100;

type Person = Pick<ProfileRow, 'tenantId' | 'domain' | 'userId'>;

export interface PendingRefresh extends Person {
  readonly dueAtMs: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export async function scheduleRefreshes(
  db: Kysely<Tables>,
  pending: readonly PendingRefresh[],
): Promise<void> {
  for (const chunk of inChunks(pending, ROWS_A_STATEMENT)) {
    await db
      .insertInto('jobs')
      .values(chunk.map((refresh) => encodeNewJob(refreshJob(refresh))))
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'kind', 'unique_key'])
          .where('finished_at', 'is', null)
          .doUpdateSet((eb) => ({
            due_ms: eb.ref('excluded.due_ms'),
            status: 'queued',
            takes: 0,
            cancel_requested: 0,
            lease_owner: null,
            started_at: null,
          })),
      )
      .execute();
  }
}

/** Deletes queued refreshes. A running one notices by itself. All people are of one tenant. */
export async function cancelRefreshes(db: Kysely<Tables>, people: readonly Person[]): Promise<void> {
  for (const chunk of inChunks(people, ROWS_A_STATEMENT)) {
    await deleteQueued(db, chunk[0]!.tenantId, chunk.map(uniqueKey));
  }
}

const deleteQueued = compileOnce((db, tenant: string, uniqueKeys: readonly string[]) =>
  db
    .deleteFrom('jobs')
    .where('tenant_id', '=', tenant)
    .where('kind', '=', PROFILE_REFRESH)
    .where('unique_key', 'in', [...uniqueKeys])
    .where('finished_at', 'is', null)
    .where('status', '=', 'queued'),
);

/** The job's resource is the domain, so that erasing a person from one domain finds the job. */
function refreshJob({ tenantId, domain, userId, dueAtMs, at }: PendingRefresh): NewJob {
  return {
    jobId: newId('job'),
    tenantId,
    kind: PROFILE_REFRESH,
    resource: { type: 'domain', id: domain },
    userId,
    uniqueKey: uniqueKey({ domain, userId }),
    input: { domain, user_id: userId },
    runAfterMs: dueAtMs,
    keep: false,
    createdAt: at,
  };
}

/** Unique, because names of domains have no slash. */
function uniqueKey({ domain, userId }: Pick<Person, 'domain' | 'userId'>): string {
  return `${domain}/${userId}`;
}
