/**
 * An erasure reads only what it erases: no statement scans a table, or a tenant's part of one. So does the
 * look-up of the candidates that a seeker was shown.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CompiledQuery, Kysely, type KyselyConfig } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../migrations/migrate.ts';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import { openDatabase } from '../../sqlite/open-database.ts';
import { ALPHA, sampleVector, sampleWrite } from '../../testing/sample-profiles.ts';
import { claimIdempotencyKey, finishIdempotencyKey } from '../idempotency/claim-idempotency-key.ts';
import { encodeMatch, recordShown, shownTo } from '../matches/shown-matches.ts';
import type { Tables } from '../tables.generated.ts';
import { encodeWrite } from './encode-write.ts';
import { erasePerson } from './erase-person.ts';
import { writeProfiles } from './write-profiles.ts';

let folder: string;
let database: ReturnType<typeof openDatabase>;
let db: Kysely<Tables>;
let statements: CompiledQuery[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-erase-'));
  const file = join(folder, 'counterpart.sqlite');
  database = openDatabase({ file, synchronous: 'normal', busyTimeoutMs: 1000 }, 'writer');
  statements = [];
  const log: KyselyConfig['log'] = ({ query }) => void statements.push(query);
  db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database), log });
  await migrate(db);
});
afterEach(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The steps of the plan that read rows, as SQLite prints them: `SEARCH outcomes USING INDEX … (tenant_id=?
 * AND …)`.
 */
function readingSteps({ sql, parameters }: CompiledQuery): readonly string[] {
  const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...(parameters as string[]));
  return plan.map(({ detail }) => String(detail)).filter((detail) => /^(SCAN|SEARCH)\b/.test(detail));
}

/**
 * These indexes hold only a tenant's unfinished requests, unfinished runs, datasets, webhooks,
 * batches or jobs with files, or a row for each domain, which are few.
 */
const ofFewRows =
  /INDEX (idempotency_keys_in_work|training_runs_unfinished|datasets_by_name|jobs_with_people_files|jobs_with_segments|sqlite_autoindex_match_batches_1|sqlite_autoindex_webhooks_1|sqlite_autoindex_word_counts_1)\b/;
/** Columns that identify a person or a row. */
const named = new Set([
  'user_id',
  'seeker_id',
  'candidate_id',
  'other_id',
  'positive_id',
  'negative_id',
  'match_id',
  'run_id',
  'key',
  'key_hash',
  'person_hash',
  'person_id',
  'name',
  'event_id',
  'other_id',
  'rowid',
]);

function isBounded(step: string): boolean {
  if (ofFewRows.test(step)) return true;
  const columns = [...(/\(([^)]*)\)/.exec(step)?.[1] ?? '').matchAll(/(\w+)=\?/g)].map(
    ([, column]) => column!,
  );
  return step.startsWith('SEARCH') && columns.some((column) => named.has(column));
}

test.each([null, 'dating'])('domain %s', async (domain) => {
  const vectors = [sampleVector('dating')];
  await writeProfiles(
    db,
    ['ana', 'ben', 'cem'].map((userId) => encodeWrite(sampleWrite(userId, {}, { vectors }))),
  );
  for (const [seekerId, userId] of [
    ['ana', 'ben'],
    ['ben', 'ana'],
  ] as const) {
    const shown = encodeMatch({
      tenantId: ALPHA,
      matchId: `match_for_${seekerId}`,
      domain: 'dating',
      seekerId,
      candidates: [
        { userId, score: 0.5 },
        { userId: 'cem', score: 0.25 },
      ],
      answer: { request: null, models_used: {}, degraded: [], trace: [] },
      atMs: 0,
    });
    await recordShown(db, shown);
  }
  for (const key of ['kept', 'in work']) {
    const of = { tenant: ALPHA, route: 'POST /users', key };
    await claimIdempotencyKey(db, {
      ...of,
      fingerprint: 'f',
      people: [key === 'kept' ? 'ana' : 'ben'],
      nowMs: 0,
      ttlMs: 1000,
      owner: 'server',
      leaseMs: 100,
    });
    if (key === 'kept')
      await finishIdempotencyKey(
        db,
        { ...of, owner: 'server' },
        { status: 200, body: '{}', requestId: 'r' },
        [],
      );
  }
  statements.length = 0;
  const erased = await erasePerson(db, ALPHA, 'ana', domain, { nowMs: 0 });
  expect(erased.records).toBe(1);
  const steps = statements.flatMap((statement) =>
    readingSteps(statement).map((step) => `${step}   in ${statement.sql.slice(0, 70)}`),
  );
  expect(steps.length).toBeGreaterThan(15);
  expect(steps.filter((step) => !isBounded(step))).toEqual([]);
  const left = database.prepare('select seeker_id, candidate_id from shown_pairs').all();
  expect(left).toEqual([{ seeker_id: 'ben', candidate_id: 'cem' }]);
});

test('what a seeker was shown is read by the key of the pairs', async () => {
  expect(await shownTo(db, ALPHA, 'dating', 'ana', 0)).toEqual([]);
  expect(readingSteps(statements.at(-1)!)).toEqual([
    'SEARCH shown_pairs USING PRIMARY KEY (tenant_id=? AND seeker_id=? AND domain=?)',
  ]);
});
