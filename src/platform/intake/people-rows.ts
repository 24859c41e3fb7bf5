/** Rows of a source as bodies of POST /v1/users, or why they are none. */
import { rowIssues } from '../../contract/issue-message.ts';
import { UpsertUserRequest } from '../../contract/user.ts';
import {
  applyMapping,
  type MappedBody,
  type MappedRow,
  type Mapping,
  type MappingWarning,
  type RejectedCell,
} from './mapping/mapping.ts';
import type { Row } from './mapping/source-row.ts';
import type { Decimal } from './number-text.ts';
import { type RepeatedIds, SeenIds } from './repeated-ids.ts';
import type { NumberedRow } from './sources/source-reader.ts';

interface RowPosition {
  readonly row: number;
  /** The line of the file, where it has lines. */
  readonly line?: number;
}

export interface RejectedRow extends RowPosition {
  /** The value that is wrong, and its column, where it is one. */
  readonly column?: string;
  readonly given?: string;
  /** The given value, the expected form, and what to do. */
  readonly reason: string;
  readonly values: unknown;
}

export interface PersonRow extends RowPosition {
  readonly request: UpsertUserRequest;
  /** The assumptions of the mapping. */
  readonly warnings: readonly MappingWarning[];
  readonly values: Row;
}

export interface PeopleRowsParts {
  readonly domain: string;
  /** null: the rows are bodies of POST /v1/users. */
  readonly mapping: Mapping | null;
  /** The decimal sign of the source. */
  readonly decimal: Decimal;
  readonly repeated: RepeatedIds;
}

export class PeopleRows {
  readonly #parts: PeopleRowsParts;
  readonly #seen = new SeenIds();
  /** Rows whose id an earlier row has. */
  repeated = 0;

  constructor(parts: PeopleRowsParts) {
    this.#parts = parts;
  }

  /** Whether ids came that could not be compared. */
  get isFull(): boolean {
    return this.#seen.isFull;
  }

  next(numbered: NumberedRow): PersonRow | RejectedRow {
    const { number, line } = numbered;
    const at = { row: number, ...(line !== undefined && { line }) };
    if ('fault' in numbered) return { ...at, reason: numbered.fault, values: numbered.text };
    const { row } = numbered;
    const mapped = this.#mapped(row, number);
    if ('rejected' in mapped) return { ...at, ...mapped.cell, reason: mapped.rejected, values: row };
    const body = { ...mapped.body, domain: this.#parts.domain };
    const request = UpsertUserRequest.safeParse(body);
    if (request.success) {
      const { warnings = [] } = mapped;
      return this.#unrepeated({ ...at, request: request.data, warnings, values: row });
    }
    const reason = rowIssues(request.error, body, true)
      .map(({ path, message }) => `${path}: ${message}`)
      .join('; ');
    return { ...at, reason, values: row };
  }

  #mapped(row: Row, number: number): MappedRow {
    const { mapping, decimal } = this.#parts;
    if (mapping !== null) return applyMapping(mapping, row, number, decimal);
    const { domain: _, ...body } = row;
    return { body: body as unknown as MappedBody };
  }

  /** The row, unless it repeats the id of an earlier one: then as `repeated` says, a merge or a reject. */
  #unrepeated(row: PersonRow): PersonRow | RejectedRow {
    const own = row.line ?? row.row;
    const first = this.#seen.seenAt(row.request.user_id, own);
    if (first === undefined) return row;
    this.repeated++;
    const { repeated } = this.#parts;
    if (repeated === 'replace') return row;
    if (repeated === 'merge') return { ...row, request: { ...row.request, merge: true } };
    const { request, values, ...at } = row;
    const name = row.line === undefined ? 'row' : 'line';
    return {
      row: at.row,
      ...(at.line !== undefined && { line: at.line }),
      ...givenId(this.#parts.mapping, request),
      reason: `${name} ${own} repeats the id of ${name} ${first}; take one of them out, or say that such rows replace or merge (--repeated)`,
      values,
    };
  }
}

function givenId(mapping: Mapping | null, { user_id: userId }: UpsertUserRequest): Partial<RejectedCell> {
  if (mapping === null) return { column: 'user_id', given: userId };
  return 'column' in mapping.user_id ? { column: mapping.user_id.column, given: userId } : { given: userId };
}
