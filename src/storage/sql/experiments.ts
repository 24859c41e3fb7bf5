/** Reads experiments and their results. */
import type { Kysely, Selectable } from 'kysely';
import { type TenantId, tenantId } from '../../contract/brands.ts';
import type { ExperimentResult } from '../../contract/experiment.ts';
import type { ExperimentPage, ExperimentStore, StoredExperiment } from '../experiment-store.ts';
import { countLatencies, countUnits, readArmExposure } from './count-experiment.ts';
import { summarizeShadow } from './shadow-replays.ts';
import type { SqlStoreParts } from './sql-store-parts.ts';
import type { ExperimentTable, Tables } from './tables.ts';

export function experimentStore({ db, readers, write }: SqlStoreParts): ExperimentStore {
  return {
    create: (experiment) => write('createExperiment', experiment),
    find: (experimentId) => findExperiment(db, experimentId),
    page: (page) => pageOfExperiments(db, page),
    running: (tenant, domain) => runningExperiment(db, tenant, domain),
    allRunning: async () =>
      (await running(db).orderBy('tenant_id').orderBy('experiment_id').execute()).map(decode),
    end: (tenant, experimentId, ending) => write('endExperiment', tenant, experimentId, ending),
    addResult: (tenant, experimentId, result, decision) =>
      write('addExperimentResult', tenant, experimentId, result, decision),
    lastResult: (tenant, experimentId) => lastResult(db, tenant, experimentId),
    results: (tenant, experimentId) => allResults(readers, tenant, experimentId),
    unitCounts: (experiment, labels) => countUnits(readers, experiment, labels),
    latencies: (tenant, experimentId) => countLatencies(readers, tenant, experimentId),
    exposure: (tenant, experimentId) => readArmExposure(readers, tenant, experimentId),
    queueShadow: (request, mostWaiting) => write('queueShadow', request, mostWaiting),
    takeShadow: (tenant, experimentId) => write('takeShadow', tenant, experimentId),
    addReplay: (replay) => write('addReplay', replay),
    shadow: (tenant, experimentId) => summarizeShadow(readers, tenant, experimentId),
  };
}

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

async function findExperiment(db: Kysely<Tables>, experimentId: string): Promise<StoredExperiment | null> {
  const found = await db
    .selectFrom('experiments')
    .selectAll()
    .where('experiment_id', '=', experimentId)
    .executeTakeFirst();
  return found === undefined ? null : decode(found);
}

async function pageOfExperiments(
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

const results = (db: Kysely<Tables>, tenant: TenantId, experimentId: string) =>
  db
    .selectFrom('experiment_results')
    .select('result')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId);

async function lastResult(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<ExperimentResult | null> {
  const found = await results(db, tenant, experimentId).orderBy('at', 'desc').limit(1).executeTakeFirst();
  return found === undefined ? null : JSON.parse(found.result);
}

async function allResults(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<readonly ExperimentResult[]> {
  const found = await results(db, tenant, experimentId).orderBy('at').execute();
  return found.map(({ result }) => JSON.parse(result));
}

function decode(row: Selectable<ExperimentTable>): StoredExperiment {
  return {
    tenantId: tenantId(row.tenant_id),
    experimentId: row.experiment_id,
    domain: row.domain,
    name: row.name,
    settings: JSON.parse(row.settings),
    isRunning: row.running === 1,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    decision: row.decision,
  };
}
