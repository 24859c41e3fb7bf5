/**
 * Writes experiments, in the caller's transaction. Beginning, pauses and end raise the counter of the models that
 * serve, so that the next match of every process knows.
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ExperimentResult } from '../../../../contract/experiment.ts';
import type { ExperimentEnding, NewExperiment } from '../../experiment-store.ts';
import { raiseCounter } from '../counters.ts';
import type { Tables } from '../tables.generated.ts';
import { runningExperiment } from './find-experiments.ts';
import { forgetShadowQueue } from './shadow-replays.ts';

/** The id of the experiment that runs already; null: created. */
export async function createExperiment(
  db: Kysely<Tables>,
  experiment: NewExperiment,
): Promise<string | null> {
  const { tenantId: tenant, domain } = experiment;
  const other = await runningExperiment(db, tenant, domain);
  if (other !== null) return other.experimentId;
  await db
    .insertInto('experiments')
    .values({
      tenant_id: tenant,
      experiment_id: experiment.experimentId,
      domain,
      name: experiment.name,
      settings: JSON.stringify(experiment.settings),
      running: 1,
      created_at: experiment.createdAt,
      ends_at: experiment.endsAt,
      ended_at: null,
      ended_by: null,
      decision: experiment.decision,
      paused_at: null,
    })
    .execute();
  await raiseCounter(db, 'models', 1);
  return null;
}

export async function pauseExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  at: string | null,
): Promise<boolean> {
  const changed = await db
    .updateTable('experiments')
    .set({ paused_at: at })
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('running', '=', 1)
    .where('paused_at', at === null ? 'is not' : 'is', null)
    .returning('experiment_id')
    .execute();
  if (changed.length > 0) await raiseCounter(db, 'models', 1);
  return changed.length > 0;
}

export async function endExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  { at, by, decision }: ExperimentEnding,
): Promise<boolean> {
  const ended = await db
    .updateTable('experiments')
    .set({ running: 0, ended_at: at, ended_by: by, decision })
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('running', '=', 1)
    .returning('experiment_id')
    .execute();
  if (ended.length > 0) {
    await forgetShadowQueue(db, tenant, experimentId);
    await raiseCounter(db, 'models', 1);
  }
  return ended.length > 0;
}

export async function addExperimentResult(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  result: ExperimentResult,
  decision: string,
): Promise<void> {
  const key = { tenant_id: tenant, experiment_id: experimentId };
  await db
    .insertInto('experiment_results')
    .values({ ...key, at: result.at, result: JSON.stringify(result) })
    .onConflict((row) => row.columns(['tenant_id', 'experiment_id', 'at']).doNothing())
    .execute();
  await db
    .updateTable('experiments')
    .set({ decision })
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('running', '=', 1)
    .execute();
}
