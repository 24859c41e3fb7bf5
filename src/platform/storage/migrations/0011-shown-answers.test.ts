import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { findMatch, shownTo } from '../sql/matches/shown-matches.ts';
import { erasePerson } from '../sql/people/erase-person.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { migrate } from './migrate.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
const TENANT = tenantId('ten_a');
afterEach(() => db.destroy());

test('matches that an earlier version recorded are read, counted as shown, and erased', async () => {
  await migrate(db, { upTo: '0010-people-of-idempotency-keys' });
  const match = database.prepare(
    'insert into shown_matches (tenant_id, match_id, domain, seeker_id, versions, at_ms) values (?, ?, ?, ?, ?, ?)',
  );
  const candidate = database.prepare(
    'insert into shown_candidates (tenant_id, match_id, position, domain, candidate_id, score) values (?, ?, ?, ?, ?, ?)',
  );
  match.run('ten_a', 'match_1', 'dating', 'ana', '{"light_ml":"dating-prior-1","embedding":"e-2"}', 1000);
  match.run('ten_a', 'match_2', 'dating', 'ana', '{}', 2000);
  match.run('ten_b', 'match_3', 'dating', 'ana', '{}', 3000);
  candidate.run('ten_a', 'match_1', 0, 'dating', 'ben', 0.75);
  candidate.run('ten_a', 'match_1', 1, 'dating', 'cem', 0.5);
  candidate.run('ten_a', 'match_2', 0, 'dating', 'cem', 0.5);
  candidate.run('ten_b', 'match_3', 0, 'dating', 'dan', 0.5);
  await migrate(db);

  expect(await findMatch(db, TENANT, 'match_1')).toEqual({
    tenantId: TENANT,
    matchId: 'match_1',
    domain: 'dating',
    seekerId: 'ana',
    candidates: [
      { userId: 'ben', position: 0, score: 0.75, explored: false, propensity: null },
      { userId: 'cem', position: 1, score: 0.5, explored: false, propensity: null },
    ],
    answer: {
      request: null,
      models_used: {
        light_ml: { tier: null, version: 'dating-prior-1', calibrated: null },
        embedding: { tier: null, version: 'e-2', calibrated: null },
      },
      degraded: [],
      trace: [],
    },
    experiment: null,
    atMs: 1000,
    keyId: null,
    tookMs: null,
  });
  expect((await findMatch(db, TENANT, 'match_2'))!.answer.models_used).toEqual({});
  const shown = async (sinceMs: number) => [...(await shownTo(db, TENANT, 'dating', 'ana', sinceMs))].sort();
  expect([await shown(1000), await shown(1001), await shown(2001)]).toEqual([['ben', 'cem'], ['cem'], []]);
  await erasePerson(db, TENANT, 'cem', null, { nowMs: 0 });
  expect(await shown(0)).toEqual(['ben']);
  await erasePerson(db, TENANT, 'ana', null, { nowMs: 0 });
  expect(await shown(0)).toEqual([]);
  expect(database.prepare('select tenant_id, candidate_id from shown_pairs').all()).toEqual([
    { tenant_id: 'ten_b', candidate_id: 'dan' },
  ]);
});
