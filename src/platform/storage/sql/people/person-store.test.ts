/**
 * A page about a person is read by an index in its order: none sorts all rows of the person, and none scans.
 */
import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../../contract/brands.ts';
import { migrate } from '../../migrations/migrate.ts';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import type { Tables } from '../tables.generated.ts';
import { personStore } from './person-store.ts';

const statements: CompiledQuery[] = [];
const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({
  dialect: new NodeSqliteDialect(database),
  log: ({ query }) => void statements.push(query),
});
afterEach(() => db.destroy());

const ROWS = 5;

test('every page, the first and later ones', async () => {
  await migrate(db);
  const tenant = tenantId('ten_a');
  const text = database.prepare(
    "insert into context_items values ('ten_a', 'dating', 'ana', ?, 'chat', 'x', ?, x'00', '2026-01-01')",
  );
  const outcome = database.prepare(
    "insert into outcomes (tenant_id, domain, seeker_id, candidate_id, label, weight, at, is_current) values ('ten_a', 'dating', ?, ?, 'accepted', 1, '2026-01-01', 1)",
  );
  const match = database.prepare(
    "insert into shown_matches (tenant_id, match_id, domain, seeker_id, answer, at_ms) values ('ten_a', ?, 'dating', ?, '{}', 0)",
  );
  const shown = database.prepare(
    "insert into shown_candidates (tenant_id, match_id, position, domain, candidate_id, score, confirmed_ms) values ('ten_a', ?, 0, 'dating', ?, 0.5, null)",
  );
  for (let n = 0; n < ROWS; n++) {
    text.run(`ctx_${n}`, `hash_${n}`);
    outcome.run('ana', `p${n}`);
    outcome.run(`p${n}`, 'ana');
    match.run(`match_a${n}`, 'ana');
    shown.run(`match_a${n}`, `p${n}`);
    match.run(`match_b${n}`, `p${n}`);
    shown.run(`match_b${n}`, 'ana');
  }
  statements.length = 0;
  const people = personStore({ db, readers: db });
  for (const pages of [
    people.contextItems(tenant, 'ana', 2),
    people.outcomes(tenant, 'ana', 'seeker', 2),
    people.outcomes(tenant, 'ana', 'candidate', 2),
    people.matchesShownTo(tenant, 'ana', 2),
    people.matchesShownIn(tenant, 'ana', 2),
  ]) {
    const sizes: number[] = [];
    for await (const page of pages) sizes.push(page.length);
    expect(sizes).toEqual([2, 2, 1]);
  }
  const steps = statements.flatMap(({ sql, parameters }) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(parameters as string[]))
      .map(({ detail }) => String(detail)),
  );
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
});
