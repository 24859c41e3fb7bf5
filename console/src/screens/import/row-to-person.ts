/** A row of a file as a body of POST /v1/users, or the reason why it is none. */
import { keyOfWrittenNumber, WrittenNumber } from 'counterpart-client';
import type { Decimal } from 'counterpart-intake/number-text.ts';
import type { RowFault } from 'counterpart-intake/read-table.ts';
import { SeenIds } from 'counterpart-intake/repeated-ids.ts';
import type { Schema, SchemaField } from '../../api/queries.ts';
import { isRecord } from '../../parts/read-unknown.ts';
import { text } from '../../text/en.ts';
import { isNumeric, type Target } from './column-target.ts';
import { choiceIn, convertCell, itemsIn, numberIn } from './convert-cell.ts';
import type { FileRow, Layout } from './file-rows.ts';

export interface PersonBody {
  readonly user_id: string;
  readonly domain: string;
  readonly context?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly preferences?: Readonly<Record<string, unknown>>;
}

export type MappedRow = { readonly body: PersonBody } | { readonly reason: string };

export interface Mapping {
  readonly schema: Schema;
  readonly layout: Layout;
  /** By column. */
  readonly targets: readonly Target[];
}

const MAX_ID = 256;
const MAX_TEXT_BYTES = 256 * 1024;
const utf8 = new TextEncoder();

export function rowToPerson(
  { schema, layout, targets }: Mapping,
  { cells, object, fault }: FileRow,
): MappedRow {
  if (fault !== undefined) return { reason: faultText(fault, layout) };
  if (object === null) return { reason: text.import.notAnObject };
  if (layout.bodies) return bodyOf(schema, object!);
  const { decimal } = layout.dialect;
  const byName = new Map(schema.fields.map((field) => [field.name, field]));
  const fields: Record<string, unknown> = {};
  const preferences: Record<string, unknown> = {};
  const texts: string[] = [];
  let id: unknown;
  for (const [column, target] of targets.entries()) {
    const cell = cells[column];
    if (target.to === 'id') id = cell;
    else if (target.to === 'text') texts.push(...textOf(cell));
    else if (target.to === 'extra') {
      if (!isEmpty(cell)) define(fields, layout.columns[column]!, cell);
    } else if (target.to === 'field') {
      const converted = convertCell(byName.get(target.field)!, cell, decimal);
      if (converted === null) continue;
      if ('reason' in converted) return converted;
      define(fields, target.field, converted.value);
    } else if (target.to === 'preference') {
      const reason = addPreference(preferences, target, byName, cell, decimal);
      if (reason !== undefined) return { reason };
    }
  }
  const context = texts.join('\n\n');
  return checked({
    user_id: idIn(id),
    domain: schema.domain,
    ...(context !== '' && { context }),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(Object.keys(preferences).length > 0 && { preferences }),
  });
}

/**
 * Rows in their order as people. A row that repeats an earlier id is refused, unless the layout says that it
 * replaces the other.
 */
export class PersonRows {
  readonly #mapping: Mapping;
  readonly #seen = new SeenIds();
  /** Rows whose id an earlier row has. */
  repeated = 0;

  constructor(mapping: Mapping) {
    this.#mapping = mapping;
  }

  /** Whether ids came that could not be compared. */
  get isFull(): boolean {
    return this.#seen.isFull;
  }

  next(row: FileRow): MappedRow {
    const mapped = rowToPerson(this.#mapping, row);
    if ('reason' in mapped) return mapped;
    const first = this.#seen.seenAt(mapped.body.user_id, row.row);
    if (first === undefined) return mapped;
    this.repeated += 1;
    return this.#mapping.layout.repeated === 'refuse'
      ? { reason: text.import.repeatsRow(row.row, first) }
      : mapped;
  }
}

function faultText(fault: RowFault, { encoding }: Layout): string {
  switch (fault.kind) {
    case 'undecoded':
      return text.import.undecoded(text.import.encodings[encoding] ?? encoding);
    case 'surplus':
      return text.import.tooManyCells(fault.cells, fault.columns);
    case 'undoubled':
      return text.import.undoubledQuote(fault.line, fault.lines);
    default:
      return text.import.unclosedQuote(fault.line, fault.lines);
  }
}

/** A line that is a body already. */
function bodyOf({ domain }: Schema, object: Readonly<Record<string, unknown>>): MappedRow {
  if (object.domain !== undefined && object.domain !== domain)
    return { reason: text.import.otherDomain(String(object.domain)) };
  return checked({ ...object, user_id: idIn(object.user_id), domain } as PersonBody);
}

/** A whole number is an id by its digits; empty where the cell has none. */
export function idIn(cell: unknown): string {
  if (typeof cell === 'string') return cell.trim();
  const isWhole = cell instanceof WrittenNumber ? /^-?\d+$/.test(cell.source) : Number.isSafeInteger(cell);
  return isWhole ? String(cell) : '';
}

function checked(body: PersonBody): MappedRow {
  const { user_id: id, context } = body;
  const rounded = keyOfWrittenNumber(body);
  if (rounded !== undefined) return { reason: text.import.roundedNumber(rounded) };
  if (id === '') return { reason: text.import.noId };
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what an id must not have
  if (/[\u0000-\u001f\u007f-\u009f]/.test(id) || /\p{Surrogate}/u.test(id))
    return { reason: text.import.badId };
  if ([...id].length > MAX_ID || id === '.' || id === '..') return { reason: text.import.badId };
  if (context !== undefined && utf8.encode(context).length > MAX_TEXT_BYTES)
    return { reason: text.import.longText };
  return { body };
}

function addPreference(
  preferences: Record<string, unknown>,
  { key, part }: Extract<Target, { to: 'preference' }>,
  byName: ReadonlyMap<string, SchemaField>,
  cell: unknown,
  decimal: Decimal,
): string | undefined {
  if (isEmpty(cell)) return undefined;
  const field = byName.get(key);
  if (field === undefined || isNumeric(field)) {
    const value = numberIn(cell, decimal);
    if (value === undefined || !Number.isFinite(value))
      return text.import.wrongValue(key, String(cell).slice(0, 60), text.import.numberFrom(false, undefined));
    if (part === undefined) define(preferences, key, value);
    else define(preferences, key, { ...(isRecord(preferences[key]) && preferences[key]), [part]: value });
    return undefined;
  }
  if (field.values === undefined) {
    const converted = convertCell(field, cell, decimal);
    if (converted !== null && 'reason' in converted) return converted.reason;
    if (converted !== null) define(preferences, key, converted.value);
    return undefined;
  }
  const items = itemsIn(field, cell);
  const values = items.map((item) => choiceIn(field, item));
  const wrong = values.indexOf(undefined);
  if (wrong >= 0)
    return text.import.wrongValue(
      key,
      String(items[wrong]).slice(0, 60),
      text.import.oneOf(field.values.slice(0, 8).join(', ')),
    );
  if (values.length > 0)
    define(preferences, key, values.length === 1 ? values[0] : { in: [...new Set(values)] });
  return undefined;
}

/** Also under names such as `__proto__`, which an assignment would take for something else. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

function textOf(cell: unknown): readonly string[] {
  if (isEmpty(cell)) return [];
  return [typeof cell === 'string' ? cell.trim() : JSON.stringify(cell)];
}
