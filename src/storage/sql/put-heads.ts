/** Vectors into their table, inside a transaction that the caller holds. */
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import type { HeadVector, ProfileWrite } from '../profile-row.ts';
import { inChunks } from './in-chunks.ts';
import { encodeHead } from './profile-codec.ts';
import type { HeadTable, Tables } from './tables.ts';

const HEADS_A_STATEMENT = 100;
const IDS_A_STATEMENT = 500;

/** Heads of an encoder replace that encoder's; those of others stay. */
export async function putHeads(db: Kysely<Tables>, heads: readonly HeadTable[]): Promise<void> {
  await db
    .insertInto('heads')
    .values([...heads])
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
    )
    .execute();
}

/** A write's heads replace those of every encoder, so that all vectors of a head are of one text. */
export async function replaceHeads(db: Kysely<Tables>, written: readonly ProfileWrite[]): Promise<void> {
  for (const { row, dropHeads } of written) {
    if (dropHeads.length === 0) continue;
    await db
      .deleteFrom('heads')
      .where('tenant_id', '=', row.tenantId)
      .where('user_id', '=', row.userId)
      .where('head', 'in', [...dropHeads])
      .execute();
  }
  const heads = written.flatMap(({ row, heads }) =>
    heads.map((head) => encodeHead(row.tenantId, row.userId, head)),
  );
  await dropOthers(db, heads);
  for (const chunk of inChunks(heads, HEADS_A_STATEMENT)) await putHeads(db, chunk);
}

/** Vectors of the same heads by encoders that did not make one this time. */
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

/** Lazily made heads, of a row as it was read; `conflict`: it was written or erased since, and nothing was put. */
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
  if (heads.length > 0)
    await putHeads(
      db,
      heads.map((head) => encodeHead(tenant, userId, head)),
    );
  return 'written';
}
