/**
 * Draws people that a seeker never labelled, for the other side of a triplet. They must be people that a
 * match could have shown. Otherwise a model learns to tell complete rows from incomplete ones instead of good
 * candidates from bad ones.
 *
 * A small domain is read whole. In a larger one rows are drawn at random positions of the change feed, with
 * one index lookup each. `order by random()` would read the whole table. A row behind a long gap of the feed
 * is drawn more often. Gaps arise where other rows were written again, so the effect evens out over time.
 *
 * One pool serves all items of a call. It has three tiers, and the first tier with a person in it is used.
 * Eligible people are complete, of a sought side, and within the preferences and block lists of both. Then
 * come complete people of a sought side, then all others.
 */
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { bindPreferenceOrigin } from '../../../../domains/bind-origin.ts';
import type { FieldValues } from '../../../../domains/field.ts';
import { noPreferences, type Preferences } from '../../../../domains/filter.ts';
import { type KeyedPlaces, rowPasses } from '../../../../domains/row-passes.ts';
import type { Eligibility } from '../../new-run.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';

/** A domain of up to this many people is read whole. From a larger one this many are drawn. */
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

/**
 * The pool by tier, without the seeker. `seeker`: null for a seeker without a row in the domain, whose
 * preferences are unknown.
 */
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

/** Whether the preferences and the block list of `one` admit `other`. */
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
