/** Removes erased people from the reports of runs, which name those with the largest shares of the weight. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { Concentration } from '../../../../contract/concentration.ts';
import type { TrainingRun } from '../../learning-store.ts';
import type { Tables } from '../tables.generated.ts';

type Metrics = TrainingRun['metrics'];

/** Runs before the person leaves `learned_from`, which finds the reports. */
export async function eraseFromRuns(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  const reports = await db
    .selectFrom('training_runs')
    .innerJoin('learned_from', (join) =>
      join
        .onRef('learned_from.tenant_id', '=', 'training_runs.tenant_id')
        .onRef('learned_from.run_id', '=', 'training_runs.run_id'),
    )
    .select(['training_runs.run_id', 'training_runs.metrics'])
    .where('learned_from.tenant_id', '=', tenant)
    .where('learned_from.user_id', '=', userId)
    .$if(domain !== null, (query) => query.where('learned_from.domain', '=', domain!))
    .where('training_runs.metrics', 'is not', null)
    .execute();
  for (const { run_id, metrics } of reports) {
    const kept = keepPeople(JSON.parse(metrics!) as Metrics, (id) => id !== userId);
    await db
      .updateTable('training_runs')
      .set({ metrics: JSON.stringify(kept) })
      .where('tenant_id', '=', tenant)
      .where('run_id', '=', run_id)
      .execute();
  }
}

/** The report of an ending run without the people who were erased during it. */
export async function withoutErased(
  db: Kysely<Tables>,
  tenant: TenantId,
  runId: string,
  metrics: Metrics,
): Promise<Metrics> {
  const named = peopleIn(metrics?.concentration ?? null);
  if (named.length === 0) return metrics;
  const present = await db
    .selectFrom('learned_from')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('run_id', '=', runId)
    .where('user_id', 'in', [...named])
    .execute();
  const kept = new Set(present.map(({ user_id }) => user_id));
  return keepPeople(metrics, (id) => kept.has(id));
}

function peopleIn(concentration: Concentration | null): readonly string[] {
  if (concentration === null) return [];
  const { seekers, candidates } = concentration;
  return [...seekers, ...candidates].flatMap(({ id }) => (id === null ? [] : [id]));
}

function keepPeople(metrics: Metrics, isKept: (id: string) => boolean): Metrics {
  const concentration = metrics?.concentration ?? null;
  if (metrics === null || concentration === null) return metrics;
  const keep = (shares: Concentration['seekers']) =>
    shares.map((share) => (share.id === null || isKept(share.id) ? share : { ...share, id: null }));
  return {
    ...metrics,
    concentration: {
      ...concentration,
      seekers: keep(concentration.seekers),
      candidates: keep(concentration.candidates),
    },
  };
}
