/** Metadata of tokenizers. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { JobError } from '../../job.ts';
import type { NewTokenizer, Tokenizer, TokenizerMade } from '../../tokenizer-store.ts';
import type { Tables } from '../tables.generated.ts';

/** The version is the next one of the name. */
export async function createTokenizer(db: Kysely<Tables>, tokenizer: NewTokenizer): Promise<void> {
  const { last } = await db
    .selectFrom('tokenizers')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('tenant_id', '=', tokenizer.tenantId)
    .where('name', '=', tokenizer.name)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tokenizers')
    .values({
      tenant_id: tokenizer.tenantId,
      tokenizer_id: tokenizer.tokenizerId,
      name: tokenizer.name,
      version: Number(last ?? 0) + 1,
      dataset_id: tokenizer.datasetId,
      modalities: JSON.stringify(tokenizer.modalities),
      layout: tokenizer.layout === null ? null : JSON.stringify(tokenizer.layout),
      progressive_masking: tokenizer.progressiveMasking ? 1 : 0,
      job_id: tokenizer.jobId,
      ended: null,
      made: null,
      error: null,
      created_at: tokenizer.createdAt,
    })
    .execute();
}

/** Throws unless the tokenizer is being fitted: it is completed once and never changed. */
export async function completeTokenizer(
  db: Kysely<Tables>,
  tenant: TenantId,
  tokenizerId: string,
  made: TokenizerMade,
): Promise<void> {
  const completed = await db
    .updateTable('tokenizers')
    .set({ ended: 'ready', made: JSON.stringify(made) })
    .where('tenant_id', '=', tenant)
    .where('tokenizer_id', '=', tokenizerId)
    .where('ended', 'is', null)
    .returning('tokenizer_id')
    .execute();
  if (completed.length === 0)
    throw new Error(`tokenizer ${tokenizerId} of ${tenant} cannot be completed: it is not being fitted`);
}

/** Fails a tokenizer that is still being fitted. A ready one stays. */
export async function failTokenizer(
  db: Kysely<Tables>,
  tenant: TenantId,
  tokenizerId: string,
  error: JobError,
): Promise<void> {
  await db
    .updateTable('tokenizers')
    .set({ ended: 'failed', error: JSON.stringify(error) })
    .where('tenant_id', '=', tenant)
    .where('tokenizer_id', '=', tokenizerId)
    .where('ended', 'is', null)
    .execute();
}

export async function addTokenizer(
  db: Kysely<Tables>,
  tokenizer: NewTokenizer,
  made: TokenizerMade,
): Promise<Tokenizer> {
  await createTokenizer(db, tokenizer);
  await completeTokenizer(db, tokenizer.tenantId, tokenizer.tokenizerId, made);
  return (await findTokenizer(db, tokenizer.tenantId, tokenizer.tokenizerId))!;
}

export async function findTokenizer(
  db: Kysely<Tables>,
  tenant: TenantId,
  tokenizerId: string,
): Promise<Tokenizer | null> {
  const found = await tokenizers(db, tenant)
    .where('tokenizers.tokenizer_id', '=', tokenizerId)
    .executeTakeFirst();
  return found === undefined ? null : decodeTokenizer(found);
}

export async function listTokenizers(
  db: Kysely<Tables>,
  tenant: TenantId,
  { before, limit }: { readonly before: string | null; readonly limit: number },
): Promise<readonly Tokenizer[]> {
  const found = await tokenizers(db, tenant)
    .$if(before !== null, (query) => query.where('tokenizers.tokenizer_id', '<', before!))
    .orderBy('tokenizers.tokenizer_id', 'desc')
    .limit(limit)
    .execute();
  return found.map(decodeTokenizer);
}

function tokenizers(db: Kysely<Tables>, tenant: TenantId) {
  return db
    .selectFrom('tokenizers')
    .leftJoin('jobs', (join) =>
      join
        .onRef('jobs.tenant_id', '=', 'tokenizers.tenant_id')
        .onRef('jobs.job_id', '=', 'tokenizers.job_id'),
    )
    .selectAll('tokenizers')
    .select('jobs.status as job_status')
    .where('tokenizers.tenant_id', '=', tenant);
}

type FoundTokenizer = Tables['tokenizers'] & { readonly job_status: Tables['jobs']['status'] | null };

function decodeTokenizer(found: FoundTokenizer): Tokenizer {
  return {
    tenantId: tenantId(found.tenant_id),
    tokenizerId: found.tokenizer_id,
    name: found.name,
    version: Number(found.version),
    datasetId: found.dataset_id,
    modalities: JSON.parse(found.modalities),
    layout: found.layout === null ? null : JSON.parse(found.layout),
    progressiveMasking: found.progressive_masking === 1,
    jobId: found.job_id,
    status: found.ended ?? (found.job_status === 'running' ? 'fitting' : 'queued'),
    made: found.made === null ? null : JSON.parse(found.made),
    error: found.error === null ? null : JSON.parse(found.error),
    createdAt: found.created_at,
  };
}
