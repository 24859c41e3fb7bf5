/** The store of files that erasures have to reach (`file-erasure-store.ts`), and its changes. */
import { type Kysely, sql } from 'kysely';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { FileErasureStore, MarkedFile } from '../file-erasure-store.ts';
import { inChunks } from './in-chunks.ts';
import { rowInserter } from './insert-rows.ts';
import { getJob } from './read-jobs.ts';
import type { SqlStoreParts } from './sql-store-parts.ts';
import type { FileErasureTable, Tables } from './tables.ts';

/** A batch of matches has its marks apart, with the row of its domain. */
const markTables = ['file_erasures', 'match_batch_erasures'] as const;

export function fileErasureStore({ db, write }: SqlStoreParts): FileErasureStore {
  return {
    erased: (tenant, jobId) => erasedFromFile(db, tenant, jobId),
    list: () => listMarked(db),
    settle: (tenant, jobId, people) => write('settleErasures', tenant, jobId, people),
    forget: (tenant, jobId) => write('forgetFileErasures', tenant, jobId),
  };
}

export async function erasedFromFile(
  db: Kysely<Tables>,
  tenant: TenantId,
  jobId: string,
): Promise<readonly string[]> {
  const people: string[] = [];
  for (const table of markTables) {
    const marks = await db
      .selectFrom(table)
      .select('person_id')
      .where('tenant_id', '=', tenant)
      .where('job_id', '=', jobId)
      .execute();
    people.push(...marks.map(({ person_id }) => person_id));
  }
  return people;
}

async function listMarked(db: Kysely<Tables>): Promise<readonly MarkedFile[]> {
  const marked = await db.selectFrom('file_erasures').select(['tenant_id', 'job_id']).distinct().execute();
  return Promise.all(
    marked.map(async ({ tenant_id, job_id: jobId }) => {
      const tenant = tenantId(tenant_id);
      const erased = await erasedFromFile(db, tenant, jobId);
      return { tenantId: tenant, jobId, erased, job: await getJob(db, tenant, jobId) };
    }),
  );
}

const insertMarks = rowInserter<FileErasureTable>(['tenant_id', 'job_id', 'person_id'], (db, rows) =>
  db
    .insertInto('file_erasures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

/** A failed or cancelled job has no file. */
const withFile = ['queued', 'running', 'succeeded'] as const;

/**
 * Marks the person in the exports of these datasets, and in all batches of predictions: their people may come with the
 * request. A file that cannot be downloaded any more at `nowMs` (epoch ms) needs no mark.
 */
export async function eraseFromFiles(
  db: Kysely<Tables>,
  tenant: TenantId,
  personId: string,
  datasetIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const jobs = await db
    .selectFrom('jobs')
    .select(['job_id', 'kind', 'resource_id', 'result'])
    .where('tenant_id', '=', tenant)
    // With the words of the index `jobs_with_people_files`.
    .where(sql<boolean>`kind in ('dataset_export', 'batch_prediction')`)
    .where('status', 'in', [...withFile])
    .execute();
  const datasets = new Set(datasetIds);
  const marked = jobs.filter(
    ({ kind, resource_id, result }) =>
      (kind !== 'dataset_export' || datasets.has(resource_id!)) && !hasExpired(result, nowMs),
  );
  await insertMarks(
    db,
    marked.map(({ job_id }) => ({ tenant_id: tenant, job_id, person_id: personId })),
  );
}

function hasExpired(result: string | null, nowMs: number): boolean {
  if (result === null) return false;
  const { file } = JSON.parse(result) as { readonly file?: { readonly expires_at_ms: number } };
  return file !== undefined && file.expires_at_ms <= nowMs;
}

export async function forgetFileErasures(db: Kysely<Tables>, tenant: TenantId, jobId: string): Promise<void> {
  await db.deleteFrom('file_erasures').where('tenant_id', '=', tenant).where('job_id', '=', jobId).execute();
}

export async function settleErasures(
  db: Kysely<Tables>,
  tenant: TenantId,
  jobId: string,
  people: readonly string[],
): Promise<void> {
  for (const table of markTables)
    for (const chunk of inChunks(people, 500))
      await db
        .deleteFrom(table)
        .where('tenant_id', '=', tenant)
        .where('job_id', '=', jobId)
        .where('person_id', 'in', [...chunk])
        .execute();
}
