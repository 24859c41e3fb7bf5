/** Writes profile vectors, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import type { HeadVector } from '../profile-row.ts';
import type { EncodedWrite } from './encode-write.ts';
import { inChunks } from './in-chunks.ts';
import { rowInserter } from './insert-rows.ts';
import { encodeHead } from './profile-codec.ts';
import type { HeadTable, Tables } from './tables.ts';

const IDS_A_STATEMENT = 500;

/** Replaces vectors of the same encoder. Vectors of other encoders stay. */
export const putHeads = rowInserter<HeadTable>(
  [
    'tenant_id',
    'user_id',
    'head',
    'source_domain',
    'encoder_id',
    'codes',
    'scale',
    'sentences',
    'sentence_codes',
    'made_from',
    'made_at',
  ],
  (db, heads) =>
    db
      .insertInto('heads')
      .values(heads)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_id', 'head', 'encoder_id']).doUpdateSet((eb) => ({
          source_domain: eb.ref('excluded.source_domain'),
          codes: eb.ref('excluded.codes'),
          scale: eb.ref('excluded.scale'),
          sentences: eb.ref('excluded.sentences'),
          sentence_codes: eb.ref('excluded.sentence_codes'),
          made_from: eb.ref('excluded.made_from'),
          made_at: eb.ref('excluded.made_at'),
        })),
      ),
);

/** A write's vectors replace those of every encoder, so that all vectors of a profile are of one text. */
export async function replaceHeads(db: Kysely<Tables>, written: readonly EncodedWrite[]): Promise<void> {
  for (const { profile, dropHeads } of written) {
    if (dropHeads.length === 0) continue;
    await db
      .deleteFrom('heads')
      .where('tenant_id', '=', profile.tenant_id)
      .where('user_id', '=', profile.user_id)
      .where('head', 'in', [...dropHeads])
      .execute();
  }
  const heads = written.flatMap((write) => write.heads);
  await dropOthers(db, heads);
  await putHeads(db, heads);
}

/** Deletes vectors of the same profiles by encoders that made none this time. */
async function dropOthers(db: Kysely<Tables>, heads: readonly HeadTable[]): Promise<void> {
  const ofHead = Map.groupBy(heads, (head) =>
    JSON.stringify([head.tenant_id, head.head, head.user_id]),
  ).values();
  const groups = Map.groupBy(ofHead, (made) =>
    JSON.stringify([made[0]!.tenant_id, made[0]!.head, ...made.map(({ encoder_id }) => encoder_id)]),
  );
  for (const group of groups.values()) {
    const made = group[0]!;
    for (const chunk of inChunks(group, IDS_A_STATEMENT)) {
      await db
        .deleteFrom('heads')
        .where('tenant_id', '=', made[0]!.tenant_id)
        .where('head', '=', made[0]!.head)
        .where(
          'user_id',
          'in',
          chunk.map(([first]) => first!.user_id),
        )
        .where(
          'encoder_id',
          'not in',
          made.map(({ encoder_id }) => encoder_id),
        )
        .execute();
    }
  }
}

/**
 * Stores lazily made vectors of a row as it was read. `conflict`: the row was written or erased since, and
 * nothing was stored.
 */
export async function putLazyHeads(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  heads: readonly HeadVector[],
  revision: number,
): Promise<'written' | 'conflict'> {
  for (const { sourceDomain, head } of heads) {
    const row = await db
      .selectFrom('profiles')
      .select('revision')
      .where('tenant_id', '=', tenant)
      .where('domain', '=', sourceDomain)
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (row === undefined || Number(row.revision) !== revision) return 'conflict';
    await db
      .deleteFrom('heads')
      .where('tenant_id', '=', tenant)
      .where('user_id', '=', userId)
      .where('head', '=', head)
      .where('source_domain', '<>', sourceDomain)
      .execute();
  }
  await putHeads(
    db,
    heads.map((head) => encodeHead(tenant, userId, head)),
  );
  return 'written';
}
