/** Reads which candidates matches showed, for training. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ShownPair } from '../../learning-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

const IDS_A_STATEMENT = 500;

export async function* confirmedMatches(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  untilMs: number,
  pageSize: number,
): AsyncIterable<readonly string[]> {
  // A query for each table, so that each reads its own small index.
  for (const table of ['shown_matches', 'shown_candidates'] as const) {
    for (let after = ''; ; ) {
      const page = await db
        .selectFrom(table)
        .select('match_id')
        .distinct()
        .where('tenant_id', '=', tenant)
        .where('domain', '=', domain)
        .where('confirmed_ms', 'is not', null)
        .where('confirmed_ms', '<=', untilMs)
        .where('match_id', '>', after)
        .orderBy('match_id')
        .limit(pageSize)
        .execute();
      if (page.length > 0) yield page.map((row) => row.match_id);
      if (page.length < pageSize) break;
      after = page.at(-1)!.match_id;
    }
  }
}

export async function shownIn(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  matchIds: readonly string[],
  untilMs: number,
): Promise<readonly ShownPair[]> {
  const pairs: ShownPair[] = [];
  for (const chunk of inChunks(matchIds, IDS_A_STATEMENT)) {
    const rows = await db
      .selectFrom('shown_candidates as c')
      .innerJoin('shown_matches as m', (join) =>
        join.onRef('m.tenant_id', '=', 'c.tenant_id').onRef('m.match_id', '=', 'c.match_id'),
      )
      .select(['c.match_id', 'm.seeker_id', 'c.candidate_id', 'c.position', 'c.propensity', 'm.at_ms'])
      .select(['m.confirmed_ms as match_confirmed_ms', 'c.confirmed_ms'])
      .where('c.tenant_id', '=', tenant)
      .where('c.match_id', 'in', [...chunk])
      .where('m.domain', '=', domain)
      .where('m.at_ms', '<=', untilMs)
      .orderBy('c.match_id')
      .orderBy('c.position')
      .execute();
    const isPast = (atMs: number | null) => atMs !== null && Number(atMs) <= untilMs;
    for (const row of rows) {
      pairs.push({
        matchId: row.match_id,
        seekerId: row.seeker_id,
        candidateId: row.candidate_id,
        position: row.position,
        atMs: Number(row.at_ms),
        propensity: row.propensity,
        confirmed: isPast(row.match_confirmed_ms) || isPast(row.confirmed_ms),
      });
    }
  }
  return pairs;
}
