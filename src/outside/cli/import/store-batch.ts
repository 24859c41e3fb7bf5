/**
 * Stores or checks one batch of rows. Each row is imported or rejected with a reason. An error of the machine throws.
 */
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { ReadingDepth } from '../../../contract/reading-depths.ts';
import type { Warning } from '../../../contract/warning.ts';
import type { ProfileService } from '../../../people/profiles/profile-service.ts';
import type { PeopleRows, PersonRow, RejectedRow } from '../../../platform/intake/people-rows.ts';
import type { NumberedRow } from '../../../platform/intake/sources/source-reader.ts';
import { upsertAll } from './upsert-all.ts';

export interface BatchTarget {
  readonly profiles: Pick<ProfileService, 'upsertMany' | 'checkMany'>;
  readonly tenant: TenantId;
  /** How deep texts are read before a row is stored. */
  readonly reading: ReadingDepth;
  /** Rows are checked and not stored. */
  readonly isDryRun: boolean;
}

export interface PreparedBatch {
  readonly lastRow: number;
  readonly rows: number;
  readonly accepted: readonly PersonRow[];
  readonly rejects: readonly RejectedRow[];
  readonly userIds: ReadonlySet<string>;
}

/** Everything that needs no store: the mapping, and the validation of the POST /users body. */
export function prepareBatch(people: PeopleRows, rows: readonly NumberedRow[]): PreparedBatch {
  const accepted: PersonRow[] = [];
  const rejects: RejectedRow[] = [];
  for (const numbered of rows) {
    const row = people.next(numbered);
    if ('reason' in row) rejects.push(row);
    else accepted.push(row);
  }
  return {
    lastRow: rows.at(-1)?.number ?? 0,
    rows: rows.length,
    accepted,
    rejects,
    userIds: new Set(accepted.map(({ request }) => request.user_id)),
  };
}

export interface RowWarning extends Warning {
  readonly row: number;
}

export interface BatchOutcome {
  readonly rejects: readonly RejectedRow[];
  /** Warnings about rows that were stored. */
  readonly warnings: readonly RowWarning[];
}

/**
 * The rejects are in the order of the rows. Throws for errors that are not the rows' fault; some
 * rows may then be stored.
 */
export async function storeBatch(target: BatchTarget, batch: PreparedBatch): Promise<BatchOutcome> {
  const rejects = [...batch.rejects];
  const warnings: RowWarning[] = [];
  const calls = batch.accepted.map(({ request }) => ({ ...request, reading: target.reading }));
  const { profiles, tenant, isDryRun } = target;
  const outcomes = isDryRun
    ? await profiles.checkMany(tenant, calls)
    : await upsertAll(profiles, tenant, calls);
  for (const [at, outcome] of outcomes.entries()) {
    const row = batch.accepted[at]!;
    if (outcome instanceof Error) rejects.push(refused(row, outcome));
    else
      for (const warning of [...row.warnings, ...(outcome?.warnings ?? [])])
        warnings.push({ row: row.row, ...warning });
  }
  return { rejects: rejects.sort((a, b) => a.row - b.row), warnings };
}

/** The column is that of the domain's field. */
function refused({ row, line, values }: PersonRow, error: Error): RejectedRow {
  const details = error instanceof ApiError ? error.details : {};
  return {
    ...{ row, ...(line !== undefined && { line }) },
    ...('field' in details &&
      'given' in details && { column: details.field, given: JSON.stringify(details.given) }),
    ...{ reason: error.message, values },
  };
}
