/** Changes that experiments on rankings and on models have in common, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Tables } from '../tables.generated.ts';

interface ExperimentKey {
  readonly table: 'experiments' | 'model_experiments';
  readonly tenant: TenantId;
  readonly experimentId: string;
}

function updateRunning(db: Kysely<Tables>, { table, tenant, experimentId }: ExperimentKey) {
  return db
    .updateTable(table)
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('running', '=', 1);
}

/** `at` null: it goes on. false: it has ended, or is in that state already. */
export async function pauseRow(db: Kysely<Tables>, key: ExperimentKey, at: string | null): Promise<boolean> {
  const changed = await updateRunning(db, key)
    .set({ paused_at: at })
    .where('paused_at', at === null ? 'is not' : 'is', null)
    .returning('experiment_id')
    .execute();
  return changed.length > 0;
}

/** A result of a time that has one already is left out. */
export async function addResultRow(
  db: Kysely<Tables>,
  key: ExperimentKey,
  result: { readonly at: string },
  decision: string,
): Promise<void> {
  const results = key.table === 'experiments' ? 'experiment_results' : 'model_experiment_results';
  const { tenant, experimentId } = key;
  await db
    .insertInto(results)
    .values({
      tenant_id: tenant,
      experiment_id: experimentId,
      at: result.at,
      result: JSON.stringify(result),
    })
    .onConflict((row) => row.columns(['tenant_id', 'experiment_id', 'at']).doNothing())
    .execute();
  await updateRunning(db, key).set({ decision }).execute();
}
