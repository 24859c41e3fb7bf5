/** Writes experiments on models, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ModelExperimentResult } from '../../../../contract/model-experiment.ts';
import type { AliasMove, MoveResult } from '../../model-alias-store.ts';
import type { ModelExperimentEnding, NewModelExperiment } from '../../model-experiment-store.ts';
import { addResultRow, pauseRow } from '../experiments/experiment-rows.ts';
import type { Tables } from '../tables.generated.ts';
import { findModelExperiment, runningModelExperiment } from './find-model-experiments.ts';
import { moveModelAlias } from './move-model-alias.ts';

/** The id of the experiment that runs already; null: created. */
export async function createModelExperiment(
  db: Kysely<Tables>,
  experiment: NewModelExperiment,
): Promise<string | null> {
  const { tenantId: tenant, alias } = experiment;
  const other = await runningModelExperiment(db, tenant, alias);
  if (other !== null) return other.experimentId;
  await db
    .insertInto('model_experiments')
    .values({
      tenant_id: tenant,
      experiment_id: experiment.experimentId,
      alias,
      dataset_name: experiment.datasetName,
      name: experiment.name,
      settings: JSON.stringify(experiment.settings),
      running: 1,
      paused_at: null,
      created_at: experiment.createdAt,
      ends_at: experiment.endsAt,
      ended_at: null,
      ended_by: null,
      promoted_arm: null,
      decision: experiment.decision,
    })
    .execute();
  return null;
}

export async function pauseModelExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  at: string | null,
): Promise<boolean> {
  return pauseRow(db, { table: 'model_experiments', tenant, experimentId }, at);
}

export async function endModelExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  { at, by }: ModelExperimentEnding,
): Promise<boolean> {
  const ended = await db
    .updateTable('model_experiments')
    .set({ running: 0, ended_at: at, ended_by: by })
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('running', '=', 1)
    .returning('experiment_id')
    .execute();
  return ended.length > 0;
}

export async function promoteModelExperiment(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  arm: string,
  to: AliasMove,
): Promise<MoveResult> {
  const { alias } = (await findModelExperiment(db, tenant, experimentId))!;
  await db
    .updateTable('model_experiments')
    .set({ promoted_arm: arm })
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .execute();
  return moveModelAlias(db, tenant, alias, to, null);
}

export async function addModelExperimentResult(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
  result: ModelExperimentResult,
  decision: string,
): Promise<void> {
  await addResultRow(db, { table: 'model_experiments', tenant, experimentId }, result, decision);
}
