/** Metadata of datasets. Changes run in the caller's transaction. */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import {
  type DeclaredEvents,
  declaresEvents,
  noDeclaredEvents,
} from '../../../../contract/dataset-events.ts';
import { noFeatures } from '../../../../contract/dataset-features.ts';
import type { Dataset, DatasetPage, NewDataset, SnapshotMade } from '../../dataset-store.ts';
import type { Tables } from '../tables.generated.ts';
import { announceDataset } from '../webhooks/announcements.ts';
import { forgetMarks, markedPeople } from './dataset-erasures.ts';

/** The version is the next one of the name. A dropped dataset frees its version. */
export async function createDataset(db: Kysely<Tables>, dataset: NewDataset): Promise<void> {
  await db
    .insertInto('datasets')
    .values({
      tenant_id: dataset.tenantId,
      dataset_id: dataset.datasetId,
      name: dataset.name,
      version: await nextVersion(db, dataset.tenantId, dataset.name),
      source: dataset.source,
      may_export: dataset.access.export ? 1 : 0,
      may_train: dataset.access.training ? 1 : 0,
      terms: dataset.terms,
      features: JSON.stringify(dataset.features),
      declared_events: encodeEvents(dataset.declaredEvents ?? noDeclaredEvents),
      item_count: 0,
      event_count: 0,
      files: '[]',
      created_at: dataset.createdAt,
      ready_at: null,
      erasures: null,
      last_erasure_at: null,
      is_deleted: null,
    })
    .execute();
}

async function nextVersion(db: Kysely<Tables>, tenant: TenantId, name: string): Promise<number> {
  const { last } = await db
    .selectFrom('datasets')
    .select((eb) => eb.fn.max('version').as('last'))
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0) + 1;
}

/** Changes nothing of a dataset that is ready. */
export async function renewVersion(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset | null> {
  const dataset = await findDataset(db, tenant, datasetId);
  if (dataset === null) return null;
  await db
    .updateTable('datasets')
    .set({ version: await nextVersion(db, tenant, dataset.name) })
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .where('ready_at', 'is', null)
    .execute();
  return findDataset(db, tenant, datasetId);
}

/** Throws unless the dataset is being imported: a snapshot is written once and never changed. */
export async function completeDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
  snapshot: SnapshotMade,
): Promise<void> {
  const completed = await db
    .updateTable('datasets')
    .set({
      item_count: snapshot.itemCount,
      event_count: snapshot.eventCount,
      files: JSON.stringify(snapshot.files),
      ready_at: snapshot.readyAt,
      ...(snapshot.features === undefined ? {} : { features: JSON.stringify(snapshot.features) }),
      ...(snapshot.declaredEvents === undefined
        ? {}
        : { declared_events: encodeEvents(snapshot.declaredEvents) }),
    })
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .where('ready_at', 'is', null)
    .returning(['dataset_id', 'name', 'version', 'item_count', 'event_count'])
    .executeTakeFirst();
  if (completed === undefined)
    throw new Error(`dataset ${datasetId} of ${tenant} cannot be completed: it is not being imported`);
  await announceDataset(db, tenant, completed, snapshot.readyAt);
}

/** Drops a dataset that is still being imported. A ready one stays. */
export async function dropDataset(db: Kysely<Tables>, tenant: TenantId, datasetId: string): Promise<void> {
  const dropped = await db
    .deleteFrom('datasets')
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .where('ready_at', 'is', null)
    .returning('dataset_id')
    .execute();
  if (dropped.length > 0) await forgetMarks(db, tenant, datasetId);
}

export async function addDataset(
  db: Kysely<Tables>,
  dataset: NewDataset,
  snapshot: SnapshotMade,
): Promise<Dataset> {
  await createDataset(db, dataset);
  await completeDataset(db, dataset.tenantId, dataset.datasetId, snapshot);
  return (await findDataset(db, dataset.tenantId, dataset.datasetId))!;
}

/** Ready or not, deleted or not. */
export async function findDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset | null> {
  const stored = await db
    .selectFrom('datasets')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst();
  return stored === undefined ? null : withMarks(db, decodeDataset(stored));
}

export async function findReadyDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<Dataset | null> {
  const stored = await readyDatasets(db)
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst();
  return stored === undefined ? null : withMarks(db, decodeDataset(stored));
}

/** The datasets that callers see. */
function readyDatasets(db: Kysely<Tables>) {
  return db.selectFrom('datasets').where('ready_at', 'is not', null).where('is_deleted', 'is', null);
}

export async function findNewestDataset(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
): Promise<Dataset | null> {
  const stored = await readyDatasets(db)
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('name', '=', name)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return stored === undefined ? null : withMarks(db, decodeDataset(stored));
}

export function listReadyDatasets(
  db: Kysely<Tables>,
  tenant: TenantId,
  page: DatasetPage,
): Promise<readonly Dataset[]> {
  return pageOf(db, readyDatasets(db), tenant, page);
}

/** Ready ones and deleted ones that stay for their models. */
export function listKeptDatasets(
  db: Kysely<Tables>,
  tenant: TenantId,
  page: DatasetPage,
): Promise<readonly Dataset[]> {
  return pageOf(db, db.selectFrom('datasets').where('ready_at', 'is not', null), tenant, page);
}

async function pageOf(
  db: Kysely<Tables>,
  datasets: ReturnType<typeof readyDatasets>,
  tenant: TenantId,
  { before, limit }: DatasetPage,
): Promise<readonly Dataset[]> {
  const stored = await datasets
    .selectAll()
    .where('tenant_id', '=', tenant)
    .$if(before !== null, (query) => query.where('dataset_id', '<', before!))
    .orderBy('dataset_id', 'desc')
    .limit(limit)
    .execute();
  return Promise.all(stored.map((one) => withMarks(db, decodeDataset(one))));
}

/** Ready ones of all tenants, by tenant and name, the newest of each first. */
export async function listVersions(db: Kysely<Tables>) {
  const stored = await readyDatasets(db)
    .select(['tenant_id', 'dataset_id', 'name', 'version', 'created_at'])
    .orderBy('tenant_id')
    .orderBy('name')
    .orderBy('version', 'desc')
    .execute();
  return stored.map((one) => ({
    tenantId: tenantId(one.tenant_id),
    datasetId: one.dataset_id,
    name: one.name,
    version: Number(one.version),
    createdAt: one.created_at,
  }));
}

async function withMarks(db: Kysely<Tables>, dataset: Dataset): Promise<Dataset> {
  const erased = await markedPeople(db, dataset.tenantId, dataset.datasetId);
  return erased.length === 0 ? dataset : { ...dataset, erased };
}

function encodeEvents(declared: DeclaredEvents): string | null {
  return declaresEvents(declared) ? JSON.stringify(declared) : null;
}

function decodeDataset(stored: Tables['datasets']): Dataset {
  return {
    tenantId: tenantId(stored.tenant_id),
    datasetId: stored.dataset_id,
    name: stored.name,
    version: Number(stored.version),
    source: stored.source,
    access: { export: stored.may_export === 1, training: stored.may_train === 1 },
    terms: stored.terms,
    // Earlier versions declared less.
    features: { ...noFeatures, ...(stored.features !== null && JSON.parse(stored.features)) },
    declaredEvents: {
      ...noDeclaredEvents,
      ...(stored.declared_events !== null && JSON.parse(stored.declared_events)),
    },
    itemCount: Number(stored.item_count),
    eventCount: Number(stored.event_count),
    files: JSON.parse(stored.files),
    createdAt: stored.created_at,
    readyAt: stored.ready_at,
    erased: [],
    erasures: { count: Number(stored.erasures ?? 0), lastAt: stored.last_erasure_at },
  };
}
