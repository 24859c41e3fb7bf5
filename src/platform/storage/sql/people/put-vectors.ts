/** Writes profile vectors, in the caller's transaction. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { ProfileVector } from '../../profile-row.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import { rowInserter } from '../row-inserter.ts';
import type { Tables } from '../tables.generated.ts';
import type { EncodedWrite } from './encode-write.ts';
import { encodeProfileVector } from './profile-codec.ts';

const IDS_A_STATEMENT = 500;

/** Replaces vectors of the same encoder. Vectors of other encoders stay. */
export const putVectors = rowInserter<Tables['heads']>(
  [
    'tenant_id',
    'user_id',
    'head',
    'source_domain',
    'encoder_id',
    'codes',
    'scale',
    'halves',
    'sentences',
    'sentence_codes',
    'made_from',
    'made_at',
  ],
  (db, vectors) =>
    db
      .insertInto('heads')
      .values(vectors)
      .onConflict((conflict) =>
        conflict.columns(['tenant_id', 'user_id', 'head', 'encoder_id']).doUpdateSet((eb) => ({
          source_domain: eb.ref('excluded.source_domain'),
          codes: eb.ref('excluded.codes'),
          scale: eb.ref('excluded.scale'),
          halves: eb.ref('excluded.halves'),
          sentences: eb.ref('excluded.sentences'),
          sentence_codes: eb.ref('excluded.sentence_codes'),
          made_from: eb.ref('excluded.made_from'),
          made_at: eb.ref('excluded.made_at'),
        })),
      ),
);

/** A write's vectors replace those of every encoder, so that all vectors of a profile are of one text. */
export async function replaceVectors(db: Kysely<Tables>, written: readonly EncodedWrite[]): Promise<void> {
  for (const { profile, dropVectors } of written) {
    if (dropVectors.length === 0) continue;
    await db
      .deleteFrom('heads')
      .where('tenant_id', '=', profile.tenant_id)
      .where('user_id', '=', profile.user_id)
      .where('head', 'in', [...dropVectors])
      .execute();
  }
  const vectors = written.flatMap((write) => write.vectors);
  await dropOthers(db, vectors);
  await putVectors(db, vectors);
}

/** Deletes vectors of the same profiles by encoders that made none this time. */
async function dropOthers(db: Kysely<Tables>, vectors: readonly Tables['heads'][]): Promise<void> {
  const ofDomain = Map.groupBy(vectors, (each) =>
    JSON.stringify([each.tenant_id, each.head, each.user_id]),
  ).values();
  const groups = Map.groupBy(ofDomain, (made) =>
    JSON.stringify([made[0]!.tenant_id, made[0]!.head, ...made.map(({ encoder_id }) => encoder_id)]),
  );
  for (const group of groups.values()) {
    const made = group[0]!;
    for (const chunk of inChunks(group, IDS_A_STATEMENT)) {
      const userIds = chunk.map(([first]) => first!.user_id);
      const encoders = made.map(({ encoder_id }) => encoder_id);
      await deleteOthers(db, made[0]!.tenant_id, made[0]!.head, userIds, encoders);
    }
  }
}

const deleteOthers = compileOnce(
  (db, tenant: string, domain: string, userIds: readonly string[], encoders: readonly string[]) =>
    db
      .deleteFrom('heads')
      .where('tenant_id', '=', tenant)
      .where('head', '=', domain)
      .where('user_id', 'in', [...userIds])
      .where('encoder_id', 'not in', [...encoders]),
);

/**
 * Stores lazily made vectors of a row as it was read. `conflict`: the row was written or erased since, and
 * nothing was stored.
 */
export async function putLazyVectors(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
  vectors: readonly ProfileVector[],
  revision: number,
): Promise<'written' | 'conflict'> {
  for (const { sourceDomain, domain } of vectors) {
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
      .where('head', '=', domain)
      .where('source_domain', '<>', sourceDomain)
      .execute();
  }
  await putVectors(
    db,
    vectors.map((each) => encodeProfileVector(tenant, userId, each)),
  );
  return 'written';
}
