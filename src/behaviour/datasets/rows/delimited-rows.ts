/**
 * Reads CSV and TSV as batches of validated rows. The first record has the names of the columns. Without a
 * column `type` the columns say what the rows are: events, items or people. A column `attributes.NAME` is an
 * attribute, a column `context.NAME` a value of an event's context; a list is written `a|b`, or as JSON.
 */
import type {
  DatasetFeatures,
  FeatureDeclarations,
  FeatureType,
} from '../../../contract/dataset-features.ts';
import { apiError } from '../../../contract/errors.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { exactNumber, isDecimal } from '../../../contract/written-number.ts';
import { ByteDecoder, undecodedFault } from '../../../platform/intake/byte-decoder.ts';
import { markOf } from '../../../platform/intake/detect-encoding.ts';
import { type Delimiter, detectDialect, type GivenDialect } from '../../../platform/intake/dialect.ts';
import type { Encoding } from '../../../platform/intake/encodings.ts';
import { type Decimal, plainNumber } from '../../../platform/intake/number-text.ts';
import {
  describeFault,
  readTable,
  type TableRow,
  UnreadableTable,
} from '../../../platform/intake/read-table.ts';
import type { DatasetFormFile } from '../forms/dataset-form.ts';
import { formedRows } from '../forms/formed-rows.ts';
import { formOfLine, formOfNames } from '../forms/shipped-dataset-forms.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { faulty, type ValidateRow } from './validate-row.ts';

const ROWS_A_BATCH = 4096;
/** Characters of a record. A longer one has an unclosed quote. */
const MAX_RECORD = 256 * 1024;
/** Bytes by which delimiter, header and decimal sign are found. */
const START_BYTES = 256 * 1024;

const fields = [
  'type',
  'item_id',
  'text',
  'created_at',
  'attributes',
  'event_id',
  'person_id',
  'session_id',
  'basket_id',
  'context',
  'kind',
] as const;
const known: ReadonlySet<string> = new Set([...fields, 'timestamp', 'value']);
const attributePrefix = 'attributes.';
const contextPrefix = 'context.';

interface NamedFile {
  readonly file: number;
  /** Name of the file in messages, or ''. */
  readonly name: string;
  readonly encoding?: Encoding | undefined;
}

interface DelimitedForm {
  readonly dialect: GivenDialect;
  readonly features: DatasetFeatures;
  readonly validate: ValidateRow;
  /** For rows of a known form, whose times are ISO 8601. */
  readonly validateForm: ValidateRow;
}

/** Throws ApiError if there is no header of this form. */
export async function* delimitedRows(
  bytes: AsyncIterable<Uint8Array>,
  { file, name, encoding }: NamedFile,
  form: DelimitedForm,
): AsyncGenerator<RowBatch> {
  const { table, line, decimal, headless } = await openTable(bytes, encoding, form.dialect);
  let toRow: ((row: TableRow) => RowOrFault) | undefined;
  let [rows, lines] = [[] as RowOrFault[], [] as number[]];
  try {
    for await (const batch of table.rows) {
      toRow ??= readerOf(table.notes.columns.names, { name, line, decimal, headless }, form);
      for (const row of batch) {
        rows.push(toRow(row));
        // The names of a file without a header are put in before its first line.
        lines.push(headless === undefined ? row.line : row.line - 1);
      }
      if (rows.length < ROWS_A_BATCH) continue;
      yield { file, rows, lines };
      [rows, lines] = [[], []];
    }
  } catch (error) {
    if (!(error instanceof UnreadableTable)) throw error;
    // A file without a record has no rows.
    if (error.fault !== null) throw unreadable(name, `line ${error.line}`, error.message);
  }
  if (rows.length > 0) yield { file, rows, lines };
}

interface OpenedTable {
  readonly name: string;
  readonly line: number;
  readonly decimal: Decimal;
  readonly headless: DatasetFormFile | undefined;
}

/** By the form of the columns, else by the names that datasets have. */
function readerOf(
  names: readonly string[],
  { name, line, decimal, headless }: OpenedTable,
  form: DelimitedForm,
): (row: TableRow) => RowOrFault {
  const known = headless ?? formOfNames(names);
  if (known === undefined) return rowsUnder(headerOf(names, name, line), decimal, form);
  const attribute = (cell: unknown, type: FeatureType) => typedValue(String(cell), type, decimal);
  const rowOf = formedRows(known, {
    ...{ features: form.features, validate: form.validateForm },
    ...{ decimal, attribute },
  });
  return ({ cells, fault }) =>
    fault === null
      ? rowOf(Object.fromEntries(cells.map((cell, at) => [names[at] ?? '', cell])))
      : faulty('', describeFault(fault));
}

/** Looks at the beginning of the stream, and reads it from there. */
async function openTable(
  bytes: AsyncIterable<Uint8Array>,
  given: Encoding | undefined,
  dialect: GivenDialect,
) {
  const pieces = bytes[Symbol.asyncIterator]();
  const start: Uint8Array[] = [];
  let [read, isWhole] = [0, false];
  while (read < START_BYTES && !isWhole) {
    const { done, value } = await pieces.next();
    if (done === true) isWhole = true;
    else {
      start.push(value);
      read += value.length;
    }
  }
  const marked = given ?? markOf(Buffer.concat(start.slice(0, 3)).subarray(0, 3));
  const decoded = (encoding: Encoding) => {
    const decoder = new ByteDecoder(encoding);
    return start.map((piece) => decoder.decode(piece)).join('') + (isWhole ? decoder.end() : '');
  };
  const utf8 = decoded(marked ?? 'utf-8');
  const headless = formOfLine(/^[^\r\n]*/.exec(utf8)![0]);
  const all = async function* () {
    try {
      yield* start;
      for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
    } finally {
      await pieces.return?.();
    }
  };
  if (headless !== undefined) {
    // The older files of these forms are in Latin-1, and nothing says so.
    const isUtf8 = undecodedFault(utf8, 'utf-8') === undefined;
    const encoding = marked ?? (isUtf8 ? 'utf-8' : 'windows-1252');
    return { ...tableWithoutHeader(all(), encoding, headless), headless };
  }
  const encoding = marked ?? 'utf-8';
  const found = detectDialect(utf8, isWhole, dialect);
  const table = readTable(all(), { encoding, dialect: found.dialect, longest: MAX_RECORD });
  return { table, line: found.dialect.skipLines + 1, decimal: found.dialect.decimal, headless };
}

/** The names of the form stand in for the header. */
function tableWithoutHeader(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
  { columns, delimiter }: DatasetFormFile,
) {
  // The parser cuts at one sign: a tab is in no file that has several signs between its columns.
  const sign = delimiter!.length > 1 ? '\t' : delimiter!;
  const text = async function* () {
    yield Buffer.from(`${columns!.join(sign)}\n`);
    yield* sign === delimiter ? pieces : withSign(pieces, delimiter!, sign);
  };
  const dialect = { delimiter: sign as Delimiter, quote: null, skipLines: 0 };
  const table = readTable(text(), { encoding, dialect, longest: MAX_RECORD });
  return { table, line: 1, decimal: 'point' as const };
}

/** Bytes with one sign for a delimiter of two, which may be cut by the end of a piece. */
async function* withSign(pieces: AsyncIterable<Uint8Array>, delimiter: string, sign: string) {
  let held = '';
  for await (const piece of pieces) {
    const text = held + Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('latin1');
    held = text.endsWith(delimiter[0]!) && !text.endsWith(delimiter) ? delimiter[0]! : '';
    const whole = held === '' ? text : text.slice(0, -1);
    yield Buffer.from(whole.replaceAll(delimiter, sign), 'latin1');
  }
  yield Buffer.from(held, 'latin1');
}

function headerOf(names: readonly string[], name: string, line: number): readonly string[] {
  const at = `line ${line}`;
  const unknown = names.find(
    (column) => column !== '' && !known.has(column) && prefixOf(column) === undefined,
  );
  const twice = names.find((column, position) => column !== '' && names.indexOf(column) !== position);
  if (unknown !== undefined)
    throw unreadable(
      name,
      at,
      `has a column «${unknown}»; there may be ${[...known].join(', ')}, attributes.NAME and context.NAME`,
    );
  if (twice !== undefined) throw unreadable(name, at, `has the column «${twice}» twice`);
  if (!names.includes('type') && kindOf(names) === undefined)
    throw unreadable(name, at, 'has neither a column «type» nor «event_id», «text» or «person_id»');
  return names;
}

function rowsUnder(names: readonly string[], decimal: Decimal, { features, validate }: DelimitedForm) {
  const rowOf = rowReader(names, decimal, features);
  return ({ cells, fault }: TableRow): RowOrFault => {
    if (fault !== null && fault.kind !== 'surplus') return faulty('', describeFault(fault));
    if (cells.length !== names.length)
      return faulty('', `has ${cells.length} cells; the header has ${names.length}`);
    const unnamed = cells.findIndex((cell, at) => names[at] === '' && cell.trim() !== '');
    return unnamed < 0
      ? validate(rowOf(cells))
      : faulty('', `has a value in column ${unnamed + 1}, which has no name`);
  };
}

/** The type of the rows where no column states it. */
function kindOf(names: readonly string[]): string | undefined {
  if (names.includes('event_id')) return 'event';
  if (names.includes('text')) return 'item';
  return names.includes('person_id') ? 'person' : undefined;
}

function rowReader(names: readonly string[], decimal: Decimal, features: DatasetFeatures) {
  const type = kindOf(names);
  return (cells: readonly string[]): Record<string, unknown> => {
    const row: Record<string, unknown> = names.includes('type') ? {} : { type };
    const given = { attributes: {} as Record<string, string>, context: {} as Record<string, string> };
    for (const [at, name] of names.entries()) {
      const cell = cells[at]!;
      if (cell === '' || name === '') continue;
      const prefix = prefixOf(name);
      if (prefix === attributePrefix) given.attributes[name.slice(prefix.length)] = cell;
      else if (prefix === contextPrefix) given.context[name.slice(prefix.length)] = cell;
      else row[name] = objects.has(name) ? parsed(cell) : name === 'value' ? numberOf(cell, decimal) : cell;
    }
    if (row.type === 'item') row.text ??= '';
    const declared = row.type === 'person' ? features.people : features.items;
    return {
      ...typedValues('attributes', given.attributes, declared, decimal),
      ...typedValues('context', given.context, features.events, decimal),
      ...row,
    };
  };
}

const objects: ReadonlySet<string> = new Set(['attributes', 'context']);

function prefixOf(column: string): string | undefined {
  return [attributePrefix, contextPrefix].find((prefix) => column.startsWith(prefix));
}

/** Without the field where no value is given. */
function typedValues(
  field: 'attributes' | 'context',
  cells: Readonly<Record<string, string>>,
  declared: FeatureDeclarations,
  decimal: Decimal,
) {
  const entries = Object.entries(cells);
  if (entries.length === 0) return {};
  const typed = entries.map(([name, cell]) => [name, typedValue(cell, declared[name]?.type, decimal)]);
  return { [field]: Object.fromEntries(typed) };
}

function typedValue(cell: string, type: FeatureType | undefined, decimal: Decimal): unknown {
  if (type === 'number') return numberOf(cell, decimal);
  if (type !== 'list') return cell;
  return cell.startsWith('[') ? parsed(cell) : cell.split('|');
}

/** A cell that is no number is left for the validation. */
function numberOf(cell: string, decimal: Decimal): unknown {
  const text = cell.trim();
  const plain = decimal === 'comma' ? plainNumber(text, decimal) : isDecimal(text) ? text : undefined;
  return plain === undefined ? cell : exactNumber(plain);
}

function parsed(cell: string): unknown {
  try {
    return parseJson(cell);
  } catch {
    return cell;
  }
}

function unreadable(name: string, line: string, message: string) {
  const at = [name, line].filter((part) => part !== '').join(', ');
  return apiError('invalid_request', `${at === '' ? 'The source' : `At ${at}: it`} ${message}.`, {
    issues: [{ at, path: '', message }],
    total: 1,
  });
}
