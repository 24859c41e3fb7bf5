/**
 * A random sample of a domain's rows, in which every row is equally likely.
 *
 * A small domain is read whole. In a larger one, short stretches of the change feed begin at random places,
 * and all rows in a stretch are drawn. A stretch is as long as the feed has places for a row on average.
 * Every place of the feed is in equally many stretches, so a row behind a gap is not drawn more often than
 * others.
 */
import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import type { SampledRow } from '../../statistics-store.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { countedPeople } from './read-statistics.ts';

/** Few rows, so that decoding them does not hold the event loop for long. */
const ROWS_A_STATEMENT = 50;

export async function sampleRows(
  { db, readers }: { readonly db: Kysely<Tables>; readonly readers: Kysely<Tables> },
  tenant: TenantId,
  domain: string,
  most: number,
): Promise<readonly SampledRow[]> {
  const people = await countedPeople(db, tenant, domain);
  const userIds =
    people <= most
      ? await allIds(readers, tenant, domain, most)
      : await drawIds(readers, tenant, domain, most, people);
  return rowsOf(readers, tenant, domain, userIds);
}

export async function rowsOf(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userIds: readonly string[],
): Promise<readonly SampledRow[]> {
  const rows: SampledRow[] = [];
  for (const chunk of inChunks(userIds, ROWS_A_STATEMENT)) {
    const stored = await db
      .selectFrom('profiles')
      .select(['user_id', 'fields', 'derived', 'places', 'layers'])
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where('user_id', 'in', [...chunk])
      .execute();
    for (const row of stored) {
      rows.push({
        userId: row.user_id,
        fields: JSON.parse(row.fields),
        derived: JSON.parse(row.derived),
        places: JSON.parse(row.places),
        layers: JSON.parse(row.layers),
      });
    }
  }
  return rows;
}

async function allIds(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  most: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .limit(most)
    .execute();
  return rows.map((row) => row.user_id);
}

async function drawIds(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  most: number,
  people: number,
): Promise<readonly string[]> {
  const [first, last] = await endsOfFeed(db, tenant, domain);
  const length = Math.max(1, Math.round((last - first + 1) / people));
  // A stretch may begin before the feed, so that its first places are in as many stretches as the others.
  const starts = Array.from({ length: most }, () => randomInt(first - length + 1, last + 1));
  const { rows } = await sql<{ user_id: string }>`
    with start(first) as (values ${sql.join(starts.map((first) => sql`(${sql.lit(first)})`))})
    select distinct feed.user_id from start cross join changes as feed
    where feed.tenant_id = ${tenant} and feed.domain = ${domain}
      and feed.sequence between start.first and start.first + ${sql.lit(length - 1)}
      and feed.kind = 'upsert'
    limit ${MOST_DRAWN * most}`.execute(db);
  return shuffled(rows.map((row) => row.user_id)).slice(0, most);
}

/** Rows that lie close together in the feed are drawn together. */
const MOST_DRAWN = 5;

async function endsOfFeed(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<readonly [number, number]> {
  const end = async (direction: 'asc' | 'desc') => {
    const row = await db
      .selectFrom('changes')
      .select('sequence')
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .orderBy('sequence', direction)
      .limit(1)
      .executeTakeFirst();
    return Number(row?.sequence ?? 0);
  };
  return [await end('asc'), await end('desc')];
}

function shuffled(ids: readonly string[]): string[] {
  const order = [...ids];
  for (let last = order.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}
