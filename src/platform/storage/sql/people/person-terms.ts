/** Keeps the terms of people, in the transactions that change their rows. */
import { type Kysely, sql } from 'kysely';
import type { TenantId } from '../../../../contract/brands.ts';
import { compileOnce } from '../compile-once.ts';
import { inChunks } from '../in-chunks.ts';
import type { Tables } from '../tables.generated.ts';
import { runsSideBySide } from '../transaction-locks.ts';
import { decodeTerms, termsOf } from './terms-of.ts';

type Row = Pick<Tables['profiles'], 'tenant_id' | 'domain' | 'user_id' | 'terms'>;

export interface ChangedTerms {
  readonly row: Row;
  /** The terms that the row had; null: none. */
  readonly before: string | null;
}

const TERMS_A_STATEMENT = 500;

export async function replaceTerms(db: Kysely<Tables>, changes: readonly ChangedTerms[]): Promise<void> {
  const added = changes.filter(({ row, before }) => row.terms !== before);
  for (const ofDomain of Map.groupBy(added, ({ row }) => `${row.tenant_id} ${row.domain}`).values()) {
    // Neighbours in the table are written one after the other.
    const people = new Map<string, string[]>();
    for (const { row, before } of ofDomain) {
      const old = new Set(decodeTerms(before));
      for (const term of decodeTerms(row.terms)) {
        if (old.delete(term)) continue;
        const ids = people.get(term);
        if (ids === undefined) people.set(term, [row.user_id]);
        else ids.push(row.user_id);
      }
      if (old.size > 0) await removeTerms(db, row, [...old]);
    }
    const { tenant_id, domain } = ofDomain[0]!.row;
    if (people.size > 0) await insertTerms(db, tenant_id, domain, people);
  }
}

export async function removeTerms(
  db: Kysely<Tables>,
  { tenant_id, domain, user_id }: Pick<Row, 'tenant_id' | 'domain' | 'user_id'>,
  terms: readonly string[],
): Promise<void> {
  for (const chunk of inChunks(terms, TERMS_A_STATEMENT))
    await deleteTerms(db, tenant_id, domain, user_id, [...chunk]);
}

/** One statement for any number of rows, whose text is as long as the ids in it. */
async function insertTerms(
  db: Kysely<Tables>,
  tenant: string,
  domain: string,
  people: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const json = JSON.stringify(Object.fromEntries(people));
  const pairs = runsSideBySide(db)
    ? sql`select t.key, u.value from json_each(${json}::json) t, json_array_elements_text(t.value) u`
    : sql`select t.key, u.value from json_each(${json}) t, json_each(t.value) u`;
  await sql`
    insert into person_terms (tenant_id, domain, term, user_id)
    select ${sql.val(tenant)}, ${sql.val(domain)}, pairs.key, pairs.value from (${pairs}) as pairs where true
    on conflict do nothing`.execute(db);
}

const deleteTerms = compileOnce(
  (db, tenant: string, domain: string, userId: string, terms: readonly string[]) =>
    db
      .deleteFrom('person_terms')
      .where('tenant_id', '=', tenant)
      .where('domain', '=', domain)
      .where('term', 'in', [...terms])
      .where('user_id', '=', userId),
);

/** A tenant with rows of an earlier version; null: there is none. */
export async function tenantWithoutTerms(db: Kysely<Tables>): Promise<string | null> {
  const [found] = await firstWithoutTerms(db);
  return found?.tenant_id ?? null;
}

const firstWithoutTerms = compileOnce((db) =>
  db.selectFrom('profiles').select('tenant_id').where('terms', 'is', null).limit(1),
);

/** Rows that have no terms yet, in the order of the key. Returns their number. */
export async function addMissingTerms(db: Kysely<Tables>, tenant: TenantId, limit: number): Promise<number> {
  const rows = await db
    .selectFrom('profiles')
    .select(['tenant_id', 'domain', 'user_id', 'fields'])
    .where('tenant_id', '=', tenant)
    .where('terms', 'is', null)
    .orderBy('domain')
    .orderBy('user_id')
    .limit(limit)
    .execute();
  const changes = rows.map((row) => ({
    row: { ...row, terms: termsOf({ userId: row.user_id, fields: JSON.parse(row.fields) }) },
    before: null,
  }));
  await replaceTerms(db, changes);
  for (const { row } of changes) await setTerms(db, row.tenant_id, row.domain, row.user_id, row.terms);
  return rows.length;
}

const setTerms = compileOnce((db, tenant: string, domain: string, userId: string, terms: string) =>
  db
    .updateTable('profiles')
    .set({ terms })
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('user_id', '=', userId),
);

export async function hasAllTerms(db: Kysely<Tables>, tenant: TenantId, domain: string): Promise<boolean> {
  const [missing] = await missingTerms(db, tenant, domain);
  return missing === undefined;
}

const missingTerms = compileOnce((db, tenant: string, domain: string) =>
  db
    .selectFrom('profiles')
    .select(sql`1`.as('found'))
    .where('tenant_id', '=', tenant)
    .where('domain', '=', domain)
    .where('terms', 'is', null)
    .limit(1),
);
