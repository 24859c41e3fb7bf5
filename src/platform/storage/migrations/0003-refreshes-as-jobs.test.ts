import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { firstTables } from './0001-first-tables.ts';
import { jobsAndDatasets } from './0002-jobs-and-datasets.ts';
import { refreshesAsJobs } from './0003-refreshes-as-jobs.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<unknown>({ dialect: new NodeSqliteDialect(database) });
afterEach(() => db.destroy());

test('pending refreshes become jobs with the same due times', async () => {
  await firstTables.up(db);
  await jobsAndDatasets.up(db);
  database.exec(
    `insert into due_refreshes (tenant_id, domain, user_id, due_at_ms)
     values ('ten_a', 'dating', 'ana', 100), ('ten_a', 'hiring', 'ana', 200), ('ten_b', 'dating', 'ana', 300)`,
  );
  await refreshesAsJobs.up(db);
  const jobs = database
    .prepare(
      'select tenant_id, kind, status, resource_id, user_id, unique_key, due_ms from jobs order by due_ms',
    )
    .all();
  const waiting = { kind: 'profile_refresh', status: 'queued', user_id: 'ana' };
  expect(jobs).toEqual([
    { ...waiting, tenant_id: 'ten_a', resource_id: 'dating', unique_key: 'dating/ana', due_ms: 100 },
    { ...waiting, tenant_id: 'ten_a', resource_id: 'hiring', unique_key: 'hiring/ana', due_ms: 200 },
    { ...waiting, tenant_id: 'ten_b', resource_id: 'dating', unique_key: 'dating/ana', due_ms: 300 },
  ]);
  expect(() => database.exec('select * from due_refreshes')).toThrow('no such table');
});
