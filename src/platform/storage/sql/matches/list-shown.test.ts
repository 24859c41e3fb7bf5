/** Each filter of the log reads one index in its order: nothing is scanned, and nothing is sorted. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../migrations/migrate.ts';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { ALPHA } from '../../testing/sample-profiles.ts';
import type { Tables } from '../tables.generated.ts';
import { idsToRead } from './list-shown.ts';

let folder: string;
let database: ReturnType<typeof openDatabase>;
let db: Kysely<Tables>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-log-'));
  const file = join(folder, 'counterpart.sqlite');
  database = openDatabase({ file, synchronous: 'normal', busyTimeoutMs: 1000 }, 'writer');
  db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database) });
  await migrate(db);
});
afterAll(async () => {
  await db?.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  [{}, 'sqlite_autoindex_shown_matches_1 (tenant_id=? AND match_id>? AND match_id<?)'],
  [
    { seekerId: 'ana' },
    'shown_matches_of_seeker (tenant_id=? AND seeker_id=? AND match_id>? AND match_id<?)',
  ],
  [{ keyId: 'key_a' }, 'shown_matches_of_key (tenant_id=? AND key_id=? AND match_id>? AND match_id<?)'],
  [{ domain: 'dating' }, 'shown_matches_of_domain (tenant_id=? AND domain=? AND match_id>? AND match_id<?)'],
  [
    { candidateId: 'ben' },
    'shown_candidates_of_person (tenant_id=? AND candidate_id=? AND match_id>? AND match_id<?)',
  ],
])('%o', (filter, index) => {
  const query = { ...filter, fromId: 'match_0', beforeId: 'match_1', limit: 20 };
  const { sql, parameters } = idsToRead(db, ALPHA, query, 21).compile();
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(parameters as string[]));
  expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
});
