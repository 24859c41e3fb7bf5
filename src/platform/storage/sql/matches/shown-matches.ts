/**
 * The candidates that each match showed. They are recorded before /match answers, in a group commit with
 * other writes. So every match that a caller knows of is recorded.
 */
import { type Insertable, type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { FeedbackRecord, ShownMatch, StoredMatch } from '../../learning-store.ts';
import { findParticipation, recordParticipation } from '../experiments/experiment-matches.ts';
import { noteLikes } from '../exposure/add-likes.ts';
import { inChunks } from '../in-chunks.ts';
import { knownUsers } from '../people/known-users.ts';
import { rowInserter } from '../row-inserter.ts';
import { uncountMatches } from '../statistics/count-shown.ts';
import type { Tables } from '../tables.generated.ts';
import { decodeAnswer, encodeAnswer } from './answer-codec.ts';

const insertMatches = rowInserter<Insertable<Tables['shown_matches']>>(
  ['tenant_id', 'match_id', 'domain', 'seeker_id', 'answer', 'at_ms', 'key_id', 'took_ms'],
  (db, rows) => db.insertInto('shown_matches').values(rows),
);

const insertCandidates = rowInserter<Insertable<Tables['shown_candidates']>>(
  ['tenant_id', 'match_id', 'position', 'domain', 'candidate_id', 'score', 'propensity', 'explored'],
  (db, rows) => db.insertInto('shown_candidates').values(rows),
);

/** Clocks of several processes may differ: the later time stays. */
const insertPairs = rowInserter<Tables['shown_pairs']>(
  ['tenant_id', 'seeker_id', 'domain', 'candidate_id', 'at_ms'],
  (db, rows) =>
    db
      .insertInto('shown_pairs')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'seeker_id', 'domain', 'candidate_id']).doUpdateSet({
          at_ms: sql`case when excluded.at_ms > shown_pairs.at_ms then excluded.at_ms else shown_pairs.at_ms end`,
        }),
      ),
);

/** Ids of people have no control characters. */
const SEPARATOR = '\n';

/**
 * A shown match with its answer as the stored text, which goes to the writing thread at less cost than
 * objects.
 */
export interface EncodedMatch extends Omit<ShownMatch, 'answer'> {
  readonly answer: string;
}

export function encodeMatch(shown: ShownMatch): EncodedMatch {
  return { ...shown, answer: encodeAnswer(shown.answer) };
}

export async function recordShown(db: Kysely<Tables>, shown: EncodedMatch): Promise<void> {
  await recordAllShown(db, [shown]);
}

/**
 * A few statements for many matches. Leaves out people who were erased while a match was computed, so that an
 * erasure stays complete.
 */
export async function recordAllShown(db: Kysely<Tables>, matches: readonly EncodedMatch[]): Promise<void> {
  const shown = await withKnownPeople(db, await unrecorded(db, matches));
  await insertMatches(
    db,
    shown.map(({ match }) => ({
      ...keyOf(match),
      domain: match.domain,
      seeker_id: match.seekerId,
      answer: match.answer,
      at_ms: match.atMs,
      key_id: match.keyId ?? null,
      took_ms: match.tookMs ?? null,
    })),
  );
  const empty = shown.filter(({ match }) => match.candidates.length === 0).map(({ match }) => keyOf(match));
  if (empty.length > 0) await db.insertInto('empty_matches').values(empty).execute();
  await insertCandidates(db, shown.flatMap(candidateRows));
  for (const { match, known } of shown) {
    await recordParticipation(db, match);
    await noteLikes(db, match, known);
  }
  await insertPairs(db, newestPairs(shown.flatMap(pairRows)));
}

interface KnownMatch {
  readonly match: EncodedMatch;
  /** Ids of the candidates who exist. */
  readonly known: ReadonlySet<string>;
}

const keyOf = ({ tenantId, matchId }: EncodedMatch) => ({ tenant_id: tenantId, match_id: matchId });

function candidateRows({ match, known }: KnownMatch): readonly Insertable<Tables['shown_candidates']>[] {
  const { domain, candidates } = match;
  const key = keyOf(match);
  return candidates
    .map(({ userId, score, propensity = null, explored = false }, position) => ({
      ...{ ...key, position, domain, candidate_id: userId, score, propensity },
      explored: explored ? 1 : null,
    }))
    .filter(({ candidate_id }) => known.has(candidate_id));
}

function pairRows({ match, known }: KnownMatch): readonly Tables['shown_pairs'][] {
  const { tenantId, seekerId, domain, candidates, atMs } = match;
  return candidates
    .filter(({ userId }) => known.has(userId))
    .map(({ userId }) => ({
      ...{ tenant_id: tenantId, seeker_id: seekerId, domain, candidate_id: userId, at_ms: atMs },
    }));
}

/**
 * Each pair once, which PostgreSQL requires of a statement, with its latest time; in the order of the key.
 */
function newestPairs(pairs: readonly Tables['shown_pairs'][]): readonly Tables['shown_pairs'][] {
  const newest = new Map<string, Tables['shown_pairs']>();
  for (const pair of pairs) {
    const key = [pair.tenant_id, pair.seeker_id, pair.domain, pair.candidate_id].join(SEPARATOR);
    const known = newest.get(key);
    if (known === undefined || pair.at_ms > known.at_ms) newest.set(key, pair);
  }
  return [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair);
}

/** The matches whose seeker exists, with the candidates who do. */
async function withKnownPeople(
  db: Kysely<Tables>,
  matches: readonly EncodedMatch[],
): Promise<readonly KnownMatch[]> {
  const found: KnownMatch[] = [];
  for (const [tenant, ofTenant] of Map.groupBy(matches, ({ tenantId }) => tenantId)) {
    const seekers = await knownUsers(
      db,
      tenant,
      null,
      ofTenant.map(({ seekerId }) => seekerId),
    );
    const present = ofTenant.filter(({ seekerId }) => seekers.has(seekerId));
    for (const [domain, ofDomain] of Map.groupBy(present, (match) => match.domain)) {
      const ids = ofDomain.flatMap(({ candidates }) => candidates.map(({ userId }) => userId));
      const known = await knownUsers(db, tenant, domain, ids);
      for (const match of ofDomain) found.push({ match, known });
    }
  }
  return found;
}

async function unrecorded(
  db: Kysely<Tables>,
  matches: readonly EncodedMatch[],
): Promise<readonly EncodedMatch[]> {
  const found: EncodedMatch[] = [];
  for (const match of matches) {
    const isKnown = match.mayBeKnown === true && (await isRecorded(db, match.tenantId, match.matchId));
    if (!isKnown) found.push(match);
  }
  return found;
}

async function isRecorded(db: Kysely<Tables>, tenant: TenantId, matchId: string): Promise<boolean> {
  const found = await db
    .selectFrom('shown_matches')
    .select('match_id')
    .where('tenant_id', '=', tenant)
    .where('match_id', '=', matchId)
    .executeTakeFirst();
  return found !== undefined;
}

/** A pair is removed before or with the match of its time, through which an erasure finds it. */
export async function forgetShown(db: Kysely<Tables>, beforeMs: number, limit: number): Promise<number> {
  const old = await db
    .selectFrom('shown_matches')
    .select(['tenant_id', 'match_id', 'seeker_id'])
    .where('at_ms', '<', beforeMs)
    .orderBy('at_ms')
    .limit(limit)
    .execute();
  for (const [tenant, matches] of Map.groupBy(old, (match) => match.tenant_id)) {
    for (const chunk of inChunks(matches, 500)) {
      const matchIds = chunk.map((match) => match.match_id);
      await uncountMatches(db, tenant, matchIds);
      await forgetMatches(db, tenant, matchIds);
    }
    for (const chunk of inChunks([...new Set(matches.map((match) => match.seeker_id))], 500)) {
      await db
        .deleteFrom('shown_pairs')
        .where('tenant_id', '=', tenant)
        .where('seeker_id', 'in', [...chunk])
        .where('at_ms', '<', beforeMs)
        .execute();
    }
  }
  return old.length;
}

const matchTables = ['experiment_picks', 'experiment_matches', 'shown_candidates', 'shown_matches'] as const;

export async function forgetMatches(
  db: Kysely<Tables>,
  tenant: string,
  matchIds: readonly string[],
): Promise<void> {
  for (const table of matchTables) {
    await db
      .deleteFrom(table)
      .where('tenant_id', '=', tenant)
      .where('match_id', 'in', [...matchIds])
      .execute();
  }
}

/** Removes the pairs of the candidate, whose seekers are those of the matches that showed the candidate. */
export async function forgetPairsWith(
  db: Kysely<Tables>,
  tenant: TenantId,
  candidateId: string,
  domain: string | null,
): Promise<void> {
  const matches = db
    .selectFrom('shown_candidates')
    .select('match_id')
    .where('tenant_id', '=', tenant)
    .where('candidate_id', '=', candidateId)
    .$if(domain !== null, (query) => query.where('domain', '=', domain!));
  // The whole key of each pair: the table has no other index.
  const pairs = db
    .selectFrom('shown_matches')
    .select((eb) => ['tenant_id', 'seeker_id', 'domain', eb.val(candidateId).as('candidate_id')])
    .where('tenant_id', '=', tenant)
    .where('match_id', 'in', matches);
  await db
    .deleteFrom('shown_pairs')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('tenant_id', 'seeker_id', 'domain', 'candidate_id'),
        'in',
        pairs.$asTuple('tenant_id', 'seeker_id', 'domain', 'candidate_id'),
      ),
    )
    .execute();
}

/**
 * The cost follows the seeker's pairs, however often each was shown. One row with all ids is read faster than
 * a row for each.
 */
export async function shownTo(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  seekerId: string,
  sinceMs: number,
): Promise<readonly string[]> {
  const { ids } = await db
    .selectFrom('shown_pairs')
    .select(sql<string | null>`string_agg(candidate_id, ${sql.lit(SEPARATOR)})`.as('ids'))
    .where('tenant_id', '=', tenant)
    .where('seeker_id', '=', seekerId)
    .where('domain', '=', domain)
    .where('at_ms', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return ids === null ? [] : ids.split(SEPARATOR);
}

export async function findMatch(
  db: Kysely<Tables>,
  tenant: TenantId,
  matchId: string,
): Promise<StoredMatch | null> {
  const match = await db
    .selectFrom('shown_matches')
    .select(['domain', 'seeker_id', 'answer', 'at_ms', 'key_id', 'took_ms'])
    .where('tenant_id', '=', tenant)
    .where('match_id', '=', matchId)
    .executeTakeFirst();
  if (match === undefined) return null;
  const candidates = await db
    .selectFrom('shown_candidates')
    .select(['candidate_id', 'position', 'score', 'propensity', 'explored'])
    .where('tenant_id', '=', tenant)
    .where('match_id', '=', matchId)
    .orderBy('position')
    .execute();
  return {
    tenantId: tenant,
    matchId,
    domain: match.domain,
    seekerId: match.seeker_id,
    candidates: candidates.map(({ candidate_id, explored, ...shown }) => ({
      ...{ userId: candidate_id, ...shown },
      explored: explored === 1,
    })),
    answer: decodeAnswer(match.answer),
    experiment: await findParticipation(db, tenant, matchId),
    atMs: Number(match.at_ms),
    keyId: match.key_id,
    tookMs: match.took_ms,
  };
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
