/** The prices of exposure of the store: reads through one handle, changes through `write`. */
import { type Kysely, sql } from 'kysely';
import { tenantId as asTenantId, type TenantId } from '../../../../contract/brands.ts';
import type {
  CandidatePrice,
  ExposureScope,
  ExposureStore,
  ExposureSummary,
  PersonExposure,
  PriceRound,
} from '../../exposure-store.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { readGroups } from './exposure-groups.ts';

export function exposureStore({ db, readers, write }: SqlStoreParts): ExposureStore {
  return {
    addLikes: (scope, rule, nowMs, limit) => write('addLikes', scope, rule, nowMs, limit),
    movePrices: (scope, rule, move) => write('movePrices', scope, rule, move),
    domains: () => domainsWithExposure(db),
    forget: (scope) => write('forgetExposure', scope),
    round: (tenant, domain) => readRound(db, tenant, domain),
    pricesAfter: (scope, after, limit) => readPrices(readers, scope, after, limit),
    groups: (tenantId, domain, field) => readGroups(db, { tenantId, domain }, field),
    ofPerson: (tenant, userId) => exposureOfPerson(db, tenant, userId),
    summary: (scope) => summarize(readers, scope),
  };
}

async function domainsWithExposure(db: Kysely<Tables>): Promise<readonly ExposureScope[]> {
  const found = await db
    .selectFrom('exposure_rounds')
    .select(['tenant_id', 'domain'])
    .union(db.selectFrom('likes_to_count').select(['tenant_id', 'domain']))
    .union(db.selectFrom('candidate_exposure').select(['tenant_id', 'domain']))
    .execute();
  return found.map((row) => ({ tenantId: asTenantId(row.tenant_id), domain: row.domain }));
}

async function readRound(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<PriceRound | null> {
  const found = await db
    .selectFrom('exposure_rounds')
    .select(['epoch', 'round'])
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .executeTakeFirst();
  return found === undefined ? null : { epoch: found.epoch, round: Number(found.round) };
}

async function readPrices(
  db: Kysely<Tables>,
  { tenantId, domain }: ExposureScope,
  after: number | null,
  limit: number,
): Promise<readonly CandidatePrice[]> {
  const ofDomain = db
    .selectFrom('candidate_exposure')
    .select(['user_id', 'price', 'capped', 'round'])
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain);
  if (after === null) {
    const priced = ofDomain.where('moving', '=', sql.lit(1)).where('price', '>', 0);
    return (await priced.execute()).map(decode);
  }
  const changed = ofDomain.where('round', '>', after);
  const last = await changed
    .orderBy('round')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst();
  const upTo = last === undefined ? changed : changed.where('round', '<=', last.round);
  return (await upTo.orderBy('round').execute()).map(decode);
}

function decode(
  row: Pick<Tables['candidate_exposure'], 'user_id' | 'price' | 'capped' | 'round'>,
): CandidatePrice {
  return { userId: row.user_id, price: row.price, capped: row.capped === 1, round: Number(row.round) };
}

async function exposureOfPerson(
  db: Kysely<Tables>,
  tenant: TenantId,
  userId: string,
): Promise<readonly PersonExposure[]> {
  const rows = await db
    .selectFrom('candidate_exposure')
    .select(['domain', 'likes', 'at_ms', 'price', 'capped'])
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .orderBy('domain')
    .execute();
  return rows.map(({ domain, likes, at_ms, price, capped }) => ({
    ...{ domain, likes, price, atMs: Number(at_ms) },
    capped: capped === 1,
  }));
}

async function summarize(db: Kysely<Tables>, { tenantId, domain }: ExposureScope): Promise<ExposureSummary> {
  const found = await db
    .selectFrom('candidate_exposure')
    .select(({ fn }) => [
      fn.countAll<number>().as('priced'),
      fn.sum<number | null>('capped').as('capped'),
      fn.max<number | null>('price').as('highest'),
    ])
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('moving', '=', sql.lit(1))
    .where('price', '>', 0)
    .executeTakeFirstOrThrow();
  return {
    priced: Number(found.priced),
    capped: Number(found.capped ?? 0),
    highestPrice: Number(found.highest ?? 0),
  };
}
