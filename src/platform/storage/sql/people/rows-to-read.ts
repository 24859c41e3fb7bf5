/** The list of rows whose texts are to be read in full, and the job that does it. */
import { type Kysely, sql } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import { newId } from '../../../../contract/new-id.ts';
import { type ContextItem, FULL_READING, type TextsToRead } from '../../profile-row.ts';
import type { ReadingStore, RowToRead } from '../../reading-store.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import { encodeNewJob } from '../jobs/job-codec.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import type { EncodedWrite } from './encode-write.ts';
import { decodeContextItem, decodeTextsToRead } from './profile-codec.ts';

const ROWS_A_STATEMENT = 500;
/** The job begins this long after the first write, so that it is one job for small writes in a row. */
const DELAY_MS = 5000;

/** For writes that were kept. */
export async function noteTextsToRead(db: Kysely<Tables>, written: readonly EncodedWrite[]): Promise<void> {
  // A new row is on no list.
  const read = written.filter(({ toRead, profile }) => toRead === null && profile.revision > 0);
  for (const group of byDomain(read)) {
    const { tenant_id, domain } = group[0]!.profile;
    for (const chunk of inChunks(group, ROWS_A_STATEMENT))
      await deleteRows(
        db,
        tenant_id,
        domain,
        chunk.map(({ profile }) => profile.user_id),
      );
  }
  const unread = written.filter(({ toRead }) => toRead != null);
  await upsertRows(
    db,
    unread.map(({ profile: { tenant_id, domain, user_id }, toRead }) => ({
      tenant_id,
      domain,
      user_id,
      ...toRead!,
    })),
  );
  for (const [first] of byDomain(unread)) await createJob(db, first!.profile);
}

function byDomain(writes: readonly EncodedWrite[]): readonly (readonly EncodedWrite[])[] {
  return [...Map.groupBy(writes, ({ profile: { tenant_id, domain } }) => `${tenant_id} ${domain}`).values()];
}

const deleteRows = compileOnce((db, tenant: string, domain: string, userIds: readonly string[]) =>
  db
    .deleteFrom('rows_to_read')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', 'in', [...userIds]),
);

const upsertRows = rowInserter<Tables['rows_to_read']>(
  ['tenant_id', 'domain', 'user_id', 'texts', 'values_before'],
  (db, rows) =>
    db
      .insertInto('rows_to_read')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'domain', 'user_id']).doUpdateSet((eb) => ({
          texts: eb.ref('excluded.texts'),
          values_before: eb.ref('excluded.values_before'),
        })),
      ),
);

/** One job a domain at a time. The one that waits or runs takes these rows too. */
async function createJob(
  db: Kysely<Tables>,
  { tenant_id, domain, updated_at }: Tables['profiles'],
): Promise<void> {
  const job = encodeNewJob({
    jobId: newId('job'),
    tenantId: tenantId(tenant_id),
    kind: FULL_READING,
    resource: { type: 'domain', id: domain },
    userId: null,
    uniqueKey: domain,
    input: { domain },
    runAfterMs: Date.parse(updated_at) + DELAY_MS,
    keep: true,
    createdAt: updated_at,
  });
  await db
    .insertInto('jobs')
    .values(job)
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'kind', 'unique_key']).where('finished_at', 'is', null).doNothing(),
    )
    .execute();
}

export async function listRowsToRead(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  limit: number,
): Promise<readonly RowToRead[]> {
  const rows = await firstRows(db, tenant, domain, limit);
  return rows.map((row) => ({ userId: row.user_id, ...decodeTextsToRead(row) }));
}

const firstRows = compileOnce((db, tenant: string, domain: string, limit: number) =>
  db
    .selectFrom('rows_to_read')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .orderBy('user_id')
    .limit(limit),
);

export async function countRowsToRead(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<number> {
  const { count } = await db
    .selectFrom('rows_to_read')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findTextsToRead(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userId: string,
): Promise<TextsToRead | null> {
  const [row] = await rowById(db, tenant, domain, userId);
  return row === undefined ? null : decodeTextsToRead(row);
}

const rowById = compileOnce((db, tenant: string, domain: string, userId: string) =>
  db
    .selectFrom('rows_to_read')
    .select(['texts', 'values_before'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', '=', userId),
);

export async function findTexts(
  db: Kysely<Tables>,
  tenant: TenantId,
  contextIds: readonly string[],
): Promise<readonly ContextItem[]> {
  const items: ContextItem[] = [];
  for (const chunk of inChunks(contextIds, ROWS_A_STATEMENT))
    items.push(...(await itemsById(db, tenant, [...chunk])).map(decodeContextItem));
  return items;
}

const itemsById = compileOnce((db, tenant: string, contextIds: readonly string[]) =>
  db
    .selectFrom('context_items')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('context_id', 'in', [...contextIds]),
);

export async function settleRowsToRead(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  rows: Parameters<ReadingStore['settle']>[2],
): Promise<void> {
  for (const { userId, revision } of rows) await settleRow(db, tenant, domain, userId, revision);
}

const settleRow = compileOnce((db, tenant: string, domain: string, userId: string, revision: number) =>
  db
    .deleteFrom('rows_to_read')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('profiles')
            .select(sql`1`.as('found'))
            .where('tenant_id', '=', tenant)
            .where('domain', '=', domain)
            .where('user_id', '=', userId)
            .where('revision', '<>', revision),
        ),
      ),
    ),
);

export async function forgetRowsToRead(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<void> {
  await db.deleteFrom('rows_to_read').where('tenant_id', '=', tenant).where('domain', '=', domain).execute();
}
