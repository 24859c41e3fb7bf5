/**
 * Vectors that must be made again later: a job of the queue for each row, in the transaction of the write that owes
 * it. What is owed anew while the job runs takes it from its worker and waits again: the vector that is being made
 * there may be of the text before.
 */
import type { Kysely } from 'kysely';
import { newId } from '../../contract/new-id.ts';
import type { NewJob } from '../job-store.ts';
import { PROFILE_REFRESH, type ProfileRow } from '../profile-row.ts';
import { inChunks } from './in-chunks.ts';
import { encodeNewJob } from './job-codec.ts';
import type { Tables } from './tables.ts';

const ROWS_A_STATEMENT = 100;

type Person = Pick<ProfileRow, 'tenantId' | 'domain' | 'userId'>;

export interface OwedRefresh extends Person {
  readonly dueAtMs: number;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export async function oweRefreshes(db: Kysely<Tables>, owed: readonly OwedRefresh[]): Promise<void> {
  for (const chunk of inChunks(owed, ROWS_A_STATEMENT)) {
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

/** Those that wait are owed no more; one that runs finds out by itself. The people are of one tenant. */
export async function payRefreshes(db: Kysely<Tables>, people: readonly Person[]): Promise<void> {
  for (const chunk of inChunks(people, ROWS_A_STATEMENT)) {
    await db
      .deleteFrom('jobs')
      .where('tenant_id', '=', chunk[0]!.tenantId)
      .where('kind', '=', PROFILE_REFRESH)
      .where('unique_key', 'in', chunk.map(uniqueKey))
      .where('finished_at', 'is', null)
      .where('status', '=', 'queued')
      .execute();
  }
}

/** The domain is its resource, so that erasing a person in one domain finds it. */
function refreshJob({ tenantId, domain, userId, dueAtMs, at }: OwedRefresh): NewJob {
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

/** No domain's name has a slash in it. */
function uniqueKey({ domain, userId }: Pick<Person, 'domain' | 'userId'>): string {
  return `${domain}/${userId}`;
}
