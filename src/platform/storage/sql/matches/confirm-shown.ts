/**
 * Confirmations by feedback that an answer of /match was really seen, in the caller's transaction. The first
 * confirmation of an answer or a candidate keeps its time, so a repetition changes nothing.
 */
import type { Kysely } from 'kysely';
import type { FeedbackBatch, ShownConfirmation, ShownFault } from '../../learning-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

type Batch = Pick<FeedbackBatch, 'tenantId' | 'domain' | 'at'>;

const IDS_A_STATEMENT = 500;

/** Returns the faults, by position. */
export async function confirmShown(
  db: Kysely<Tables>,
  batch: Batch,
  shown: readonly ShownConfirmation[],
): Promise<readonly ShownFault[]> {
  const known = await knownMatches(db, batch, shown);
  const whole = shown.filter(({ matchId, userIds }) => userIds === null && known.has(matchId));
  await confirmMatches(db, batch, [...new Set(whole.map(({ matchId }) => matchId))]);
  const faults: ShownFault[] = [];
  for (const { index, matchId, userIds } of shown) {
    if (!known.has(matchId)) faults.push({ index, unknownUserIds: null });
    else if (userIds !== null) {
      const found = await confirmCandidates(db, batch, matchId, userIds);
      const unknownUserIds = userIds.filter((userId) => !found.has(userId));
      if (unknownUserIds.length > 0) faults.push({ index, unknownUserIds });
    }
  }
  return faults;
}

async function knownMatches(
  db: Kysely<Tables>,
  { tenantId, domain }: Batch,
  shown: readonly ShownConfirmation[],
): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  for (const chunk of inChunks([...new Set(shown.map(({ matchId }) => matchId))], IDS_A_STATEMENT)) {
    const found = await db
      .selectFrom('shown_matches')
      .select('match_id')
      .where('tenant_id', '=', tenantId)
      .where('domain', '=', domain)
      .where('match_id', 'in', [...chunk])
      .execute();
    for (const { match_id } of found) known.add(match_id);
  }
  return known;
}

async function confirmMatches(
  db: Kysely<Tables>,
  { tenantId, at }: Batch,
  matchIds: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(matchIds, IDS_A_STATEMENT)) {
    await db
      .updateTable('shown_matches')
      .set({ confirmed_ms: Date.parse(at) })
      .where('tenant_id', '=', tenantId)
      .where('match_id', 'in', [...chunk])
      .where('confirmed_ms', 'is', null)
      .execute();
  }
}

/** Returns the given people whom the match showed. */
async function confirmCandidates(
  db: Kysely<Tables>,
  { tenantId, at }: Batch,
  matchId: string,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const confirmed = new Set<string>();
  for (const chunk of inChunks(userIds, IDS_A_STATEMENT)) {
    const rows = await db
      .updateTable('shown_candidates')
      .set((eb) => ({ confirmed_ms: eb.fn.coalesce('confirmed_ms', eb.val(Date.parse(at))) }))
      .where('tenant_id', '=', tenantId)
      .where('match_id', '=', matchId)
      .where('candidate_id', 'in', [...chunk])
      .returning('candidate_id')
      .execute();
    for (const row of rows) confirmed.add(row.candidate_id);
  }
  return confirmed;
}
