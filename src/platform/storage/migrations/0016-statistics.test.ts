import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { countShown } from '../sql/statistics/count-shown.ts';
import {
  countedPeople,
  countWaiting,
  readExposure,
  readMatchDays,
  readMutualDays,
  readOutcomeDays,
} from '../sql/statistics/read-statistics.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { migrate } from './migrate.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
const TENANT = tenantId('ten_a');
const ALWAYS = { from: '0000', to: '9999' };
afterEach(() => db.destroy());

test('what an earlier version stored is counted: people and outcomes at once, matches one after the other', async () => {
  await migrate(db, { upTo: '0014-console-sessions' });
  const profile = database.prepare(
    `insert into profiles values ('ten_a', 'dating', ?, 'dating.v1', '{}', '{}', '{}', '{}', '{}', '{}', '[]', 1, ?, ?, null, 1)`,
  );
  for (const [userId, at] of Object.entries({ ana: '2026-01-01', ben: '2026-01-01', cem: '2026-03-01' }))
    profile.run(userId, `${at}T00:00:00.000Z`, `${at}T00:00:00.000Z`);
  const outcome = database.prepare(`insert into outcomes values ('ten_a', 'dating', ?, ?, ?, 1, null, ?, ?)`);
  outcome.run('ana', 'ben', 'rejected', '2026-03-01T00:00:00.000Z', 0);
  outcome.run('ana', 'ben', 'accepted', '2026-03-02T00:00:00.000Z', 1);
  outcome.run('ben', 'ana', 'converted', '2026-03-03T23:59:59.999Z', 1);
  const match = database.prepare(
    `insert into shown_matches (tenant_id, match_id, domain, seeker_id, answer, at_ms) values ('ten_a', ?, 'dating', 'ana', '{}', ?)`,
  );
  match.run('match_1', Date.parse('2026-03-02T10:00:00Z'));
  match.run('match_2', Date.parse('2026-03-02T11:00:00Z'));
  const candidate = database.prepare(
    `insert into shown_candidates values ('ten_a', 'match_1', ?, 'dating', ?, ?)`,
  );
  candidate.run(0, 'ben', 1);
  candidate.run(1, 'cem', 0.04);
  await migrate(db);

  expect(await countedPeople(db, TENANT, 'dating')).toBe(3);
  expect(await readOutcomeDays(db, TENANT, 'dating', ALWAYS)).toEqual([
    { day: '2026-03-01', label: 'rejected', outcomes: 1, current: 0 },
    { day: '2026-03-02', label: 'accepted', outcomes: 1, current: 1 },
    { day: '2026-03-03', label: 'converted', outcomes: 1, current: 1 },
  ]);
  expect(await readMutualDays(db, TENANT, 'dating', ALWAYS)).toEqual([
    { day: '2026-03-03', labels: ['accepted', 'converted'], pairs: 1 },
  ]);
  expect(await countWaiting(db, TENANT, 10)).toBe(2);
  expect(await readMatchDays(db, TENANT, 'dating', ALWAYS)).toEqual([]);
  // The newest match first.
  await countShown(db, null, 1);
  expect(await readMatchDays(db, TENANT, 'dating', ALWAYS)).toMatchObject([
    { matches: 1, empty: 1, shown: 0 },
  ]);
  await countShown(db, null, 1);
  expect(await countShown(db, null, 1)).toBeNull();
  const scores = [1, ...new Array<number>(18).fill(0), 1];
  expect(await readMatchDays(db, TENANT, 'dating', ALWAYS)).toEqual([
    { day: '2026-03-02', matches: 2, empty: 1, shown: 2, newcomers: 1, scores },
  ]);
  expect(await readExposure(db, TENANT, 'dating')).toEqual([{ times: 1, people: 2 }]);
});
