/** Metadata of sequence models. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { JobError } from '../../job.ts';
import type { Model, ModelMade, ModelPage, ModelStatus, NewModel } from '../../model-store.ts';
import type { Tables } from '../tables.generated.ts';

/** The version is the next one of the name. */
export async function createModel(db: Kysely<Tables>, model: NewModel): Promise<void> {
  const { last } = await db
    .selectFrom('models')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('tenant_id', '=', model.tenantId)
    .where('name', '=', model.name)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('models')
    .values({
      tenant_id: model.tenantId,
      model_id: model.modelId,
      name: model.name,
      version: Number(last ?? 0) + 1,
      architecture: model.architecture,
      dataset_id: model.datasetId,
      base_model_id: model.baseModelId,
      tokenizer_id: model.tokenizerId,
      job_id: model.jobId,
      ended: null,
      made: null,
      error: null,
      created_at: model.createdAt,
    })
    .execute();
}

/** Throws unless the model is being adapted or evaluated: an evaluated model never changes. */
export async function completeModel(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
  made: ModelMade,
): Promise<void> {
  const found = await storedModel(db, tenant, modelId);
  if (found === undefined || (found.ended !== null && evaluatedLater(found) === null))
    throw new Error(`model ${modelId} of ${tenant} cannot be completed: it is not being made`);
  await updateModel(db, tenant, modelId, {
    ended: 'ready',
    tokenizer_id: made.tokenizerId,
    made: JSON.stringify(made),
  });
}

/**
 * Fails a model that is still being adapted. A ready one stays; the card says that its evaluation ended
 * early.
 */
export async function failModel(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
  error: JobError,
): Promise<void> {
  const found = await storedModel(db, tenant, modelId);
  if (found === undefined) return;
  if (found.ended === null)
    return updateModel(db, tenant, modelId, { ended: 'failed', error: JSON.stringify(error) });
  const made = evaluatedLater(found);
  if (made === null) return;
  const evaluation = `The model serves, but its evaluation did not end (${error.code}). ${made.evaluation}`;
  await updateModel(db, tenant, modelId, {
    made: JSON.stringify({ ...made, evaluation, isEvaluated: true } satisfies ModelMade),
  });
}

function storedModel(db: Kysely<Tables>, tenant: TenantId, modelId: string) {
  return db
    .selectFrom('models')
    .select(['ended', 'made'])
    .where('tenant_id', '=', tenant)
    .where('model_id', '=', modelId)
    .executeTakeFirst();
}

/** The result of a model that serves before its evaluation has ended; null for all others. */
function evaluatedLater({ ended, made }: Pick<Tables['models'], 'ended' | 'made'>): ModelMade | null {
  if (ended !== 'ready' || made === null) return null;
  const parsed = JSON.parse(made) as ModelMade;
  return parsed.isEvaluated === false ? parsed : null;
}

async function updateModel(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
  columns: Partial<Pick<Tables['models'], 'ended' | 'tokenizer_id' | 'made' | 'error'>>,
): Promise<void> {
  await db
    .updateTable('models')
    .set(columns)
    .where('tenant_id', '=', tenant)
    .where('model_id', '=', modelId)
    .execute();
}

export async function findModel(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
): Promise<Model | null> {
  const found = await models(db, tenant).where('models.model_id', '=', modelId).executeTakeFirst();
  return found === undefined ? null : decodeModel(found);
}

export async function listModels(
  db: Kysely<Tables>,
  tenant: TenantId,
  { before, limit, status = 'all' }: ModelPage,
): Promise<readonly Model[]> {
  const found = await models(db, tenant)
    .$if(status === 'training', (query) => query.where('models.ended', 'is', null))
    .$if(status === 'ready' || status === 'failed', (query) =>
      query.where('models.ended', '=', status as 'ready' | 'failed'),
    )
    .$if(before !== null, (query) => query.where('models.model_id', '<', before!))
    .orderBy('models.model_id', 'desc')
    .limit(limit)
    .execute();
  return found.map(decodeModel);
}

function models(db: Kysely<Tables>, tenant: TenantId) {
  return db
    .selectFrom('models')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.tenant_id', '=', 'models.tenant_id').onRef('jobs.job_id', '=', 'models.job_id'),
    )
    .selectAll('models')
    .select(['jobs.status as job_status', 'jobs.detail as job_detail', 'jobs.progress as job_progress'])
    .where('models.tenant_id', '=', tenant);
}

type FoundModel = Tables['models'] & {
  readonly job_status: Tables['jobs']['status'] | null;
  readonly job_detail: string | null;
  readonly job_progress: number | null;
};

function decodeModel(found: FoundModel): Model {
  return {
    tenantId: tenantId(found.tenant_id),
    modelId: found.model_id,
    name: found.name,
    version: Number(found.version),
    architecture: found.architecture,
    datasetId: found.dataset_id,
    baseModelId: found.base_model_id,
    tokenizerId: found.tokenizer_id,
    jobId: found.job_id,
    status: found.ended ?? statusOfJob(found),
    made: found.made === null ? null : JSON.parse(found.made),
    error: found.error === null ? null : JSON.parse(found.error),
    createdAt: found.created_at,
    evaluating: evaluationOf(found),
  };
}

/** The evaluation goes on while the job waits for its next attempt, too. */
function evaluationOf(found: FoundModel): Model['evaluating'] {
  if (evaluatedLater(found) === null) return null;
  return { stage: detailOf(found)?.stage ?? null, progress: Number(found.job_progress ?? 0) };
}

function detailOf({ job_detail }: FoundModel) {
  if (job_detail === null) return null;
  return JSON.parse(job_detail) as { readonly phase?: string; readonly stage?: string };
}

function statusOfJob(found: FoundModel): ModelStatus {
  if (found.job_status !== 'running') return 'queued';
  return detailOf(found)?.phase === 'evaluating' ? 'evaluating' : 'training';
}
