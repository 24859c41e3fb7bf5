/**
 * Erasure of people from datasets. An erasure marks the person, in its transaction, in every dataset of the
 * tenant that may name them. Readers leave marked people out from then on. The files are written again later,
 * and the marks then go.
 */
import type { Kysely } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { SnapshotErased } from '../../dataset-store.ts';
import type { Tables } from '../tables.generated.ts';
import { eraseShownItems } from './shown-items.ts';

export interface MarkedDatasets {
  /** Versions that may have rows of the person. */
  readonly versions: number;
  readonly datasetIds: readonly string[];
  /** Events that waited for a version, now erased. */
  readonly pendingEvents: number;
  /** Models of these versions, and those that go on from them, but for failed ones. */
  readonly models: readonly string[];
}

export async function eraseFromDatasets(
  db: Kysely<Tables>,
  tenant: TenantId,
  personId: string,
  without: readonly string[],
): Promise<MarkedDatasets> {
  const pending = await db
    .deleteFrom('appended_rows')
    .where('tenant_id', '=', tenant)
    .where('person_id', '=', personId)
    .returning('row_id')
    .execute();
  await eraseShownItems(db, tenant, personId);
  const mayHavePeople = await db
    .selectFrom('datasets')
    .select('dataset_id')
    .where('tenant_id', '=', tenant)
    .where((eb) =>
      eb.or([eb('event_count', '>', 0), eb('ready_at', 'is', null), eb('files', 'like', '%"people"%')]),
    )
    .execute();
  const known = new Set(without);
  const ids = mayHavePeople.map(({ dataset_id }) => dataset_id).filter((id) => !known.has(id));
  for (const dataset_id of ids)
    await db
      .insertInto('dataset_erasures')
      .values({ tenant_id: tenant, dataset_id, person_id: personId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  return {
    versions: ids.length,
    datasetIds: ids,
    pendingEvents: pending.length,
    models: ids.length === 0 ? [] : await modelsOf(db, tenant, ids),
  };
}

async function modelsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetIds: readonly string[],
): Promise<readonly string[]> {
  const models = await db
    .selectFrom('models')
    .select(['model_id', 'dataset_id', 'base_model_id'])
    .where('tenant_id', '=', tenant)
    .where((eb) => eb.or([eb('ended', 'is', null), eb('ended', '!=', 'failed')]))
    .execute();
  const known = new Set(datasetIds);
  const learned = new Set<string>();
  // A base model is older than what goes on from it, and ids grow with time.
  for (const { model_id, dataset_id, base_model_id } of models.sort(byId))
    if (known.has(dataset_id) || (base_model_id !== null && learned.has(base_model_id)))
      learned.add(model_id);
  return [...learned];
}

const byId = (a: { readonly model_id: string }, b: { readonly model_id: string }) =>
  a.model_id < b.model_id ? -1 : 1;

/** Whether the tenant has datasets that may name people. */
export async function hasPeopleInDatasets(db: Kysely<Tables>, tenant: TenantId): Promise<boolean> {
  const found = await db
    .selectFrom('datasets')
    .select('dataset_id')
    .where('tenant_id', '=', tenant)
    .where((eb) =>
      eb.or([eb('event_count', '>', 0), eb('ready_at', 'is', null), eb('files', 'like', '%"people"%')]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

export async function markedPeople(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
): Promise<readonly string[]> {
  const marks = await db
    .selectFrom('dataset_erasures')
    .select('person_id')
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .execute();
  return marks.map(({ person_id }) => person_id);
}

/** Ready datasets with marked people. */
export async function datasetsToErase(db: Kysely<Tables>) {
  const found = await db
    .selectFrom('dataset_erasures')
    .innerJoin('datasets', (join) =>
      join
        .onRef('datasets.tenant_id', '=', 'dataset_erasures.tenant_id')
        .onRef('datasets.dataset_id', '=', 'dataset_erasures.dataset_id'),
    )
    .select(['datasets.tenant_id', 'datasets.dataset_id'])
    .distinct()
    .where('datasets.ready_at', 'is not', null)
    .execute();
  return found.map(({ tenant_id, dataset_id }) => {
    return { tenantId: tenantId(tenant_id), datasetId: dataset_id };
  });
}

/** The files without the marked people, and the end of the marks. `made` null: the files do not name them. */
export async function finishErasure(
  db: Kysely<Tables>,
  tenant: TenantId,
  datasetId: string,
  { people, made, at }: SnapshotErased,
): Promise<void> {
  if (made !== null) {
    const { erasures } = await db
      .selectFrom('datasets')
      .select('erasures')
      .where('tenant_id', '=', tenant)
      .where('dataset_id', '=', datasetId)
      .executeTakeFirstOrThrow();
    await db
      .updateTable('datasets')
      .set({
        files: JSON.stringify(made.files),
        event_count: made.eventCount,
        erasures: (erasures ?? 0) + people.length,
        last_erasure_at: at,
      })
      .where('tenant_id', '=', tenant)
      .where('dataset_id', '=', datasetId)
      .execute();
  }
  for (const person of people)
    await db
      .deleteFrom('dataset_erasures')
      .where('tenant_id', '=', tenant)
      .where('dataset_id', '=', datasetId)
      .where('person_id', '=', person)
      .execute();
}

export async function forgetMarks(db: Kysely<Tables>, tenant: TenantId, datasetId: string): Promise<void> {
  await db
    .deleteFrom('dataset_erasures')
    .where('tenant_id', '=', tenant)
    .where('dataset_id', '=', datasetId)
    .execute();
}
