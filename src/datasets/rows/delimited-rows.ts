/**
 * Reads CSV and TSV as batches of validated rows (RFC 4180; any line ends; a byte order mark is allowed). The first
 * record has the names of the columns. Without a column `type` the columns say what the rows are: events, items or
 * people. A column `attributes.NAME` is an attribute; a list in it is written `a|b`, or as JSON.
 */
import { Readable } from 'node:stream';
import { type Options, parse } from 'csv-parse';
import type { DatasetFeatures, FeatureType } from '../../contract/dataset-features.ts';
import { apiError } from '../../contract/errors.ts';
import { parseJson } from '../../contract/parse-json.ts';
import { exactNumber, isDecimal } from '../../contract/written-number.ts';
import type { RowBatch, RowOrFault } from './dataset-row.ts';
import { faulty, type ValidateRow } from './validate-row.ts';

const ROWS_A_BATCH = 4096;
/** Characters of a record. A longer one has an unclosed quote. */
const MAX_RECORD = 256 * 1024;

const fields = [
  'type',
  'item_id',
  'text',
  'created_at',
  'attributes',
  'event_id',
  'person_id',
  'kind',
] as const;
const known: ReadonlySet<string> = new Set([...fields, 'timestamp', 'value']);
const attributePrefix = 'attributes.';

interface NamedFile {
  readonly file: number;
  /** Name of the file in messages, or ''. */
  readonly name: string;
}

interface DelimitedForm {
  readonly delimiter: ',' | '\t';
  readonly features: DatasetFeatures;
  readonly validate: ValidateRow;
}

interface ParsedRecord {
  readonly record: readonly string[];
  /** Lines up to the end of the record. */
  readonly info: { readonly lines: number };
}

/** Throws ApiError if there is no header of this form. */
export async function* delimitedRows(
  bytes: AsyncIterable<Uint8Array>,
  { file, name }: NamedFile,
  { delimiter, features, validate }: DelimitedForm,
): AsyncGenerator<RowBatch> {
  let toRow: ((cells: readonly string[]) => RowOrFault) | undefined;
  let [rows, lines] = [[] as RowOrFault[], [] as number[]];
  const lineOf = lineCounter();
  for await (const { record, info } of records(bytes, delimiter, name)) {
    if (toRow === undefined) {
      const rowOf = rowReader(headerOf(record, name), features);
      toRow = (cells) =>
        cells.length === record.length ? validate(rowOf(cells)) : otherLength(cells, record);
    } else {
      rows.push(toRow(record));
      lines.push(lineOf(record, info.lines));
    }
    if (rows.length < ROWS_A_BATCH) continue;
    yield { file, rows, lines };
    [rows, lines] = [[], []];
  }
  if (rows.length > 0) yield { file, rows, lines };
}

/**
 * The first line of each record. A cell may have line ends, so that a record has several lines. The parser counts
 * CR LF in a cell as two.
 */
function lineCounter(): (cells: readonly string[], lines: number) => number {
  let surplus = 0;
  return (cells, lines) => {
    const text = cells.join('\0');
    surplus += text.match(/\r\n/g)?.length ?? 0;
    return lines - surplus - (text.match(/\r\n|\n|\r/g)?.length ?? 0);
  };
}

function otherLength(cells: readonly string[], header: readonly string[]) {
  return faulty('', `has ${cells.length} cells; the header has ${header.length}`);
}

async function* records(
  bytes: AsyncIterable<Uint8Array>,
  delimiter: string,
  name: string,
): AsyncGenerator<ParsedRecord> {
  const options = {
    bom: true,
    delimiter,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    // A quote within a tab-separated text is a quote.
    ...(delimiter === '\t' && { relax_quotes: true }),
  };
  const parser = parse(options as unknown as Options);
  const source = Readable.from(utf8(bytes, name));
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    for await (const parsed of parser as AsyncIterable<ParsedRecord>) yield parsed;
  } catch (error) {
    const { code, lines } = error as { readonly code?: unknown; readonly lines?: number };
    if (typeof code !== 'string' || !code.startsWith('CSV_')) throw error;
    throw unreadable(name, `line ${lines ?? 1}`, `cannot be read (${code}); is a quote not closed?`);
  } finally {
    parser.destroy();
    source.destroy();
  }
}

async function* utf8(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? unreadable(name, '', 'is not UTF-8') : error;
  }
}

function headerOf(header: readonly string[], name: string): readonly string[] {
  const names = header.map((column) => column.trim());
  const unknown = names.find((column) => !known.has(column) && !column.startsWith(attributePrefix));
  const twice = names.find((column, at) => names.indexOf(column) !== at);
  if (unknown !== undefined)
    throw unreadable(
      name,
      'line 1',
      `has a column «${unknown}»; there may be ${[...known].join(', ')} and attributes.NAME`,
    );
  if (twice !== undefined) throw unreadable(name, 'line 1', `has the column «${twice}» twice`);
  if (!names.includes('type') && kindOf(names) === undefined)
    throw unreadable(name, 'line 1', 'has neither a column «type» nor «event_id», «text» or «person_id»');
  return names;
}

/** What the rows are where no column says it. */
function kindOf(names: readonly string[]): string | undefined {
  if (names.includes('event_id')) return 'event';
  if (names.includes('text')) return 'item';
  return names.includes('person_id') ? 'person' : undefined;
}

function rowReader(names: readonly string[], features: DatasetFeatures) {
  const type = kindOf(names);
  return (cells: readonly string[]): Record<string, unknown> => {
    const row: Record<string, unknown> = names.includes('type') ? {} : { type };
    const attributes: Record<string, unknown> = {};
    for (const [at, name] of names.entries()) {
      const cell = cells[at]!;
      if (cell === '') continue;
      if (name.startsWith(attributePrefix)) attributes[name.slice(attributePrefix.length)] = cell;
      else row[name] = name === 'attributes' ? parsed(cell) : name === 'value' ? numberOf(cell) : cell;
    }
    if (row.type === 'item') row.text ??= '';
    const declared = row.type === 'person' ? features.people : features.items;
    for (const [name, cell] of Object.entries(attributes))
      attributes[name] = typedValue(cell as string, declared[name]?.type);
    if (Object.keys(attributes).length > 0) row.attributes ??= attributes;
    return row;
  };
}

function typedValue(cell: string, type: FeatureType | undefined): unknown {
  if (type === 'number') return numberOf(cell);
  if (type !== 'list') return cell;
  return cell.startsWith('[') ? parsed(cell) : cell.split('|');
}

/** A cell that is no number is left for the validation. */
function numberOf(cell: string): unknown {
  const text = cell.trim();
  return isDecimal(text) ? exactNumber(text) : cell;
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
