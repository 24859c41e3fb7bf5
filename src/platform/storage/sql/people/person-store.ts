/**
 * Reads everything that is stored about a person, in pages by key: each page begins behind the one before.
 */
import { type Kysely, type Selectable, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { sessionMark } from '../../../../contract/session-key.ts';
import type {
  KnownContextItem,
  KnownOutcome,
  MatchShownIn,
  MatchShownTo,
  PersonSide,
  PersonStore,
} from '../../person-store.ts';
import { hasPeopleInDatasets } from '../behaviour/dataset-erasures.ts';
import { modelsTrainedWith } from '../learning/models-trained-with.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { personColumns } from './erase-person.ts';
import { fingerprintOf, markOf, markSecret } from './person-mark.ts';

/** `readers`: pages of long texts and many rows do not block the calling thread. */
export function personStore({ db, readers }: Pick<SqlStoreParts, 'db' | 'readers'>): PersonStore {
  return {
    isKnown: (tenant, userId, domain = null) => isKnown(db, tenant, userId, domain),
    contextItems: (tenant, userId, pageSize) =>
      pages(pageSize, (after: KnownContextItem | null) =>
        contextItemPage(readers, tenant, userId, after, pageSize),
      ),
    outcomes: async function* (tenant, userId, side, pageSize) {
      yield* pages(pageSize, (after: KnownOutcome | null) =>
        outcomePage(readers, tenant, userId, side, after, pageSize),
      );
      yield* pages(pageSize, (after: ReplacedOutcome | null) =>
        replacedPage(readers, tenant, userId, side, after, pageSize),
      );
    },
    matchesShownTo: (tenant, userId, pageSize) =>
      pages(pageSize, (after: MatchShownTo | null) => shownToPage(readers, tenant, userId, after, pageSize)),
    matchesShownIn: (tenant, userId, pageSize) =>
      pages(pageSize, (after: MatchShownIn | null) => shownInPage(readers, tenant, userId, after, pageSize)),
    mayBeInDatasets: (tenant) => hasPeopleInDatasets(db, tenant),
    trainedModels: (tenant, userId) => modelsTrainedWith(db, tenant, userId, null),
    ids: async function* (tenant, pageSize) {
      for (const [table, columns] of Object.entries({ ...personColumns, ...moreColumns }))
        for (const column of columns)
          yield* pages(pageSize, (after: string | null) =>
            idPage(readers, { table, column } as IdColumn, tenant, after, pageSize),
          );
      for (const table of ['appended_rows', 'session_merges'])
        for await (const page of pages(pageSize, (after: string | null) =>
          idPage(readers, { table, column: 'session_id' } as unknown as IdColumn, tenant, after, pageSize),
        ))
          yield page.map(sessionMark);
    },
    marks: async (tenant, userIds) => {
      const secret = await markSecret(db);
      return userIds.map((userId) => markOf(secret, tenant, userId));
    },
    markKey: async () => fingerprintOf(await markSecret(db)),
  };
}

async function* pages<Row>(
  pageSize: number,
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Row | null = null; ; ) {
    const page: readonly Row[] = await read(after);
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    after = page.at(-1)!;
  }
}

/** Beside those that an erasure names by table: their rows are erased by other statements. */
const moreColumns = {
  shown_matches: ['seeker_id'],
  heads: ['user_id'],
  appended_rows: ['person_id'],
  session_merges: ['person_id'],
  message_rejects: ['user_id', 'other_id'],
} as const;

interface IdColumn {
  readonly table: 'profiles';
  readonly column: 'user_id';
}

async function idPage(
  db: Kysely<Tables>,
  { table, column }: IdColumn,
  tenant: TenantId,
  after: string | null,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom(table)
    .select(column)
    .distinct()
    .where('tenant_id', '=', tenant)
    .where(column, 'is not', null)
    .$if(after !== null, (query) => query.where(column, '>', after!))
    .orderBy(column)
    .limit(limit)
    .execute();
  return rows.map((row) => row[column]);
}

const tracesOf = [
  ['profiles', 'user_id'],
  ['context_items', 'user_id'],
  ['outcomes', 'seeker_id'],
  ['outcomes', 'candidate_id'],
  ['shown_matches', 'seeker_id'],
  ['shown_candidates', 'candidate_id'],
] as const;

async function isKnown(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  domain: string | null,
): Promise<boolean> {
  for (const [table, column] of tracesOf) {
    const found = await db
      .selectFrom(table)
      .select(sql`1`.as('found'))
      .where('tenant_id', '=', tenant)
      .where(sql.ref<string>(column), '=', userId)
      .$if(domain !== null, (query) => query.where('domain', '=', domain!))
      .limit(1)
      .executeTakeFirst();
    if (found !== undefined) return true;
  }
  return false;
}

async function contextItemPage(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  after: KnownContextItem | null,
  limit: number,
): Promise<readonly KnownContextItem[]> {
  const rows = await db
    .selectFrom('context_items')
    .select(['domain', 'context_id', 'source', 'content', 'created_at'])
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(domain, created_at, context_id) > (${after!.domain}, ${after!.createdAt}, ${after!.contextId})`,
      ),
    )
    .orderBy('domain')
    .orderBy('created_at')
    .orderBy('context_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    domain: row.domain,
    contextId: row.context_id,
    source: row.source,
    content: row.content,
    createdAt: row.created_at,
  }));
}

async function outcomePage(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  side: PersonSide,
  after: KnownOutcome | null,
  limit: number,
): Promise<readonly KnownOutcome[]> {
  const { own, other, otherId } = sidesOf(side, after);
  const rows = await db
    .selectFrom('outcomes')
    .select([...outcomeColumns, 'is_current'])
    .where('tenant_id', '=', tenant)
    .where(own, '=', userId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(domain, ${sql.ref(other)}, label) > (${after!.domain}, ${otherId}, ${after!.label})`,
      ),
    )
    .orderBy('domain')
    .orderBy(other)
    .orderBy('label')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...decodeOutcome(row), isCurrent: row.is_current === 1 }));
}

interface ReplacedOutcome extends KnownOutcome {
  readonly keyId: string;
}

async function replacedPage(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  side: PersonSide,
  after: ReplacedOutcome | null,
  limit: number,
): Promise<readonly ReplacedOutcome[]> {
  const { own, other, otherId } = sidesOf(side, after);
  const rows = await db
    .selectFrom('replaced_outcomes')
    .select([...outcomeColumns, 'key_id'])
    .where('tenant_id', '=', tenant)
    .where(own, '=', userId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(domain, ${sql.ref(other)}, label, key_id) > (${after!.domain}, ${otherId}, ${after!.label}, ${after!.keyId})`,
      ),
    )
    .orderBy('domain')
    .orderBy(other)
    .orderBy('label')
    .orderBy('key_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...decodeOutcome(row), isCurrent: false, keyId: row.key_id }));
}

function sidesOf(side: PersonSide, after: KnownOutcome | null) {
  return side === 'seeker'
    ? ({ own: 'seeker_id', other: 'candidate_id', otherId: after?.candidateId } as const)
    : ({ own: 'candidate_id', other: 'seeker_id', otherId: after?.seekerId } as const);
}

const outcomeColumns = ['domain', 'seeker_id', 'candidate_id', 'label', 'weight', 'match_id', 'at'] as const;

function decodeOutcome(
  row: Pick<Tables['outcomes'], (typeof outcomeColumns)[number]>,
): Omit<KnownOutcome, 'isCurrent'> {
  return {
    domain: row.domain,
    seekerId: row.seeker_id,
    candidateId: row.candidate_id,
    label: row.label,
    weight: row.weight,
    matchId: row.match_id,
    at: row.at,
  };
}

async function shownToPage(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  after: MatchShownTo | null,
  limit: number,
): Promise<readonly MatchShownTo[]> {
  const matches = await db
    .selectFrom('shown_matches')
    .select(['match_id', 'domain', 'at_ms', 'confirmed_ms'])
    .where('tenant_id', '=', tenant)
    .where('seeker_id', '=', userId)
    .$if(after !== null, (query) => query.where('match_id', '>', after!.matchId))
    .orderBy('match_id')
    .limit(limit)
    .execute();
  if (matches.length === 0) return [];
  const candidates = await db
    .selectFrom('shown_candidates')
    .select(['match_id', 'candidate_id', 'position', 'score', 'confirmed_ms', 'propensity', 'explored'])
    .where('tenant_id', '=', tenant)
    .where(
      'match_id',
      'in',
      matches.map((match) => match.match_id),
    )
    .orderBy('match_id')
    .orderBy('position')
    .execute();
  const byMatch = Map.groupBy(candidates, (candidate) => candidate.match_id);
  return matches.map((match) => ({
    matchId: match.match_id,
    domain: match.domain,
    atMs: Number(match.at_ms),
    confirmedMs: match.confirmed_ms,
    candidates: (byMatch.get(match.match_id) ?? []).map((candidate) => ({
      userId: candidate.candidate_id,
      position: candidate.position,
      score: candidate.score,
      confirmedMs: candidate.confirmed_ms,
      ...exploringOf(candidate),
    })),
  }));
}

async function shownInPage(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  after: MatchShownIn | null,
  limit: number,
): Promise<readonly MatchShownIn[]> {
  const rows = await db
    .selectFrom('shown_candidates')
    .innerJoin('shown_matches', (join) =>
      join
        .onRef('shown_matches.tenant_id', '=', 'shown_candidates.tenant_id')
        .onRef('shown_matches.match_id', '=', 'shown_candidates.match_id'),
    )
    .select([
      'shown_candidates.match_id',
      'shown_candidates.domain',
      'shown_candidates.position',
      'shown_candidates.score',
      'shown_candidates.propensity',
      'shown_candidates.explored',
      'shown_matches.seeker_id',
      'shown_matches.at_ms',
      'shown_candidates.confirmed_ms',
      'shown_matches.confirmed_ms as match_confirmed_ms',
    ])
    .where('shown_candidates.tenant_id', '=', tenant)
    .where('shown_candidates.candidate_id', '=', userId)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(shown_candidates.match_id, shown_candidates.position) > (${after!.matchId}, ${after!.position})`,
      ),
    )
    .orderBy('shown_candidates.match_id')
    .orderBy('shown_candidates.position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    matchId: row.match_id,
    domain: row.domain,
    atMs: Number(row.at_ms),
    seekerId: row.seeker_id,
    position: row.position,
    score: row.score,
    confirmedMs: earlier(row.confirmed_ms, row.match_confirmed_ms),
    ...exploringOf(row),
  }));
}

type ExploredRow = Pick<Selectable<Tables['shown_candidates']>, 'propensity' | 'explored'>;

const exploringOf = ({ propensity, explored }: ExploredRow) => ({ propensity, explored: explored === 1 });

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}
