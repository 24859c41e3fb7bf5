/** No request of the statistics scans a table: the database says how it carries out each of their queries. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SQLInputValue } from 'node:sqlite';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { openSqliteStore } from '../../sqlite/sqlite-store.ts';
import { ALPHA, sampleWrite } from '../../testing/sample-profiles.ts';
import type { Tables } from '../tables.generated.ts';
import {
  countedPeople,
  countWaiting,
  readCoverage,
  readExposure,
  readMatchDays,
  readMutualDays,
  readOutcomeDays,
} from './read-statistics.ts';
import { sampleRows } from './sample-rows.ts';

const folder = mkdtempSync(join(tmpdir(), 'counterpart-plans-'));
const settings = {
  file: join(folder, 'counterpart.sqlite'),
  synchronous: 'normal',
  busyTimeoutMs: 1000,
} as const;
const queries: CompiledQuery[] = [];
let db: Kysely<Tables>;
let plansOf: (query: CompiledQuery) => readonly string[];

beforeAll(async () => {
  const store = await openSqliteStore(settings);
  await store.profiles.write(Array.from({ length: 30 }, (_, n) => sampleWrite(`u${n}`)));
  await store.close();
  const database = openDatabase(settings, 'reader');
  db = new Kysely<Tables>({
    dialect: new NodeSqliteDialect(database),
    log: ({ query }) => void queries.push(query),
  });
  plansOf = ({ sql, parameters }) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all(...(parameters as SQLInputValue[]))
      .map((row) => String(row.detail));
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test('every query searches an index', async () => {
  const range = { from: '2026-01-01', to: '2026-02-01' };
  await countedPeople(db, ALPHA, 'dating');
  await countWaiting(db, ALPHA, 100);
  await readMatchDays(db, ALPHA, 'dating', range);
  await readOutcomeDays(db, ALPHA, 'dating', range);
  await readMutualDays(db, ALPHA, 'dating', range);
  await readExposure(db, ALPHA, 'dating');
  await readCoverage(db, ALPHA, 'dating', range);
  expect((await sampleRows({ db, readers: db }, ALPHA, 'dating', 100)).length).toBe(30);
  expect((await sampleRows({ db, readers: db }, ALPHA, 'dating', 10)).length).toBeGreaterThan(0);
  expect(queries.length).toBeGreaterThanOrEqual(13);
  const plans = queries.flatMap(plansOf);
  // The random places of a sample are a list of the query itself; `waiting` is a bounded subquery.
  const scans = plans.filter((line) => /^SCAN (?!\d+ CONSTANT ROWS|start$|waiting$)/.test(line));
  expect(scans).toEqual([]);
  expect(plans.filter((line) => line.startsWith('SEARCH')).length).toBeGreaterThanOrEqual(queries.length);
});
