/**
 * Drawing people that a seeker never labelled, for the other side of a triplet. They must be people who could have been
 * shown, so that a model learns to tell them from those who were chosen, and not incomplete rows from complete ones.
 *
 * Where a domain has few people all are looked at; else rows are drawn by random positions in the change feed, which
 * is an index lookup each (`order by random()` reads the whole table). A row behind a long gap
 * of the feed is drawn more often; gaps are where other rows were written again, so it evens out over time.
 *
 * One pool serves all items of a call. Who passes is judged in three tiers, and the first tier that has anybody is
 * taken: eligible (complete, of a sought side, demands and block lists met both ways), then of a sought side and
 * complete, then anybody else.
 */
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../domains/bind-origin.ts';
import type { FieldValues } from '../../domains/field.ts';
import { noPreferences, type Preferences } from '../../domains/filter.ts';
import { type KeyedPlaces, rowPasses } from '../../domains/row-passes.ts';
import type { Eligibility } from '../learning-store.ts';
import { inChunks } from './in-chunks.ts';
import type { Tables } from './tables.ts';

/** A domain of up to so many people is looked at whole; of a larger one so many are drawn. */
const POOL_SIZE = 64;

export interface DrawnPerson {
  readonly userId: string;
  readonly complete: boolean;
  readonly fields: FieldValues;
  readonly places: KeyedPlaces;
  readonly preferences: Preferences;
}

/** In random order. */
export async function drawPool(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
): Promise<readonly DrawnPerson[]> {
  const first = await db
    .selectFrom('profiles')
    .select('user_id')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .limit(POOL_SIZE + 1)
    .execute();
  const userIds =
    first.length <= POOL_SIZE
      ? first.map((row) => row.user_id)
      : await drawFromFeed(db, tenant, domain, POOL_SIZE);
  return shuffled(await readPeople(db, tenant, domain, userIds));
}

async function drawFromFeed(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  count: number,
): Promise<readonly string[]> {
  const feed = db
    .selectFrom('changes')
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('kind', '=', 'upsert');
  const ends = await feed
    .select(({ fn }) => [fn.min('sequence').as('first'), fn.max('sequence').as('last')])
    .executeTakeFirst();
  const [first, last] = [Number(ends?.first ?? 0), Number(ends?.last ?? 0)];
  const drawn = new Set<string>();
  for (let n = 0; n < count; n++) {
    const row = await feed
      .select('user_id')
      .where('sequence', '>=', randomInt(first, last + 1))
      .orderBy('sequence')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) drawn.add(row.user_id);
  }
  return [...drawn];
}

export async function readPeople(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  userIds: readonly string[],
): Promise<readonly DrawnPerson[]> {
  const people: DrawnPerson[] = [];
  for (const chunk of inChunks(userIds, 500)) {
    const stored = await db
      .selectFrom('profiles')
      .select(['user_id', 'complete', 'fields', 'places', 'preferences'])
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where('user_id', 'in', [...chunk])
      .execute();
    for (const row of stored) {
      people.push({
        userId: row.user_id,
        complete: row.complete === 1,
        fields: JSON.parse(row.fields),
        places: JSON.parse(row.places),
        preferences: JSON.parse(row.preferences).effective ?? noPreferences,
      });
    }
  }
  return people;
}

/** `seeker`: null for one without a row in the domain, of whom no demand is known. Never the seeker. */
export function eligibleTiers(
  rule: Eligibility,
  seekerId: string,
  seeker: DrawnPerson | null,
  pool: readonly DrawnPerson[],
): readonly (readonly DrawnPerson[])[] {
  const others = pool.filter(({ userId }) => userId !== seekerId);
  const showable = others.filter((person) => mayBeShown(rule, seeker, person));
  const eligible = showable.filter(
    (person) =>
      accepts(seeker, person, person.userId) &&
      (rule.mutual
        ? accepts(person, seeker, seekerId)
        : !person.preferences.excludeUserIds.includes(seekerId)),
  );
  return [eligible, showable, others];
}

function mayBeShown(
  { candidates, sides }: Eligibility,
  seeker: DrawnPerson | null,
  { complete, fields }: DrawnPerson,
): boolean {
  if (candidates === 'complete' && !complete) return false;
  const side = sides === undefined ? undefined : seeker?.fields[sides.field];
  if (sides === undefined || typeof side !== 'string' || !Object.hasOwn(sides.seeks, side)) return true;
  return sides.seeks[side]!.some((sought) => sought === fields[sides.field]);
}

/** Whether what one demands, block list included, lets the other through. */
function accepts(one: DrawnPerson | null, other: DrawnPerson | null, otherId: string): boolean {
  if (one === null) return true;
  if (one.preferences.excludeUserIds.includes(otherId)) return false;
  if (other === null) return true;
  const clauses = bindPreferenceOrigin(one.preferences.clauses, one.places);
  return rowPasses(clauses, other.fields, other.places);
}

function shuffled<T>(list: readonly T[]): readonly T[] {
  const mixed = [...list];
  for (let n = mixed.length - 1; n > 0; n--) {
    const other = randomInt(n + 1);
    [mixed[n], mixed[other]] = [mixed[other]!, mixed[n]!];
  }
  return mixed;
}
