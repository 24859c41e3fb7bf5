/** People are looked up by ranges of keys: no statement scans, and none sorts. */
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../../contract/brands.ts';
import { migrate } from '../../migrations/migrate.ts';
import { compileClauses } from '../../sqlite/compile-clauses.ts';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import { shortFields } from '../../sqlite/short-fields.ts';
import type { Tables } from '../tables.generated.ts';
import { personTermStore } from './person-term-store.ts';

const statements: CompiledQuery[] = [];
const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({
  dialect: new NodeSqliteDialect(database),
  log: ({ query }) => void statements.push(query),
});
afterEach(() => db.destroy());

const TERMS = 'SEARCH person_terms USING PRIMARY KEY (tenant_id=? AND domain=? AND ';
const PROFILE = 'SEARCH profiles USING INDEX sqlite_autoindex_profiles_1 (tenant_id=? AND domain=?';

test('every form of the look-up', async () => {
  await migrate(db);
  statements.length = 0;
  const tenant = tenantId('ten_a');
  const write = () => Promise.reject(new Error('nothing is written'));
  const store = personTermStore({ db, readers: db, write, compileClauses, shortFields });
  const look = { clauses: [], limit: 20 };
  const after = { term: 'anb', userId: 'u' };
  await store.under(tenant, 'dating', { term: 'an', isPrefix: true }, null, look);
  await store.under(tenant, 'dating', { term: 'an', isPrefix: true }, after, look);
  await store.under(tenant, 'dating', { term: 'an', isPrefix: false }, null, look);
  await store.under(tenant, 'dating', { term: 'an', isPrefix: false }, after, look);
  await store.inOrder(tenant, 'dating', 'u', look);
  await store.count(tenant, 'dating', { term: 'an', isPrefix: true }, 20);
  await store.isWhole(tenant, 'dating');
  const plans = statements.map(({ sql, parameters }) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(parameters as string[]))
      .map(({ detail }) => String(detail))
      .filter((step) => !/json_each|CORRELATED SCALAR SUBQUERY|CO-ROUTINE|SCAN some/.test(step)),
  );
  const profile = `${PROFILE} AND user_id=?)`;
  expect(plans).toEqual([
    [`${TERMS}term>? AND term<?)`, profile],
    [`${TERMS}(term,user_id)>(?,?) AND term<?)`, profile],
    [`${TERMS}term=?)`, profile],
    [`${TERMS}term=? AND user_id>?)`, profile],
    [`${PROFILE} AND user_id>?)`],
    [`${TERMS}term>? AND term<?)`],
    ['SEARCH profiles USING INDEX profiles_without_terms (tenant_id=? AND domain=?)'],
  ]);
});
