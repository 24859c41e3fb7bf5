/** The experiments of the store: reads through handles, changes through `write`. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ExperimentResult } from '../../../../contract/experiment.ts';
import type { ExperimentStore } from '../../experiment-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { countLatencies, countUnits, readArmExposure } from './count-experiment.ts';
import {
  findExperiment,
  pageOfExperiments,
  runningExperiment,
  runningExperiments,
} from './find-experiments.ts';
import { summarizeShadow } from './shadow-replays.ts';

export function experimentStore({ db, readers, write }: SqlStoreParts): ExperimentStore {
  return {
    create: (experiment) => write('createExperiment', experiment),
    find: (experimentId) => findExperiment(db, experimentId),
    page: (page) => pageOfExperiments(db, page),
    running: (tenant, domain) => runningExperiment(db, tenant, domain),
    allRunning: () => runningExperiments(db),
    pause: (tenant, experimentId, at) => write('pauseExperiment', tenant, experimentId, at),
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
