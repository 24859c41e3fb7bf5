/**
 * Stores one batch of rows. Each row is imported or rejected with a reason. An error of the machine throws.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TenantId } from '../../../contract/brands.ts';
import { ApiError } from '../../../contract/errors.ts';
import { rowIssues } from '../../../contract/issue-message.ts';
import type { ReadingDepth } from '../../../contract/reading-depths.ts';
import { UpsertUserRequest } from '../../../contract/user.ts';
import type { Warning } from '../../../contract/warning.ts';
import type { ProfileService, UpsertCall } from '../../../people/profiles/profile-service.ts';
import type { MappedRow, MappingWarning } from '../../../platform/intake/mapping/mapping.ts';
import type { Row } from '../../../platform/intake/mapping/source-row.ts';
import type { RepeatedIds, SeenIds } from '../../../platform/intake/repeated-ids.ts';
import type { Reject } from './rejects-file.ts';
import type { NumberedRow } from './source-reader.ts';

export interface BatchTarget {
  readonly profiles: Pick<ProfileService, 'upsertMany'>;
  readonly tenant: TenantId;
  readonly domain: string;
  readonly toBody: (row: Row, number: number) => MappedRow;
  /** How deep texts are read before a row is stored. */
  readonly reading: ReadingDepth;
  /** Treatment of a row that repeats the id of an earlier row. */
  readonly repeated: RepeatedIds;
  readonly seen: SeenIds;
  /** `repeated` counts the rows that repeat the id of an earlier row. */
  readonly notes: { repeated: number };
}

interface Position {
  readonly number: number;
  readonly line?: number;
}

interface Accepted extends Position {
  readonly values: unknown;
  readonly request: UpsertCall;
  /** The assumptions of the mapping. */
  readonly warnings: readonly MappingWarning[];
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

function validate(target: BatchTarget, numbered: NumberedRow): Accepted | Reject {
  const at = positionOf(numbered);
  if ('fault' in numbered) return rejected(at, numbered.fault, numbered.text);
  const mapped = target.toBody(numbered.row, at.number);
  if ('rejected' in mapped) return rejected(at, mapped.rejected, numbered.row);
  const body = { ...mapped.body, domain: target.domain };
  const request = UpsertUserRequest.safeParse(body);
  if (request.success) {
    const { warnings = [] } = mapped;
    const call = { ...request.data, reading: target.reading };
    return unrepeated(target, { ...at, values: numbered.row, request: call, warnings });
  }
  const reason = rowIssues(request.error, body, true)
    .map(({ path, message }) => `${path}: ${message}`)
    .join('; ');
  return rejected(at, reason, numbered.row);
}

/** The row, unless it repeats the id of an earlier row: then as `repeated` says, a merge or a reject. */
function unrepeated({ seen, repeated, notes }: BatchTarget, row: Accepted): Accepted | Reject {
  const own = row.line ?? row.number;
  const first = seen.seenAt(row.request.user_id, own);
  if (first === undefined) return row;
  notes.repeated++;
  if (repeated === 'merge') return { ...row, request: { ...row.request, merge: true } };
  if (repeated === 'replace') return row;
  const name = row.line === undefined ? 'row' : 'line';
  return rejected(
    row,
    `${name} ${own} repeats the id of ${name} ${first}; say --repeated replace or merge, or take one of them out`,
    row.values,
  );
}

function positionOf({ number, line }: NumberedRow): Position {
  return { number, ...(line !== undefined && { line }) };
}

function rejected({ number, line }: Position, reason: string, values: unknown): Reject {
  return { row: number, ...(line !== undefined && { line }), reason, values };
}

const ATTEMPTS = 6;
const FIRST_WAIT_MS = 250;

export interface RowWarning extends Warning {
  readonly row: number;
}

export interface BatchOutcome {
  readonly rejects: readonly Reject[];
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
  let open = batch.accepted;
  for (let attempt = 1; open.length > 0; attempt++) {
    const results = await target.profiles.upsertMany(
      target.tenant,
      open.map(({ request }) => request),
    );
    const again: Accepted[] = [];
    for (const [at, result] of results.entries()) {
      const row = open[at]!;
      if (!(result instanceof Error)) {
        for (const warning of [...row.warnings, ...(result.warnings ?? [])])
          warnings.push({ row: row.number, ...warning });
        continue;
      }
      if (isRowsFault(result)) rejects.push(rejected(row, result.message, row.values));
      else if (mayPass(result) && attempt < ATTEMPTS) again.push(row);
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
