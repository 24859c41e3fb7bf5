/** Moves the prices of candidates, and forgets those of a domain, in the caller's transaction. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { FairExposure } from '../../../../contract/fair-exposure.ts';
import { faded, isCapped, isMoving, nextPrice } from '../../../../domains/exposure-prices.ts';
import type { ExposureScope, PriceMove } from '../../exposure-store.ts';
import type { Tables } from '../tables.generated.ts';
import { putExposure } from './add-likes.ts';

const ROWS_FORGOTTEN_AT_ONCE = 5000;

/** A candidate without a price and below the capacity does not move, and is not read. */
export async function movePrices(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
  rule: FairExposure,
  { nowMs, everyMs, after, limit }: PriceMove,
): Promise<string | null> {
  const rows = await db
    .selectFrom('candidate_exposure')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('moving', '=', sql.lit(1))
    .where('user_id', '>', after ?? '')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return null;
  const round = await nextRound(db, { tenantId, domain });
  await putExposure(
    db,
    rows.map((row) => moved(row, rule, { nowMs, everyMs }, round)),
  );
  return rows.length < limit ? null : rows.at(-1)!.user_id;
}

function moved(
  row: Tables['candidate_exposure'],
  rule: FairExposure,
  { nowMs, everyMs }: Pick<PriceMove, 'nowMs' | 'everyMs'>,
  round: number,
): Tables['candidate_exposure'] {
  const likes = faded(row.likes, nowMs - Number(row.at_ms), rule);
  const price = nextPrice(row.price, likes, everyMs, rule);
  const capped = isCapped(likes, rule) ? 1 : 0;
  const isChanged = price !== row.price || capped !== row.capped;
  return {
    ...row,
    ...{ likes, at_ms: nowMs, price, capped },
    moving: isMoving(price, likes, rule) ? 1 : 0,
    round: isChanged ? round : Number(row.round),
  };
}

async function nextRound(db: Kysely<Tables>, { tenantId, domain }: ExposureScope): Promise<number> {
  const { round } = await db
    .insertInto('exposure_rounds')
    .values({ tenant_id: tenantId, domain, epoch: randomUUID(), round: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'domain']).doUpdateSet({ round: sql`exposure_rounds.round + 1` }),
    )
    .returning('round')
    .executeTakeFirstOrThrow();
  return Number(round);
}

/** The round goes first: an index that reads no round gives up its prices. */
export async function forgetExposure(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
): Promise<boolean> {
  for (const table of ['exposure_rounds', 'exposure_groups'] as const)
    await db.deleteFrom(table).where('tenant_id', '=', tenantId).where('domain', '=', domain).execute();
  const [notes, prices] = [
    await forgetSome(db, 'likes_to_count', 'candidate_id', { tenantId, domain }),
    await forgetSome(db, 'candidate_exposure', 'user_id', { tenantId, domain }),
  ];
  return notes || prices;
}

async function forgetSome(
  db: Kysely<Tables>,
  table: 'likes_to_count' | 'candidate_exposure',
  person: string,
  { tenantId, domain }: ExposureScope,
): Promise<boolean> {
  const some = await db
    .selectFrom(table)
    .select(sql.ref<string>(person).as('person'))
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .limit(ROWS_FORGOTTEN_AT_ONCE)
    .execute();
  if (some.length === 0) return false;
  await db
    .deleteFrom(table)
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where(sql.ref<string>(person), 'in', [...new Set(some.map((row) => row.person))])
    .execute();
  return some.length === ROWS_FORGOTTEN_AT_ONCE;
}
