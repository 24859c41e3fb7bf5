/**
 * Counts the effects of an experiment, by arm and unit. A pair of seeker and candidate counts once for an
 * arm, however often it was shown. Its outcome counts if it came after the pair was first shown.
 */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ArmExposure, LatencyCount, StoredExperiment, UnitCounts } from '../../experiment-store.ts';
import type { Tables } from '../tables.generated.ts';

export async function countUnits(
  db: Kysely<Tables>,
  experiment: StoredExperiment,
  positiveLabels: readonly string[],
): Promise<readonly UnitCounts[]> {
  const { tenantId: tenant, experimentId } = experiment;
  const counts = new Map<string, UnitCounts>();
  for (const row of await countMatches(db, tenant, experimentId)) {
    const { arm, unit } = row;
    counts.set(JSON.stringify([arm, unit]), {
      ...{ arm, unit, matches: Number(row.matches), emptyMatches: Number(row.empty) },
      seekerDays: Number(row.days),
      ...noPairs,
    });
  }
  for (const row of await countPairs(db, experiment, positiveLabels)) {
    const { arm, unit } = row;
    const key = JSON.stringify([arm, unit]);
    counts.set(key, {
      ...(counts.get(key) ?? { arm, unit, ...noMatches }),
      ...{ shown: Number(row.shown), positives: Number(row.positives), mutual: Number(row.mutual) },
    });
  }
  return [...counts.values()];
}

const noPairs = { shown: 0, positives: 0, mutual: 0 };
const noMatches = { matches: 0, emptyMatches: 0, seekerDays: 0 };

function countMatches(db: Kysely<Tables>, tenant: TenantId, experimentId: string) {
  return (
    db
      .selectFrom('experiment_matches')
      .select(['arm', 'unit'])
      .select(({ fn }) => fn.countAll<number>().as('matches'))
      .select(sql<number>`sum(case when shown = 0 then 1 else 0 end)`.as('empty'))
      // The day first: it has ten characters, so no two seekers and days have one text.
      .select(sql<number>`count(distinct substr(at, 1, 10) || seeker_id)`.as('days'))
      .where('tenant_id', '=', tenant)
      .where('experiment_id', '=', experimentId)
      .groupBy(['arm', 'unit'])
      .execute()
  );
}

/** The candidates of an experiment's matches, each with the arm that gave it. */
function shownOf(db: Kysely<Tables>, tenant: TenantId, experimentId: string) {
  return db
    .selectFrom('experiment_matches as m')
    .innerJoin('shown_candidates as c', (join) =>
      join.onRef('c.tenant_id', '=', 'm.tenant_id').onRef('c.match_id', '=', 'm.match_id'),
    )
    .leftJoin('experiment_picks as p', (join) =>
      join
        .onRef('p.tenant_id', '=', 'c.tenant_id')
        .onRef('p.match_id', '=', 'c.match_id')
        .onRef('p.position', '=', 'c.position'),
    )
    .select(({ fn }) => fn.coalesce('p.arm', 'm.arm').as('arm'))
    .select(['m.unit', 'm.seeker_id', 'c.candidate_id', 'm.at'])
    .where('m.tenant_id', '=', tenant)
    .where('m.experiment_id', '=', experimentId);
}

function countPairs(
  db: Kysely<Tables>,
  { tenantId: tenant, experimentId, domain }: StoredExperiment,
  labels: readonly string[],
) {
  const outcomes = sql`select 1 from outcomes as o
    where o.tenant_id = ${tenant} and o.domain = ${domain} and o.is_current = 1
      and o.label in (${sql.join(labels)})`;
  const bySeeker = sql`exists (${outcomes} and o.seeker_id = pairs.seeker_id
      and o.candidate_id = pairs.candidate_id and o.at >= pairs.first_at)`;
  const byCandidate = sql`exists (${outcomes} and o.seeker_id = pairs.candidate_id
      and o.candidate_id = pairs.seeker_id)`;
  return db
    .with('pairs', (cte) =>
      cte
        .selectFrom(shownOf(db, tenant, experimentId).as('s'))
        .select(['arm', 'unit', 'seeker_id', 'candidate_id'])
        .select(({ fn }) => fn.min('at').as('first_at'))
        .groupBy(['arm', 'unit', 'seeker_id', 'candidate_id']),
    )
    .selectFrom('pairs')
    .select(['arm', 'unit'])
    .select(({ fn }) => fn.countAll<number>().as('shown'))
    .select(sql<number>`sum(case when ${bySeeker} then 1 else 0 end)`.as('positives'))
    .select(sql<number>`sum(case when ${bySeeker} and ${byCandidate} then 1 else 0 end)`.as('mutual'))
    .groupBy(['arm', 'unit'])
    .execute();
}

export async function countLatencies(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<readonly LatencyCount[]> {
  const rows = await db
    .selectFrom('experiment_matches')
    .select(['arm', 'latency_bucket'])
    .select(({ fn }) => fn.countAll<number>().as('matches'))
    .where('tenant_id', '=', tenant)
    .where('experiment_id', '=', experimentId)
    .groupBy(['arm', 'latency_bucket'])
    .orderBy('arm')
    .orderBy('latency_bucket')
    .execute();
  return rows.map(({ arm, latency_bucket, matches }) => ({
    arm,
    bucket: Number(latency_bucket),
    matches: Number(matches),
  }));
}

export async function readArmExposure(
  db: Kysely<Tables>,
  tenant: TenantId,
  experimentId: string,
): Promise<readonly ArmExposure[]> {
  const rows = await db
    .with('people', (cte) =>
      cte
        .selectFrom(shownOf(db, tenant, experimentId).as('s'))
        .select(['arm', 'candidate_id'])
        .select(({ fn }) => fn.countAll<number>().as('times'))
        .groupBy(['arm', 'candidate_id']),
    )
    .selectFrom('people')
    .select(['arm', 'times'])
    .select(({ fn }) => fn.countAll<number>().as('people'))
    .groupBy(['arm', 'times'])
    .orderBy('arm')
    .orderBy('times')
    .execute();
  return rows.map(({ arm, times, people }) => ({
    arm: Number(arm),
    times: Number(times),
    people: Number(people),
  }));
}
