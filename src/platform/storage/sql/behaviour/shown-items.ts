/**
 * The items that experiments on models have shown, and which of them people took. Changes run in the caller's
 * transaction.
 */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { MOST_SHOWN_TO_PERSON, type PersonCounts, type ShownItems } from '../../model-experiment-store.ts';
import { blockedAmong } from '../people/blocked-people.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import { findModelExperiment } from './find-model-experiments.ts';

type ShownRow = Tables['model_experiment_shown'];

/** A pair that was not taken yet belongs to the arm that shows it now. */
const insertShown = rowInserter<ShownRow>(
  ['tenant_id', 'experiment_id', 'person_id', 'item_id', 'arm', 'shown_at_ms', 'taken_at_ms'],
  (db, rows) =>
    db
      .insertInto('model_experiment_shown')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'experiment_id', 'person_id', 'item_id'])
          .doUpdateSet({ arm: sql`excluded.arm`, shown_at_ms: sql`excluded.shown_at_ms` })
          .where('model_experiment_shown.taken_at_ms', 'is', null),
      ),
);

export async function addShownItems(db: Kysely<Tables>, shown: ShownItems): Promise<void> {
  const { tenantId: tenant, experimentId, personId, atMs } = shown;
  const experiment = await findModelExperiment(db, tenant, experimentId);
  if (experiment === null || !experiment.isRunning || experiment.pausedAt !== null) return;
  if ((await blockedAmong(db, tenant, [personId])).size > 0) return;
  const known = await itemsShown(db, tenant, experimentId, personId);
  let left = MOST_SHOWN_TO_PERSON - known.size;
  const items = shown.items.filter(({ itemId }) => known.has(itemId) || left-- > 0);
  const key = { tenant_id: tenant, experiment_id: experimentId, person_id: personId };
  const at = { shown_at_ms: atMs, taken_at_ms: null };
  await insertShown(
    db,
    items.map(({ itemId, arm }) => ({ ...key, item_id: itemId, arm, ...at })),
  );
}

async function itemsShown(db: Kysely<Tables>, tenant: TenantId, experimentId: string, personId: string) {
  const rows = await db
    .selectFrom('model_experiment_shown')
    .select('item_id')
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .where('person_id', '=', personId)
    .execute();
  return new Set(rows.map(({ item_id }) => item_id));
}

export async function countShown(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<readonly PersonCounts[]> {
  const rows = await db
    .selectFrom('model_experiment_shown')
    .select(['arm', 'person_id'])
    .select(({ fn }) => [fn.countAll().as('shown'), fn.count('taken_at_ms').as('successes')])
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .groupBy(['arm', 'person_id'])
    .orderBy('person_id')
    .orderBy('arm')
    .execute();
  return rows.map(({ arm, person_id, shown, successes }) => {
    return { arm, personId: person_id, shown: Number(shown), successes: Number(successes) };
  });
}

/**
 * Removes the lists of ended experiments, in parts, so that no transaction is long. Gives the number of
 * removed rows.
 */
export async function forgetShownItems(db: Kysely<Tables>, people: number): Promise<number> {
  const found = await db
    .selectFrom('model_experiment_shown as s')
    .innerJoin('model_experiments as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.experiment_id', '=', 's.experiment_id'),
    )
    .select(['s.tenant_id', 's.experiment_id', 's.person_id'])
    .where('e.running', '=', 0)
    .distinct()
    .limit(people)
    .execute();
  let removed = 0;
  for (const { tenant_id, experiment_id, person_id } of found) {
    const [result] = await db
      .deleteFrom('model_experiment_shown')
      .where('tenant_id', '=', tenant_id)
      .where('experiment_id', '=', experiment_id)
      .where('person_id', '=', person_id)
      .execute();
    removed += Number(result!.numDeletedRows);
  }
  return removed;
}

export async function eraseShownItems(db: Kysely<Tables>, tenant: TenantId, personId: string): Promise<void> {
  await db
    .deleteFrom('model_experiment_shown')
    .where('tenant_id', '=', tenant)
    .where('person_id', '=', personId)
    .execute();
}
