/** Notes expected likes with a remembered answer, and adds them to the sums of the candidates. */
import type { Kysely } from 'kysely';
import type { FairExposure } from '../../../../contract/fair-exposure.ts';
import { faded, isMoving } from '../../../../domains/exposure-prices.ts';
import type { ExposureScope } from '../../exposure-store.ts';
import type { ShownMatch } from '../../learning-store.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import { type AddedLikes, addToGroups } from './exposure-groups.ts';

/** A match that an erasure of its seeker has removed may be recorded again while its notes wait. */
const insertNotes = rowInserter<Tables['likes_to_count']>(
  ['tenant_id', 'candidate_id', 'domain', 'match_id', 'likes', 'at_ms'],
  (db, rows) =>
    db
      .insertInto('likes_to_count')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
);

export const putExposure = rowInserter<Tables['candidate_exposure']>(
  ['tenant_id', 'user_id', 'domain', 'likes', 'at_ms', 'price', 'capped', 'moving', 'round'],
  (db, rows) =>
    db
      .insertInto('candidate_exposure')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_id', 'domain']).doUpdateSet((eb) => ({
          likes: eb.ref('excluded.likes'),
          at_ms: eb.ref('excluded.at_ms'),
          price: eb.ref('excluded.price'),
          capped: eb.ref('excluded.capped'),
          moving: eb.ref('excluded.moving'),
          round: eb.ref('excluded.round'),
        })),
      ),
);

/** Candidates without `likes` are not counted: fair exposure is off. */
export async function noteLikes(
  db: Kysely<Tables>,
  { tenantId, matchId, domain, candidates, atMs }: Omit<ShownMatch, 'answer'>,
  known: ReadonlySet<string>,
): Promise<void> {
  const key = { tenant_id: tenantId, domain, match_id: matchId, at_ms: atMs };
  const notes = candidates.flatMap(({ userId, likes }) =>
    likes === undefined || !known.has(userId) ? [] : [{ ...key, candidate_id: userId, likes }],
  );
  await insertNotes(db, notes);
}

export async function addLikes(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
  rule: FairExposure,
  nowMs: number,
  limit: number,
): Promise<number> {
  const notes = await db
    .selectFrom('likes_to_count')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .orderBy('candidate_id')
    .orderBy('match_id')
    .limit(limit)
    .execute();
  if (notes.length === 0) return 0;
  const added = notes.map((note) => ({
    userId: note.candidate_id,
    likes: faded(note.likes, nowMs - Number(note.at_ms), rule),
  }));
  await addToSums(db, { tenantId, domain }, rule, nowMs, added);
  if (rule.groups !== null) await addToGroups(db, { tenantId, domain }, rule, nowMs, added);
  for (const [candidate, ofCandidate] of Map.groupBy(notes, (note) => note.candidate_id)) {
    await db
      .deleteFrom('likes_to_count')
      .where('tenant_id', '=', tenantId)
      .where('candidate_id', '=', candidate)
      .where('domain', '=', domain)
      .where(
        'match_id',
        'in',
        ofCandidate.map((note) => note.match_id),
      )
      .execute();
  }
  return notes.length;
}

async function addToSums(
  db: Kysely<Tables>,
  scope: ExposureScope,
  rule: FairExposure,
  nowMs: number,
  added: readonly AddedLikes[],
): Promise<void> {
  const byUser = Map.groupBy(added, ({ userId }) => userId);
  const before = await exposureOf(db, scope, [...byUser.keys()]);
  const rows = [...byUser].map(([userId, ofUser]) => {
    const row = before.get(userId) ?? newRow(scope, userId, nowMs);
    const more = ofUser.reduce((sum, { likes }) => sum + likes, 0);
    const likes = faded(row.likes, nowMs - Number(row.at_ms), rule) + more;
    const moving = isMoving(row.price, likes, rule) ? 1 : row.moving;
    return { ...row, likes, at_ms: nowMs, moving } satisfies Tables['candidate_exposure'];
  });
  await putExposure(db, rows);
}

async function exposureOf(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Tables['candidate_exposure']>> {
  const rows = await db
    .selectFrom('candidate_exposure')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

function newRow(
  { tenantId, domain }: ExposureScope,
  userId: string,
  nowMs: number,
): Tables['candidate_exposure'] {
  return {
    tenant_id: tenantId,
    user_id: userId,
    domain,
    ...{ likes: 0, at_ms: nowMs, price: 0, capped: 0, moving: 0, round: 0 },
  };
}
