/** Files that erasures have to reach (`storage/file-erasure-store.ts`), in the caller's transaction. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';

/** A batch of matches has its marks apart, with the row of its domain. */
const markTables = ['file_erasures', 'match_batch_erasures'] as const;

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

const insertMarks = rowInserter<Tables['file_erasures']>(['tenant_id', 'job_id', 'person_id'], (db, rows) =>
  db
    .insertInto('file_erasures')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

/** A failed or cancelled job has no file. */
const withFile = ['queued', 'running', 'succeeded'] as const;

/**
 * Marks the person in the exports of these datasets, in all batches of predictions, whose people may come
 * with the request, and in all lists of segments. A file that cannot be downloaded any more at `nowMs` (epoch ms) needs no mark.
 */
export async function eraseFromFiles(
  db: Kysely<Tables>,
  tenant: TenantId,
  personId: string,
  datasetIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const jobs = [
    // The conditions of the indexes `jobs_with_people_files` and `jobs_with_segments`, word for word.
    ...(await jobsWithFile(db, tenant, sql<boolean>`kind in ('dataset_export', 'batch_prediction')`)),
    ...(await jobsWithFile(db, tenant, sql<boolean>`kind = 'model_segments'`)),
  ];
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

function jobsWithFile(db: Kysely<Tables>, tenant: TenantId, isOfKind: RawBuilder<boolean>) {
  return db
    .selectFrom('jobs')
    .select(['job_id', 'kind', 'resource_id', 'result'])
    .where('tenant_id', '=', tenant)
    .where(isOfKind)
    .where('status', 'in', [...withFile])
    .execute();
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
