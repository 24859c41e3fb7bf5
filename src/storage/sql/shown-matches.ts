/**
 * The candidates that each match showed. They are recorded before /match answers, in a group commit with
 * other writes. So every match that a caller knows of is recorded.
 */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import type { FeedbackRecord, ShownMatch, ShownPair } from '../learning-store.ts';
import { inChunks } from './in-chunks.ts';
import { rowInserter } from './insert-rows.ts';
import { knownUsers } from './known-users.ts';
import type { ShownCandidateTable, ShownMatchTable, Tables } from './tables.ts';

const insertMatches = rowInserter<ShownMatchTable>(
  ['tenant_id', 'match_id', 'domain', 'seeker_id', 'versions', 'at_ms'],
  (db, rows) => db.insertInto('shown_matches').values(rows),
);

const insertCandidates = rowInserter<ShownCandidateTable>(
  ['tenant_id', 'match_id', 'position', 'domain', 'candidate_id', 'score'],
  (db, rows) => db.insertInto('shown_candidates').values(rows),
);

/** Leaves out people who were erased while the match was computed, so that an erasure stays complete. */
export async function recordShown(db: Kysely<Tables>, shown: ShownMatch): Promise<void> {
  const { tenantId, matchId, domain, seekerId, candidates, versions, atMs } = shown;
  if (!(await knownUsers(db, tenantId, null, [seekerId])).has(seekerId)) return;
  const ids = candidates.map(({ userId }) => userId);
  const known = await knownUsers(db, tenantId, domain, ids);
  const match = { tenant_id: tenantId, match_id: matchId };
  await insertMatches(db, [
    { ...match, domain, seeker_id: seekerId, versions: JSON.stringify(versions), at_ms: atMs },
  ]);
  await insertCandidates(
    db,
    candidates
      .map(({ userId, score }, position) => ({ ...match, position, domain, candidate_id: userId, score }))
      .filter(({ candidate_id }) => known.has(candidate_id)),
  );
}

export async function forgetShown(db: Kysely<Tables>, beforeMs: number, limit: number): Promise<number> {
  const old = await db
    .selectFrom('shown_matches')
    .select(['tenant_id', 'match_id'])
    .where('at_ms', '<', beforeMs)
    .orderBy('at_ms')
    .limit(limit)
    .execute();
  for (const [tenant, matches] of Map.groupBy(old, (match) => match.tenant_id)) {
    for (const chunk of inChunks(matches, 500)) {
      await forgetMatches(
        db,
        tenant,
        chunk.map((match) => match.match_id),
      );
    }
  }
  return old.length;
}

export async function forgetMatches(
  db: Kysely<Tables>,
  tenant: string,
  matchIds: readonly string[],
): Promise<void> {
  for (const table of ['shown_candidates', 'shown_matches'] as const) {
    await db
      .deleteFrom(table)
      .where('tenant_id', '=', tenant)
      .where('match_id', 'in', [...matchIds])
      .execute();
  }
}

/** Among records that name a match, returns those whose match showed this candidate to this seeker. */
export async function recordsOfShown(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  records: readonly FeedbackRecord[],
): Promise<ReadonlySet<FeedbackRecord>> {
  const found = new Set<FeedbackRecord>();
  for (const chunk of inChunks(records, 200)) {
    const shown = await db
      .selectFrom('shown_matches')
      .innerJoin('shown_candidates', (join) =>
        join
          .onRef('shown_candidates.tenant_id', '=', 'shown_matches.tenant_id')
          .onRef('shown_candidates.match_id', '=', 'shown_matches.match_id'),
      )
      .select(['shown_matches.match_id', 'seeker_id', 'candidate_id'])
      .where('shown_matches.tenant_id', '=', tenant)
      .where('shown_matches.domain', '=', domain)
      .where('shown_matches.match_id', 'in', [...new Set(chunk.map(({ matchId }) => matchId!))])
      .execute();
    const keys = new Set(shown.map((row) => pairKey(row.match_id, row.seeker_id, row.candidate_id)));
    for (const record of chunk) {
      if (keys.has(pairKey(record.matchId!, record.seekerId, record.candidateId))) found.add(record);
    }
  }
  return found;
}

function pairKey(matchId: string, seekerId: string, candidateId: string): string {
  return JSON.stringify([matchId, seekerId, candidateId]);
}

/** Ordered by match id, which grows with time. */
export async function shownPage(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  untilMs: number,
  after: { readonly matchId: string; readonly position: number },
  limit: number,
): Promise<readonly ShownPair[]> {
  const page = await db
    .selectFrom('shown_candidates')
    .innerJoin('shown_matches', (join) =>
      join
        .onRef('shown_matches.tenant_id', '=', 'shown_candidates.tenant_id')
        .onRef('shown_matches.match_id', '=', 'shown_candidates.match_id'),
    )
    .select(['shown_candidates.match_id', 'seeker_id', 'candidate_id', 'position', 'at_ms'])
    .where('shown_candidates.tenant_id', '=', tenant)
    .where('shown_matches.domain', '=', domain)
    .where('at_ms', '<=', untilMs)
    .where((eb) =>
      eb.or([
        eb('shown_candidates.match_id', '>', after.matchId),
        eb.and([
          eb('shown_candidates.match_id', '=', after.matchId),
          eb('shown_candidates.position', '>', after.position),
        ]),
      ]),
    )
    .orderBy('shown_candidates.match_id')
    .orderBy('shown_candidates.position')
    .limit(limit)
    .execute();
  return page.map((row) => ({
    matchId: row.match_id,
    seekerId: row.seeker_id,
    candidateId: row.candidate_id,
    position: row.position,
    atMs: Number(row.at_ms),
  }));
}
