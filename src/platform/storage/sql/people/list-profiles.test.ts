/** A list of profiles is read from a range of the primary key: none scans, and none sorts. */
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../../contract/brands.ts';
import { migrate } from '../../migrations/migrate.ts';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import { shortFields } from '../../sqlite/short-fields.ts';
import type { Tables } from '../tables.generated.ts';
import { listNamedProfiles, listProfiles } from './list-profiles.ts';

const statements: CompiledQuery[] = [];
const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({
  dialect: new NodeSqliteDialect(database),
  log: ({ query }) => void statements.push(query),
});
afterEach(() => db.destroy());

const KEY = 'SEARCH profiles USING INDEX sqlite_autoindex_profiles_1 (tenant_id=? AND domain=?';

test('every form of the list', async () => {
  await migrate(db);
  statements.length = 0;
  const tenant = tenantId('ten_a');
  const page = (prefix: string, after: string | null) =>
    listProfiles(db, shortFields, tenant, 'dating', { prefix, after, limit: 20 });
  await page('', null);
  await page('', 'ana');
  await page('an', null);
  await page('an', 'ana');
  await page('\u{10ffff}', null);
  await listNamedProfiles(db, shortFields, tenant, 'dating', ['ana', 'ben']);
  const plans = statements.map(({ sql, parameters }) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(parameters as string[]))
      .map(({ detail }) => String(detail))
      // The fields of one row are read by a table-valued function, which «scans» its values.
      .filter((step) => !/json_each|CORRELATED SCALAR SUBQUERY/.test(step)),
  );
  expect(plans).toEqual([
    [`${KEY})`],
    [`${KEY} AND user_id>?)`],
    [`${KEY} AND user_id>? AND user_id<?)`],
    [`${KEY} AND user_id>? AND user_id<?)`],
    [`${KEY} AND user_id>?)`],
    [`${KEY} AND user_id=?)`],
  ]);
});
