/** Marks the shown items that appended events take, in the transaction of the append. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { AppendedRow } from '../../append-store.ts';
import type { StoredModelExperiment } from '../../model-experiment-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { runningModelExperiments } from './find-model-experiments.ts';

interface AppendedEvent {
  readonly person_id: string;
  readonly item_id: string;
  readonly kind: string;
  readonly timestamp: string;
}

const HOUR_MS = 3_600_000;
const PEOPLE_AT_ONCE = 500;

/** `name`: of the dataset that the rows are appended to. */
export async function noteSuccesses(
  db: Kysely<Tables>,
  tenant: TenantId,
  name: string,
  rows: readonly AppendedRow[],
): Promise<void> {
  const given = rows.filter(({ kind }) => kind === 'event');
  if (given.length === 0) return;
  const experiments = (await runningModelExperiments(db, tenant)).filter(
    ({ datasetName }) => datasetName === name,
  );
  if (experiments.length === 0) return;
  const events: readonly AppendedEvent[] = given.map(({ line, personId }) => {
    return { ...JSON.parse(line), person_id: personId };
  });
  for (const experiment of experiments) await noteFor(db, experiment, events);
}

async function noteFor(
  db: Kysely<Tables>,
  experiment: StoredModelExperiment,
  events: readonly AppendedEvent[],
): Promise<void> {
  const { success_kinds, window_hours } = experiment.settings;
  const successes = events.filter(({ kind }) => success_kinds.includes(kind));
  const byPair = Map.groupBy(successes, ({ person_id, item_id }) => pairOf(person_id, item_id));
  const people = [...new Set(successes.map(({ person_id }) => person_id))];
  for (const chunk of inChunks(people, PEOPLE_AT_ONCE))
    for (const { person_id, item_id, shown_at_ms } of await openItems(db, experiment, chunk)) {
      const shownAtMs = Number(shown_at_ms);
      const times = (byPair.get(pairOf(person_id, item_id)) ?? [])
        .map(({ timestamp }) => Date.parse(timestamp))
        .filter((atMs) => atMs >= shownAtMs && atMs <= shownAtMs + window_hours * HOUR_MS);
      if (times.length > 0) await markTaken(db, experiment, person_id, item_id, Math.min(...times));
    }
}

const pairOf = (personId: string, itemId: string) => JSON.stringify([personId, itemId]);

/** Shown items that were not taken. */
function openItems(
  db: Kysely<Tables>,
  { tenantId, experimentId }: StoredModelExperiment,
  people: readonly string[],
) {
  return db
    .selectFrom('model_experiment_shown')
    .select(['person_id', 'item_id', 'shown_at_ms'])
    .where('tenant_id', '=', tenantId)
    .where('experiment_id', '=', experimentId)
    .where('person_id', 'in', [...people])
    .where('taken_at_ms', 'is', null)
    .execute();
}

async function markTaken(
  db: Kysely<Tables>,
  { tenantId, experimentId }: StoredModelExperiment,
  personId: string,
  itemId: string,
  atMs: number,
): Promise<void> {
  await db
    .updateTable('model_experiment_shown')
    .set({ taken_at_ms: atMs })
    .where('tenant_id', '=', tenantId)
    .where('experiment_id', '=', experimentId)
    .where('person_id', '=', personId)
    .where('item_id', '=', itemId)
    .execute();
}
