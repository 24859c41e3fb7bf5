/** Finds experiments. */
import type { Kysely, Selectable } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { ExperimentPage, StoredExperiment } from '../../experiment-store.ts';
import type { Tables } from '../tables.generated.ts';

const running = (db: Kysely<Tables>) => db.selectFrom('experiments').selectAll().where('running', '=', 1);

export async function runningExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<StoredExperiment | null> {
  const found = await running(db)
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return found === undefined ? null : decode(found);
}

export async function runningExperiments(db: Kysely<Tables>): Promise<readonly StoredExperiment[]> {
  return (await running(db).orderBy('tenant_id').orderBy('experiment_id').execute()).map(decode);
}

export async function findExperiment(
  db: Kysely<Tables>,
  experimentId: string,
): Promise<StoredExperiment | null> {
  const found = await db
    .selectFrom('experiments')
    .selectAll()
    .where('experiment_id', '=', experimentId)
    .executeTakeFirst();
  return found === undefined ? null : decode(found);
}

export async function pageOfExperiments(
  db: Kysely<Tables>,
  { tenantId: tenant, before, limit }: ExperimentPage,
): Promise<readonly StoredExperiment[]> {
  const found = await db
    .selectFrom('experiments')
    .selectAll()
    .$if(tenant !== null, (query) => query.where('tenant_id', '=', tenant!))
    .$if(before !== null, (query) => query.where('experiment_id', '<', before!))
    .orderBy('experiment_id', 'desc')
    .limit(limit)
    .execute();
  return found.map(decode);
}

function decode(row: Selectable<Tables['experiments']>): StoredExperiment {
  return {
    tenantId: tenantId(row.tenant_id),
    experimentId: row.experiment_id,
    domain: row.domain,
    name: row.name,
    settings: JSON.parse(row.settings),
    isRunning: row.running === 1,
    pausedAt: row.paused_at,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    decision: row.decision,
  };
}
