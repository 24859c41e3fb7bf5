/**
 * Adds shown matches to the counters of the statistics, and takes them out again, in the caller's
 * transaction. Both read the stored rows and find the same. The row of a candidate outlives the records of
 * its matches, and keeps the time of its creation.
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { tenantId } from '../../../../contract/brands.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { lockTenants } from '../transaction-locks.ts';
import { changeExposure } from './change-exposure.ts';
import { changeMatchDays, type DayChange, dayOf, shownByBucket } from './change-match-days.ts';

const IDS_A_STATEMENT = 500;

/** Counts waiting matches of the first tenant after `after`, newest first. Returns the tenant. */
export async function countShown(
  db: Kysely<Tables>,
  after: TenantId | null,
  limit: number,
): Promise<TenantId | null> {
  const next = await db
    .selectFrom('matches_to_count')
    .select('tenant_id')
    .where('tenant_id', '>', after ?? '')
    .orderBy('tenant_id')
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) return null;
  await lockTenants(db, [next.tenant_id]);
  const waiting = await db
    .selectFrom('matches_to_count')
    .select('match_id')
    .where('tenant_id', '=', next.tenant_id)
    .orderBy('match_id', 'desc')
    .limit(limit)
    .execute();
  const matchIds = waiting.map((row) => row.match_id);
  await changeCounts(db, next.tenant_id, matchIds, 1);
  await db
    .deleteFrom('matches_to_count')
    .where('tenant_id', '=', next.tenant_id)
    .where('match_id', 'in', matchIds)
    .execute();
  return tenantId(next.tenant_id);
}

/** Takes matches out of the counters, before their rows are deleted. Matches that wait are in no counter. */
export async function uncountMatches(
  db: Kysely<Tables>,
  tenant: string,
  matchIds: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(matchIds, IDS_A_STATEMENT)) {
    const waiting = await db
      .selectFrom('matches_to_count')
      .select('match_id')
      .where('tenant_id', '=', tenant)
      .where('match_id', 'in', [...chunk])
      .execute();
    const uncounted = new Set(waiting.map((row) => row.match_id));
    const counted = chunk.filter((matchId) => !uncounted.has(matchId));
    await changeCounts(db, tenant, counted, -1);
  }
}

async function changeCounts(
  db: Kysely<Tables>,
  tenant: string,
  matchIds: readonly string[],
  sign: 1 | -1,
): Promise<void> {
  if (matchIds.length === 0) return;
  const ofThese = shownByBucket(db, tenant).where('m.match_id', 'in', [...matchIds]);
  const days: DayChange[] = (await ofThese.execute()).map((row) => ({ ...row, matches: 0, empty: 0 }));
  const matches = await db
    .selectFrom('shown_matches as m')
    .leftJoin('empty_matches as e', (join) =>
      join.onRef('e.tenant_id', '=', 'm.tenant_id').onRef('e.match_id', '=', 'm.match_id'),
    )
    .select(({ fn }) => ['m.domain', dayOf.as('day'), fn.countAll<number>().as('matches')])
    .select(({ fn }) => fn.count<number>('e.match_id').as('empty'))
    .where('m.tenant_id', '=', tenant)
    .where('m.match_id', 'in', [...matchIds])
    .groupBy(['m.domain', 'day'])
    .execute();
  for (const row of matches) days.push({ ...row, bucket: 0, shown: 0, newcomers: 0 });
  await changeMatchDays(db, tenant, days, sign);
  const people = await db
    .selectFrom('shown_candidates')
    .select(({ fn }) => ['domain', 'candidate_id', fn.countAll<number>().as('times')])
    .where('tenant_id', '=', tenant)
    .where('match_id', 'in', [...matchIds])
    .groupBy(['domain', 'candidate_id'])
    .execute();
  await changeExposure(db, tenant, people, sign);
}

/**
 * Takes an erased person out of the counters: the matches of the person, and the person in the matches of
 * others. Called before any of the person's rows is deleted.
 */
export async function uncountPerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<void> {
  const own = await db
    .selectFrom('shown_matches')
    .select('match_id')
    .where('tenant_id', '=', tenant)
    .where('seeker_id', '=', userId)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .execute();
  await uncountMatches(
    db,
    tenant,
    own.map((row) => row.match_id),
  );
  const asCandidate = await shownByBucket(db, tenant)
    .where('c.candidate_id', '=', userId)
    .$if(domain !== null, (query) => query.where('c.domain', '=', domain!))
    .where('m.seeker_id', '<>', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('matches_to_count as waiting')
            .select('waiting.match_id')
            .whereRef('waiting.tenant_id', '=', 'm.tenant_id')
            .whereRef('waiting.match_id', '=', 'm.match_id'),
        ),
      ),
    )
    .execute();
  const days = asCandidate.map((row) => ({ ...row, matches: 0, empty: 0 }));
  await changeMatchDays(db, tenant, days, -1);
  const exposed = await db
    .selectFrom('exposed_people')
    .select(['domain', 'candidate_id', 'times'])
    .where('tenant_id', '=', tenant)
    .where('candidate_id', '=', userId)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!))
    .execute();
  await changeExposure(db, tenant, exposed, -1);
}
