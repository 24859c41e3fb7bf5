/**
 * A take reads the queue through its indexes, so that its cost does not grow with the number of queued jobs.
 */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, type LogEvent } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { migrate } from '../../migrations/migrate.ts';
import { NodeSqliteDialect } from '../../sqlite/node-sqlite-dialect.ts';
import { sampleJob } from '../../testing/sample-jobs.ts';
import { ALPHA, BETA } from '../../testing/sample-profiles.ts';
import type { Tables } from '../tables.generated.ts';
import { createJob } from './create-job.ts';
import { finishJob } from './lease-jobs.ts';
import { hasJobsToTake, takeJobs } from './take-jobs.ts';

const database = new DatabaseSync(':memory:');
const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = [];
const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(database), log });

function log({ query: { sql, parameters } }: LogEvent): void {
  statements.push({ sql, parameters });
}
afterEach(() => db.destroy());

test('no statement reads all jobs, or sorts them', async () => {
  await migrate(db);
  for (const [n, tenantId] of [ALPHA, BETA, ALPHA].entries())
    await createJob(db, sampleJob(`job_${n}`, { tenantId }));
  statements.length = 0;
  const take = { limits: { dataset_import: 2, simulation: 1 }, limit: 9, nowMs: 1, leaseMs: 1000 };
  expect(await hasJobsToTake(db, take)).toBe(true);
  const { taken } = await takeJobs(db, 'w', take);
  expect(taken).toHaveLength(2);
  const end = { status: 'succeeded', result: {} } as const;
  await finishJob(db, 'w', { jobId: taken[0]!.jobId, end, changes: [], nowMs: 500 });
  await takeJobs(db, 'w', { ...take, nowMs: 5000 });
  expect(statements.length).toBeGreaterThan(10);
  for (const { sql, parameters } of statements) {
    const plan = database.prepare(`explain query plan ${sql}`).all(...(parameters as string[]));
    const lines = plan.map(({ detail }) => String(detail)).join('\n');
    expect(lines, sql).not.toMatch(
      /SCAN (jobs|job_shares|job_kinds)\b(?!.*USING COVERING INDEX jobs_in_turn)/,
    );
    if (/waiting/.test(sql)) expect(lines).toContain('jobs_in_turn');
  }
});
