/**
 * Pages of the log of matches. One filter chooses the index whose ids are read, in their order; the others
 * are applied to the matches of these ids. The number of ids read is bounded, so no combination of filters
 * scans the matches of a tenant.
 */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ListedMatch, ShownPage, ShownQuery } from '../../shown-log.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeAnswer } from './answer-codec.ts';

/** Ids that one page reads where several filters are given. */
const READ_AT_MOST = 500;
/** How many of the first places an entry names. */
const TOP = 5;

export async function listShown(db: Kysely<Tables>, tenant: TenantId, query: ShownQuery): Promise<ShownPage> {
  const { limit } = query;
  const isFiltered = filtersOf(query).length > 1;
  const mostRead = isFiltered ? READ_AT_MOST : limit + 1;
  const read = (await idsToRead(db, tenant, query, mostRead).execute()).map((row) => row.match_id);
  const found = isFiltered ? await passing(db, tenant, query, read) : read;
  const shown = found.slice(0, limit);
  return {
    matches: await describe(db, tenant, shown),
    next: (found.length > limit ? shown : read.length === mostRead ? read : []).at(-1) ?? null,
  };
}

function filtersOf({ seekerId, candidateId, keyId, domain }: ShownQuery): readonly string[] {
  return [seekerId, candidateId, keyId, domain].filter((filter) => filter !== undefined);
}

/** The ids by the most selective filter, newest first. */
export function idsToRead(db: Kysely<Tables>, tenant: TenantId, query: ShownQuery, limit: number) {
  const { fromId, beforeId } = query;
  const { table, column, value } = indexFor(query);
  return (
    db
      .selectFrom(table)
      // The id alone, which every index has: with other columns SQLite would read through the key.
      .select('match_id')
      .where('tenant_id', '=', tenant)
      .$if(value !== undefined, (select) => select.where(sql.ref(column), '=', value))
      // The condition of the index of domains.
      .$if(column === 'domain' && value !== undefined, (select) => select.where(sql<boolean>`at_ms >= 0`))
      .$if(fromId !== undefined, (select) => select.where('match_id', '>=', fromId!))
      .$if(beforeId !== undefined, (select) => select.where('match_id', '<', beforeId!))
      .orderBy('match_id', 'desc')
      .limit(limit)
  );
}

function indexFor({ seekerId, candidateId, keyId, domain }: ShownQuery) {
  if (seekerId !== undefined)
    return { table: 'shown_matches', column: 'seeker_id', value: seekerId } as const;
  if (candidateId !== undefined)
    return { table: 'shown_candidates', column: 'candidate_id', value: candidateId } as const;
  if (keyId !== undefined) return { table: 'shown_matches', column: 'key_id', value: keyId } as const;
  return { table: 'shown_matches', column: 'domain', value: domain } as const;
}

/** The matches that pass every filter, newest first. */
async function passing(
  db: Kysely<Tables>,
  tenant: TenantId,
  { candidateId, keyId, domain }: ShownQuery,
  matchIds: readonly string[],
): Promise<readonly string[]> {
  if (matchIds.length === 0) return [];
  const found = await db
    .selectFrom('shown_matches as m')
    .select('m.match_id')
    .where('m.tenant_id', '=', tenant)
    .where('m.match_id', 'in', [...matchIds])
    .$if(keyId !== undefined, (select) => select.where('m.key_id', '=', keyId!))
    .$if(domain !== undefined, (select) => select.where('m.domain', '=', domain!))
    .$if(candidateId !== undefined, (select) =>
      select.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('shown_candidates as c')
            .select('c.match_id')
            .whereRef('c.tenant_id', '=', 'm.tenant_id')
            .whereRef('c.match_id', '=', 'm.match_id')
            .where('c.candidate_id', '=', candidateId!),
        ),
      ),
    )
    .orderBy('m.match_id', 'desc')
    .execute();
  return found.map((row) => row.match_id);
}

/** In the order of `matchIds`. A match that was erased meanwhile is left out. */
async function describe(
  db: Kysely<Tables>,
  tenant: TenantId,
  matchIds: readonly string[],
): Promise<readonly ListedMatch[]> {
  if (matchIds.length === 0) return [];
  const [matches, counts, first] = await Promise.all([
    db
      .selectFrom('shown_matches as m')
      .leftJoin('api_keys as k', (join) =>
        join.onRef('k.tenant_id', '=', 'm.tenant_id').onRef('k.key_id', '=', 'm.key_id'),
      )
      .select(['m.match_id', 'm.seeker_id', 'm.domain', 'm.key_id', 'm.took_ms', 'm.answer'])
      .select('k.name as key_name')
      .where('m.tenant_id', '=', tenant)
      .where('m.match_id', 'in', [...matchIds])
      .orderBy('m.match_id', 'desc')
      .execute(),
    db
      .selectFrom('shown_candidates')
      .select(({ fn }) => ['match_id', fn.countAll().as('shown')])
      .where('tenant_id', '=', tenant)
      .where('match_id', 'in', [...matchIds])
      .groupBy('match_id')
      .execute(),
    db
      .selectFrom('shown_candidates')
      .select(['match_id', 'candidate_id', 'position', 'score'])
      .where('tenant_id', '=', tenant)
      .where('match_id', 'in', [...matchIds])
      .where('position', '<', TOP)
      .orderBy('position')
      .execute(),
  ]);
  const shownOf = new Map(counts.map(({ match_id, shown }) => [match_id, Number(shown)]));
  const topOf = Map.groupBy(first, ({ match_id }) => match_id);
  return matches.map((match) => ({
    matchId: match.match_id,
    seekerId: match.seeker_id,
    domain: match.domain,
    keyId: match.key_id,
    keyName: match.key_name,
    tookMs: match.took_ms,
    models: decodeAnswer(match.answer).models_used,
    shown: shownOf.get(match.match_id) ?? 0,
    top: (topOf.get(match.match_id) ?? []).map(({ candidate_id, position, score }) => ({
      ...{ userId: candidate_id, position, score },
    })),
  }));
}
