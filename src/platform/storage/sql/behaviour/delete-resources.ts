/** Deletion of datasets, models and tokenizers, each in the caller's transaction (`deletion-store.ts`). */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Dataset } from '../../dataset-store.ts';
import type { Deletion, ErasedDataset, ErasedFile, ErasedModel, UsedBy } from '../../deletion-store.ts';
import type { Tables } from '../tables.generated.ts';
import { aliasesNaming } from './aliases-naming.ts';
import { countPending, dropAppended } from './appended-rows.ts';
import { batchesOfDataset } from './batches-of-dataset.ts';
import { forgetNewItems } from './count-new-items.ts';
import { forgetMarks } from './dataset-erasures.ts';
import { findDataset, findNewestDataset, findReadyDataset } from './datasets.ts';
import { runningModelExperiments } from './find-model-experiments.ts';
import { findModel } from './models.ts';
import { forgetMergesOfName } from './session-merges.ts';
import { findTokenizer } from './tokenizers.ts';

const unfinished = ['queued', 'running'] as const;

export async function deleteDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<Deletion<ErasedDataset>> {
  const dataset = await findReadyDataset(db, tenant, datasetId);
  if (dataset === null) return { state: 'missing' };
  const { name, files, itemCount: items, eventCount: events } = dataset;
  const by = await datasetUsedBy(db, tenant, { datasetId, name });
  if (by.length > 0) return { state: 'used', by };
  const exportJobs = await exportsOf(db, tenant, datasetId);
  const keptFor = await readyModelsOf(db, tenant, datasetId);
  await (keptFor.length > 0 ? hideDataset : dropReadyDataset)(db, tenant, datasetId);
  const isLast = (await findNewestDataset(db, tenant, name)) === null;
  const pending = isLast ? await countPending(db, tenant, name) : { items: 0, events: 0 };
  if (isLast) {
    await dropAppended(db, tenant, name, Number.MAX_SAFE_INTEGER);
    await forgetNewItems(db, tenant, name);
    await forgetMergesOfName(db, tenant, name);
  }
  const { items: pendingItems, events: pendingEvents } = pending;
  return {
    ...{ state: 'deleted', files: keptFor.length > 0 ? [] : files, items, events },
    ...{ pendingItems, pendingEvents, exportJobs, keptFor },
  };
}

/** Ready models that were trained on the dataset. */
async function readyModelsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<readonly string[]> {
  const models = await db
    .selectFrom('models')
    .select('model_id')
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .where('ended', '=', 'ready')
    .orderBy('model_id')
    .execute();
  return models.map(({ model_id }) => model_id);
}

async function hideDataset(db: Kysely<Tables>, tenant: TenantId, datasetId: string): Promise<void> {
  await db
    .updateTable('datasets')
    .set({ is_deleted: 1 })
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .execute();
}

async function dropReadyDataset(db: Kysely<Tables>, tenant: TenantId, datasetId: string): Promise<void> {
  await db
    .deleteFrom('datasets')
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .execute();
  await forgetMarks(db, tenant, datasetId);
}

/** Unfinished work that reads the dataset. */
export async function datasetUsedBy(
  db: Kysely<Tables>,
  tenant: TenantId,
  { datasetId, name }: Pick<Dataset, 'datasetId' | 'name'>,
): Promise<readonly UsedBy[]> {
  return [
    ...(await jobsOf(db, tenant, 'dataset', datasetId)),
    ...(await cutsOf(db, tenant, name)),
    ...(await modelsBeingMade(db, tenant, 'dataset_id', datasetId)),
    ...(await tokenizersBeingFitted(db, tenant, datasetId)),
    ...(await simulationsUnderWay(db, tenant, (input) => input.datasetId === datasetId)),
    ...(await batchesUnderWay(db, tenant, datasetId)),
  ];
}

export async function deleteModel(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
): Promise<Deletion<ErasedModel>> {
  const model = await findModel(db, tenant, modelId);
  if (model === null) return { state: 'missing' };
  const named = await aliasesNaming(db, tenant, modelId);
  const by = [
    ...named.map((id): UsedBy => ({ type: 'alias', id })),
    ...(await experimentsWith(db, tenant, modelId)),
    ...(await jobsOf(db, tenant, 'model', modelId)),
    ...(await modelsBeingMade(db, tenant, 'base_model_id', modelId)),
    ...(await simulationsUnderWay(db, tenant, (_, simulated) => simulated === modelId)),
  ];
  if (by.length > 0) return { state: 'used', by };
  await db.deleteFrom('models').where('tenant_id', '=', tenant).where('model_id', '=', modelId).execute();
  const own = model.made?.files ?? [];
  const kept = await releaseDataset(db, tenant, model.datasetId);
  if (kept === null) return { state: 'deleted', files: own, dataset: null };
  const { datasetId, files, exportJobs } = kept;
  return { state: 'deleted', files: [...own, ...files], dataset: { datasetId, exportJobs } };
}

/** Running experiments of which the model is an arm. */
async function experimentsWith(
  db: Kysely<Tables>,
  tenant: TenantId,
  modelId: string,
): Promise<readonly UsedBy[]> {
  return (await runningModelExperiments(db, tenant))
    .filter(({ settings }) => settings.arms.some(({ model_id }) => model_id === modelId))
    .map(({ experimentId }) => ({ type: 'experiment', id: experimentId }));
}

/** Drops a deleted dataset that stayed for its models, if none is left. null: it stays, or is not deleted. */
async function releaseDataset(db: Kysely<Tables>, tenant: TenantId, datasetId: string) {
  if ((await findReadyDataset(db, tenant, datasetId)) !== null) return null;
  const dataset = await findDataset(db, tenant, datasetId);
  if (dataset?.readyAt == null || (await readyModelsOf(db, tenant, datasetId)).length > 0) return null;
  const exportJobs = await exportsOf(db, tenant, datasetId);
  await dropReadyDataset(db, tenant, datasetId);
  return { datasetId, files: dataset.files, exportJobs };
}

export async function deleteTokenizer(
  db: Kysely<Tables>,
  tenant: TenantId,
  tokenizerId: string,
): Promise<Deletion<object>> {
  const tokenizer = await findTokenizer(db, tenant, tokenizerId);
  if (tokenizer === null) return { state: 'missing' };
  const by = [
    ...(await jobsOf(db, tenant, 'tokenizer', tokenizerId)),
    ...(await modelsWithCodes(db, tenant, tokenizerId)),
  ];
  if (by.length > 0) return { state: 'used', by };
  await db
    .deleteFrom('tokenizers')
    .where('tenant_id', '=', tenant)
    .where('tokenizer_id', '=', tokenizerId)
    .execute();
  const files: readonly ErasedFile[] = tokenizer.made === null ? [] : [tokenizer.made.file];
  return { state: 'deleted', files };
}

async function jobsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  type: string,
  id: string,
): Promise<readonly UsedBy[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select('job_id')
    .where('tenant_id', '=', tenant)
    .where('resource_type', '=', type)
    .where('resource_id', '=', id)
    .where('status', 'in', unfinished)
    .execute();
  return jobs.map(({ job_id }) => ({ type: 'job', id: job_id }));
}

/** Jobs that cut a version of the name: they read the newest one. */
async function cutsOf(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<readonly UsedBy[]> {
  const jobs = await db
    .selectFrom('jobs')
    .innerJoin('datasets', (join) =>
      join
        .onRef('datasets.tenant_id', '=', 'jobs.tenant_id')
        .onRef('datasets.dataset_id', '=', 'jobs.resource_id'),
    )
    .select('jobs.job_id')
    .where('jobs.tenant_id', '=', tenant)
    .where('jobs.kind', '=', 'dataset_snapshot')
    .where('jobs.status', 'in', unfinished)
    .where('datasets.name', '=', name)
    .execute();
  return jobs.map(({ job_id }) => ({ type: 'job', id: job_id }));
}

/** A ready model whose job still evaluates it counts: the job reads the dataset and the base. */
async function modelsBeingMade(
  db: Kysely<Tables>,
  tenant: TenantId,
  column: 'dataset_id' | 'base_model_id',
  id: string,
): Promise<readonly UsedBy[]> {
  const models = await db
    .selectFrom('models')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.tenant_id', '=', 'models.tenant_id').onRef('jobs.job_id', '=', 'models.job_id'),
    )
    .select('models.model_id')
    .where('models.tenant_id', '=', tenant)
    .where(`models.${column}`, '=', id)
    .where((eb) => eb.or([eb('models.ended', 'is', null), eb('jobs.status', 'in', unfinished)]))
    .execute();
  return models.map(({ model_id }) => ({ type: 'model', id: model_id }));
}

async function modelsWithCodes(
  db: Kysely<Tables>,
  tenant: TenantId,
  tokenizerId: string,
): Promise<readonly UsedBy[]> {
  const models = await db
    .selectFrom('models')
    .select('model_id')
    .where('tenant_id', '=', tenant)
    .where('tokenizer_id', '=', tokenizerId)
    .where((eb) => eb.or([eb('ended', 'is', null), eb('ended', '!=', 'failed')]))
    .execute();
  return models.map(({ model_id }) => ({ type: 'model', id: model_id }));
}

async function tokenizersBeingFitted(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<readonly UsedBy[]> {
  const tokenizers = await db
    .selectFrom('tokenizers')
    .select('tokenizer_id')
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .where('ended', 'is', null)
    .execute();
  return tokenizers.map(({ tokenizer_id }) => ({ type: 'tokenizer', id: tokenizer_id }));
}

async function simulationsUnderWay(
  db: Kysely<Tables>,
  tenant: TenantId,
  uses: (input: { readonly datasetId?: string }, modelId: string) => boolean,
): Promise<readonly UsedBy[]> {
  const simulations = await db
    .selectFrom('simulations')
    .innerJoin('jobs', (join) =>
      join
        .onRef('jobs.tenant_id', '=', 'simulations.tenant_id')
        .onRef('jobs.job_id', '=', 'simulations.job_id'),
    )
    .select(['simulations.simulation_id', 'simulations.model_id', 'jobs.input'])
    .where('simulations.tenant_id', '=', tenant)
    .where('simulations.ended', 'is', null)
    .where('jobs.status', 'in', unfinished)
    .execute();
  return simulations
    .filter(({ input, model_id }) => uses(JSON.parse(input), model_id))
    .map(({ simulation_id }) => ({ type: 'simulation', id: simulation_id }));
}

async function batchesUnderWay(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<readonly UsedBy[]> {
  const batches = await batchesOfDataset(db, tenant, datasetId);
  return batches.filter(({ isDone }) => !isDone).map(({ jobId }) => ({ type: 'job', id: jobId }));
}

/** Jobs whose files name people of the dataset: exports and batches of predictions. */
export async function exportsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<readonly string[]> {
  const jobs = await db
    .selectFrom('jobs')
    .select('job_id')
    .where('tenant_id', '=', tenant)
    .where('resource_type', '=', 'dataset')
    .where('resource_id', '=', datasetId)
    .where('kind', '=', 'dataset_export')
    .execute();
  const batches = await batchesOfDataset(db, tenant, datasetId);
  return [...jobs.map(({ job_id }) => job_id), ...batches.map(({ jobId }) => jobId)];
}
