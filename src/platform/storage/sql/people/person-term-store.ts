/** Implements `PersonTermStore`. Each read is a range of a key, and looks at no more rows than it returns. */
import { type Kysely, sql } from 'kysely';
import { type TenantId, tenantId } from '../../../../contract/brands.ts';
import type { Clauses } from '../../../../domains/filter.ts';
import type { ListedProfile } from '../../listed-profile.ts';
import type { LookedAt, PersonTermStore, TermPlace, TermRange } from '../../person-term-store.ts';
import { behindPrefix } from '../behind-prefix.ts';
import type { SqlStoreParts } from '../sql-store-parts.ts';
import type { Tables } from '../tables.generated.ts';
import { hasAllTerms, tenantWithoutTerms } from './person-terms.ts';
import { decodeTerms } from './terms-of.ts';

type Parts = Pick<SqlStoreParts, 'db' | 'readers' | 'write' | 'compileClauses' | 'shortFields'>;

export function personTermStore(parts: Parts): PersonTermStore {
  const { db, readers, write } = parts;
  return {
    under: async (tenant, domain, range, after, { clauses, limit }) => {
      const rows = await inRange(readers, tenant, domain, range, after)
        .select(columnsOf(parts, clauses))
        .select(['person_terms.term', 'profiles.terms'])
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...decode(row), term: row.term, terms: decodeTerms(row.terms) }));
    },
    count: (tenant, domain, range, most) => countUnder(readers, tenant, domain, range, most),
    inOrder: async (tenant, domain, after, { clauses, limit }) => {
      const people = readers
        .selectFrom('profiles')
        .where('profiles.tenant_id', '=', tenant)
        .where('profiles.domain', '=', domain)
        .$if(after !== null, (query) => query.where('profiles.user_id', '>', after!))
        .orderBy('profiles.user_id');
      return (await people.select(columnsOf(parts, clauses)).limit(limit).execute()).map(decode);
    },
    isWhole: (tenant, domain) => hasAllTerms(db, tenant, domain),
    addMissing: async (limit) => {
      const tenant = await tenantWithoutTerms(db);
      return tenant === null ? 0 : write('addMissingTerms', tenantId(tenant), limit);
    },
  };
}

/** The lower bound is one comparison: with two, the database would begin at either of them. */
function termsIn(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  { term, isPrefix }: TermRange,
  after: TermPlace | null,
) {
  const behind = behindPrefix(term);
  return db
    .selectFrom('person_terms')
    .where('person_terms.tenant_id', '=', tenant)
    .where('person_terms.domain', '=', domain)
    .$if(!isPrefix, (query) => query.where('person_terms.term', '=', term))
    .$if(!isPrefix && after !== null, (query) => query.where('person_terms.user_id', '>', after!.userId))
    .$if(isPrefix && after === null, (query) => query.where('person_terms.term', '>=', term))
    .$if(isPrefix && after !== null, (query) =>
      query.where(
        sql<boolean>`(person_terms.term, person_terms.user_id) > (${after!.term}, ${after!.userId})`,
      ),
    )
    .$if(isPrefix && behind !== null, (query) => query.where('person_terms.term', '<', behind!));
}

async function countUnder(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  range: TermRange,
  most: number,
): Promise<number> {
  const some = termsIn(db, tenant, domain, range, null).select(sql`1`.as('found')).limit(most).as('some');
  const { count } = await db
    .selectFrom(some)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function inRange(
  db: Kysely<Tables>,
  tenant: TenantId,
  domain: string,
  range: TermRange,
  after: TermPlace | null,
) {
  return termsIn(db, tenant, domain, range, after)
    .innerJoin('profiles', (join) =>
      join
        .onRef('profiles.tenant_id', '=', 'person_terms.tenant_id')
        .onRef('profiles.domain', '=', 'person_terms.domain')
        .onRef('profiles.user_id', '=', 'person_terms.user_id'),
    )
    .orderBy('person_terms.term')
    .orderBy('person_terms.user_id');
}

/** The fields of a row that does not pass are not read. */
function columnsOf({ compileClauses, shortFields }: Parts, clauses: Clauses) {
  const passes = compileClauses(clauses);
  return [
    sql<string>`profiles.user_id`.as('user_id'),
    sql<number>`case when ${passes} then 1 else 0 end`.as('passes'),
    sql<number>`profiles.complete`.as('complete'),
    sql<string>`profiles.created_at`.as('created_at'),
    sql<string>`profiles.updated_at`.as('updated_at'),
    sql<string | null>`case when ${passes} then ${shortFields()} end`.as('short_fields'),
  ] as const;
}

interface ReadRow {
  readonly user_id: string;
  readonly passes: number;
  readonly complete: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly short_fields: string | null;
}

function decode(row: ReadRow): LookedAt {
  const { user_id: userId } = row;
  if (row.passes === 0) return { userId, profile: null };
  const profile: ListedProfile = {
    userId,
    complete: row.complete === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    fields: row.short_fields === null ? {} : JSON.parse(row.short_fields),
  };
  return { userId, profile };
}
