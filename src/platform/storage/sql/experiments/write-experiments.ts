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
import { addResultRow, pauseRow } from './experiment-rows.ts';
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
  const isChanged = await pauseRow(db, { table: 'experiments', tenant, experimentId }, at);
  if (isChanged) await raiseCounter(db, 'models', 1);
  return isChanged;
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
  await addResultRow(db, { table: 'experiments', tenant, experimentId }, result, decision);
}
