/** Finds experiments on models, and their results. */
import type { Kysely, Selectable } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { ModelExperimentResult } from '../../../../contract/model-experiment.ts';
import type { ModelExperimentPage, StoredModelExperiment } from '../../model-experiment-store.ts';
import type { Tables } from '../tables.generated.ts';

const running = (db: Kysely<Tables>) =>
  db.selectFrom('model_experiments').selectAll().where('running', '=', 1);

/** Paused ones too. */
export async function runningModelExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  alias: string,
): Promise<StoredModelExperiment | null> {
  const found = await running(db)
    .where('tenant_id', '=', tenant)
    .where('alias', '=', alias)
    .executeTakeFirst();
  return found === undefined ? null : decode(found);
}

/** `tenant` null: of all tenants. */
export async function runningModelExperiments(
  db: Kysely<Tables>,
  tenant: TenantId | null,
): Promise<readonly StoredModelExperiment[]> {
  const found = await running(db)
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .orderBy('tenant_id')
    .orderBy('experiment_id')
    .execute();
  return found.map(decode);
}

export async function findModelExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<StoredModelExperiment | null> {
  const found = await db
    .selectFrom('model_experiments')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .executeTakeFirst();
  return found === undefined ? null : decode(found);
}

export async function pageOfModelExperiments(
  db: Kysely<Tables>,
  { tenantId: tenant, alias, before, limit }: ModelExperimentPage,
): Promise<readonly StoredModelExperiment[]> {
  const found = await db
    .selectFrom('model_experiments')
    .selectAll()
    .where('tenant_id', '=', tenant)
    .$if(alias !== null, (query) => query.where('alias', '=', alias!))
    .$if(before !== null, (query) => query.where('experiment_id', '<', before!))
    .orderBy('experiment_id', 'desc')
    .limit(limit)
    .execute();
  return found.map(decode);
}

/** The newest first; the last `limit`. */
export async function resultsOfModelExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  limit?: number,
): Promise<readonly ModelExperimentResult[]> {
  const found = await db
    .selectFrom('model_experiment_results')
    .select('result')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .orderBy('at', 'desc')
    .$if(limit !== undefined, (query) => query.limit(limit!))
    .execute();
  return found.map(({ result }) => JSON.parse(result));
}

function decode(row: Selectable<Tables['model_experiments']>): StoredModelExperiment {
  return {
    tenantId: tenantId(row.tenant_id),
    experimentId: row.experiment_id,
    alias: row.alias,
    datasetName: row.dataset_name,
    name: row.name,
    settings: JSON.parse(row.settings),
    isRunning: row.running === 1,
    pausedAt: row.paused_at,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    promotedArm: row.promoted_arm,
    decision: row.decision,
  };
}
