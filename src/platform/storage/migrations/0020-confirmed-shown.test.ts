import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { confirmShown } from '../sql/matches/confirm-shown.ts';
import { confirmedMatches, shownIn } from '../sql/matches/read-shown.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { migrate } from './migrate.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
afterEach(() => db.destroy());

test('earlier matches are not confirmed, and can be; the small indexes find them', async () => {
  await migrate(db, { upTo: '0018-job-log' });
  database.exec(`
    insert into shown_matches (tenant_id, match_id, domain, seeker_id, answer, at_ms)
      values ('ten_a', 'match_1', 'dating', 'ana', '{}', 1000), ('ten_a', 'match_2', 'dating', 'ana', '{}', 2000);
    insert into shown_candidates (tenant_id, match_id, position, domain, candidate_id, score)
      values ('ten_a', 'match_1', 0, 'dating', 'ben', 0.75), ('ten_a', 'match_2', 0, 'dating', 'ben', 0.5)`);
  await migrate(db);
  const tenant = tenantId('ten_a');
  const seen = async () => {
    const pairs = await shownIn(db, tenant, 'dating', ['match_1', 'match_2'], 9000);
    return pairs.filter(({ confirmed }) => confirmed).map(({ matchId }) => matchId);
  };
  expect(await seen()).toEqual([]);
  const at = new Date(3000).toISOString();
  await confirmShown(db, { tenantId: tenant, domain: 'dating', at }, [
    { index: 0, matchId: 'match_1', userIds: ['ben'] },
    { index: 1, matchId: 'match_2', userIds: null },
  ]);
  expect(await seen()).toEqual(['match_1', 'match_2']);
  const found: string[] = [];
  for await (const page of confirmedMatches(db, tenant, 'dating', 9000, 10)) found.push(...page);
  expect(found.sort()).toEqual(['match_1', 'match_2']);
  for (const table of ['shown_matches', 'shown_candidates']) {
    const plan = database.prepare(
      `explain query plan select distinct match_id from ${table} where tenant_id = ? and domain = ?
        and confirmed_ms is not null and confirmed_ms <= ? and match_id > ? order by match_id limit ?`,
    );
    const steps = plan.all('ten_a', 'dating', 9000, '', 10).map(({ detail }) => String(detail));
    expect(steps.join()).toContain(`${table}_confirmed`);
  }
});
