/**
 * Stores one batch of rows. Each row is imported or rejected with a reason. An error of the machine throws.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '../../contract/brands.ts';
import { ApiError } from '../../contract/errors.ts';
import { rowIssues } from '../../contract/issue-message.ts';
import { UpsertUserRequest } from '../../contract/user.ts';
import type { Warning } from '../../contract/warning.ts';
import type { ProfileService } from '../../profiles/profile-service.ts';
import type { MappedRow } from './mapping.ts';
import type { Reject } from './rejects-file.ts';
import type { NumberedRow } from './source-reader.ts';
import type { Row } from './source-row.ts';

export interface BatchTarget {
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
  readonly tenant: TenantId;
  readonly domain: string;
  readonly toBody: (row: Row, number: number) => MappedRow;
}

interface Accepted {
  readonly number: number;
  readonly values: unknown;
  readonly request: UpsertUserRequest;
}

export interface PreparedBatch {
  readonly lastRow: number;
  readonly rows: number;
  readonly accepted: readonly Accepted[];
  readonly rejects: readonly Reject[];
  readonly userIds: ReadonlySet<string>;
}

/** Everything that needs no store: the mapping, and the validation of the POST /users body. */
export function prepareBatch(target: BatchTarget, rows: readonly NumberedRow[]): PreparedBatch {
  const accepted: Accepted[] = [];
  const rejects: Reject[] = [];
  for (const numbered of rows) {
    const validated = validate(target, numbered);
    if ('reason' in validated) rejects.push(validated);
    else accepted.push(validated);
  }
  return {
    lastRow: rows.at(-1)?.number ?? 0,
    rows: rows.length,
    accepted,
    rejects,
    userIds: new Set(accepted.map(({ request }) => request.user_id)),
  };
}

function validate({ toBody, domain }: BatchTarget, numbered: NumberedRow): Accepted | Reject {
  const { number } = numbered;
  if ('fault' in numbered) return { row: number, reason: numbered.fault, values: numbered.text };
  const mapped = toBody(numbered.row, number);
  if ('rejected' in mapped) return { row: number, reason: mapped.rejected, values: numbered.row };
  const body = { ...mapped.body, domain };
  const request = UpsertUserRequest.safeParse(body);
  if (request.success) return { number, values: numbered.row, request: request.data };
  const reason = rowIssues(request.error, body)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ');
  return { row: number, reason, values: numbered.row };
}

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 250;

export interface RowWarning extends Warning {
  readonly row: number;
}

export interface BatchOutcome {
  readonly rejects: readonly Reject[];
  /** Of rows that were stored. */
  readonly warnings: readonly RowWarning[];
}

/**
 * The rejects are in the order of the rows. Throws for errors that are not the rows' fault; some
 * rows may then be stored.
 */
export async function storeBatch(target: BatchTarget, batch: PreparedBatch): Promise<BatchOutcome> {
  const rejects = [...batch.rejects];
  const warnings: RowWarning[] = [];
  let open = batch.accepted;
  for (let attempt = 1; open.length > 0; attempt++) {
    const results = await target.profiles.upsertMany(
      target.tenant,
      open.map(({ request }) => request),
    );
    const again: Accepted[] = [];
    for (const [at, result] of results.entries()) {
      const { number, values } = open[at]!;
      if (!(result instanceof Error)) {
        for (const warning of result.warnings ?? []) warnings.push({ row: number, ...warning });
        continue;
      }
      if (isRowsFault(result)) rejects.push({ row: number, reason: result.message, values });
      else if (mayPass(result) && attempt < ATTEMPTS) again.push(open[at]!);
      else throw result;
    }
    open = again;
    if (open.length > 0) await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1));
  }
  return { rejects: rejects.sort((a, b) => a.row - b.row), warnings };
}

function isRowsFault(error: Error): boolean {
  return error instanceof ApiError && [400, 413, 422].includes(error.status);
}

/** Whether a retry may succeed: the store was busy, or the running server wrote the same person. */
function mayPass(error: Error): boolean {
  return error instanceof ApiError && (error.status === 503 || error.code === 'conflict');
}
