/**
 * Migrates a database to the tables of this version. The list is static, so that a start searches no folders.
 */
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { firstTables } from './0001-first-tables.ts';
import { jobsAndDatasets } from './0002-jobs-and-datasets.ts';
import { refreshesAsJobs } from './0003-refreshes-as-jobs.ts';
import { encoders } from './0004-encoders.ts';
import { learning } from './0005-learning.ts';
import { llmSpending } from './0006-llm-spending.ts';
import { erasedFromHeads } from './0007-erased-from-heads.ts';
import { modelsAndSimulations } from './0008-models-and-simulations.ts';
import { tokenizers } from './0009-tokenizers.ts';
import { peopleOfIdempotencyKeys } from './0010-people-of-idempotency-keys.ts';
import { shownAnswers } from './0011-shown-answers.ts';
import { pagesOfAPerson } from './0012-pages-of-a-person.ts';
import { keysByExpiry } from './0013-keys-by-expiry.ts';
import { consoleSessions } from './0014-console-sessions.ts';
import { pagesOfKeys } from './0015-pages-of-keys.ts';
import { statistics } from './0016-statistics.ts';
import { jobLog } from './0018-job-log.ts';
import { outcomeKey } from './0019-outcome-key.ts';
import { confirmedShown } from './0020-confirmed-shown.ts';
import { calibrations } from './0021-calibrations.ts';
import { changeCounters } from './0022-change-counters.ts';
import { sharedLimits } from './0023-shared-limits.ts';
import { replicas } from './0024-replicas.ts';
import { datasetFeatures } from './0030-dataset-features.ts';
import { appendedRows } from './0031-appended-rows.ts';
import { datasetErasures } from './0032-dataset-erasures.ts';
import { modelAliases } from './0043-model-aliases.ts';
import { refitSchedules } from './0044-refit-schedules.ts';
import { matchBatches } from './0045-match-batches.ts';
import { experiments } from './0050-experiments.ts';
import { shadowReplays } from './0051-shadow-replays.ts';
import { fairExposure } from './0055-fair-exposure.ts';
import { auditLog } from './0060-audit-log.ts';
import { searchIndexes } from './0070-search-indexes.ts';
import { vectorHalves } from './0071-vector-halves.ts';
import { jobShares } from './0072-job-shares.ts';
import { keyLeases } from './0073-key-leases.ts';
import { indexUses } from './0074-index-uses.ts';
import { fileErasures } from './0075-file-erasures.ts';
import { blockedPeople } from './0076-blocked-people.ts';
import { personSecret } from './0077-person-secret.ts';

/** By name; applied in the order of the names. A released migration never changes. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first-tables': firstTables,
  '0002-jobs-and-datasets': jobsAndDatasets,
  '0003-refreshes-as-jobs': refreshesAsJobs,
  '0004-encoders': encoders,
  '0005-learning': learning,
  '0006-llm-spending': llmSpending,
  '0007-erased-from-heads': erasedFromHeads,
  '0008-models-and-simulations': modelsAndSimulations,
  '0009-tokenizers': tokenizers,
  '0010-people-of-idempotency-keys': peopleOfIdempotencyKeys,
  '0011-shown-answers': shownAnswers,
  '0012-pages-of-a-person': pagesOfAPerson,
  '0013-keys-by-expiry': keysByExpiry,
  '0014-console-sessions': consoleSessions,
  '0015-pages-of-keys': pagesOfKeys,
  '0016-statistics': statistics,
  '0018-job-log': jobLog,
  '0019-outcome-key': outcomeKey,
  '0020-confirmed-shown': confirmedShown,
  '0021-calibrations': calibrations,
  '0022-change-counters': changeCounters,
  '0023-shared-limits': sharedLimits,
  '0024-replicas': replicas,
  '0030-dataset-features': datasetFeatures,
  '0031-appended-rows': appendedRows,
  '0032-dataset-erasures': datasetErasures,
  '0043-model-aliases': modelAliases,
  '0044-refit-schedules': refitSchedules,
  '0045-match-batches': matchBatches,
  '0050-experiments': experiments,
  '0051-shadow-replays': shadowReplays,
  '0055-fair-exposure': fairExposure,
  '0060-audit-log': auditLog,
  '0070-search-indexes': searchIndexes,
  '0071-vector-halves': vectorHalves,
  '0072-job-shares': jobShares,
  '0073-key-leases': keyLeases,
  '0074-index-uses': indexUses,
  '0075-file-erasures': fileErasures,
  '0076-blocked-people': blockedPeople,
  '0077-person-secret': personSecret,
};

/** A newer version of this program has written the database. */
class NewerDatabaseError extends Error {
  constructor(unknown: readonly string[]) {
    super(
      `the database was written by a newer version of Counterpart (it has the steps ${unknown.join(', ')}, which this version does not know); start that version or a later one`,
    );
    this.name = 'NewerDatabaseError';
  }
}

/** The last migration of SQLite alone. A database of another kind begins with its tables at once. */
const LAST_OF_SQLITE = '0021-calibrations';

/** Names of all migrations of this version, in order. */
export const knownMigrations = (): readonly string[] => Object.keys(migrations).sort();

/** Throws `NewerDatabaseError` where a database that has had these steps is of a later version. */
export function refuseNewer(applied: readonly string[]): void {
  const unknown = applied.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new NewerDatabaseError(unknown);
}

export interface MigrateOptions {
  /** The last migration to apply; default: all. */
  readonly upTo?: string;
  /** Creates the tables as `LAST_OF_SQLITE` leaves them, in place of the migrations up to it. */
  readonly baseline?: Migration;
}

/** Throws `NewerDatabaseError`, or the error of a migration, after which none is kept. */
export async function migrate<T>(db: Kysely<T>, { upTo, baseline }: MigrateOptions = {}): Promise<void> {
  const steps = stepsFrom(baseline);
  await pendingSteps(db as Kysely<unknown>, baseline);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...steps }) } });
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
}

/**
 * Names of the migrations that `migrate` would apply, in order. Changes nothing. Throws `NewerDatabaseError`.
 */
export async function pendingSteps<T>(db: Kysely<T>, baseline?: Migration): Promise<readonly string[]> {
  const applied = await appliedSteps(db as Kysely<unknown>);
  refuseNewer(applied);
  return Object.keys(stepsFrom(baseline)).filter((name) => !applied.includes(name));
}

function stepsFrom(baseline: Migration | undefined): Readonly<Record<string, Migration>> {
  if (baseline === undefined) return migrations;
  const later = Object.entries(migrations).filter(([name]) => name > LAST_OF_SQLITE);
  return { [LAST_OF_SQLITE]: baseline, ...Object.fromEntries(later) };
}

async function appliedSteps(db: Kysely<unknown>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some((table) => table.name === 'kysely_migration')) return [];
  const steps = await (db as Kysely<{ kysely_migration: { name: string } }>)
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  return steps.map((step) => step.name);
}
