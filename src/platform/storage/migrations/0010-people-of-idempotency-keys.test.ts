import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { tenantId } from '../../../contract/brands.ts';
import { claimIdempotencyKey } from '../sql/idempotency/claim-idempotency-key.ts';
import { erasePerson } from '../sql/people/erase-person.ts';
import type { Tables } from '../sql/tables.generated.ts';
import { NodeSqliteDialect } from '../sqlite/node-sqlite-dialect.ts';
import { migrate } from './migrate.ts';

const database = new DatabaseSync(':memory:');
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
afterEach(() => db.destroy());

test('stored answers are found by the people that they name', async () => {
  await migrate(db, { upTo: '0009-tokenizers' });
  const insert = database.prepare(
    `insert into idempotency_keys (tenant_id, route, key, fingerprint, claimed_at_ms, expires_at_ms, status, body, request_id)
     values ('ten_a', 'POST /x', ?, 'f', 0, 1000, ?, ?, ?)`,
  );
  insert.run('user', 200, '{"user_id":"ana","fields":{"age":30}}', 'req_1');
  insert.run('match', 200, '{"matches":[{"user_id":"ben"},{"user_id":"ana"}]}', 'req_2');
  insert.run('other', 200, '{"user_id":"ben"}', 'req_3');
  insert.run('in work', null, null, null);
  await migrate(db);
  const tenant = tenantId('ten_a');
  await erasePerson(db, tenant, 'ana', null, { nowMs: 0 });
  const states = [];
  for (const key of ['user', 'match', 'other', 'in work']) {
    const claim = { tenant, route: 'POST /x', key, fingerprint: 'f', people: [], owner: 'server' };
    const { state } = await claimIdempotencyKey(db, { ...claim, nowMs: 1, ttlMs: 1000, leaseMs: 100 });
    states.push(state);
  }
  expect(states).toEqual(['erased', 'erased', 'done', 'in_progress']);
});
