/**
 * Excel: the rows of a sheet, under the first row that is no title. Numbers stay numbers, and dates become the
 * day or the local time that the sheet shows, which has no zone.
 */
import type { StreamRow } from 'hucre/xlsx';
import { columnsOf, surplusCells } from '../columns.ts';
import { headerPosition } from '../dialect.ts';
import { requireColumns } from './require-columns.ts';
import type { NumberedRow, SourceQuestion, SourceReader } from './source-reader.ts';
import { refuseZipBomb, wholeFile } from './zip-bounds.ts';

/** Rows in which the header is looked for. */
const FIRST_ROWS = 100;

export async function xlsxSource(question: SourceQuestion): Promise<SourceReader> {
  const state = { header: 1, left: [] as string[], read: 0, sheet: '' };
  return {
    rows: readSheet(question, state),
    progress: () => (state.read === 0 ? 0 : 1),
    report: () => ({ sheet: state.sheet, header_line: state.header, left_out_lines: state.left }),
    decimal: question.reading.decimal ?? 'point',
  };
}

type State = { header: number; left: string[]; read: number; sheet: string };

async function* readSheet(
  { file, columns, reading }: SourceQuestion,
  state: State,
): AsyncGenerator<NumberedRow> {
  const rows = sheetRows(await workbook(file), file.name, reading.sheet, state);
  const first: StreamRow[] = [];
  for await (const row of rows) {
    if (isGiven(row)) first.push(row);
    if (first.length === FIRST_ROWS) break;
  }
  const records = first.map(({ values }) => ({ line: 1, lines: 1, cells: values.map(cellTextOf) }));
  const skipped = reading.skipLines;
  const at =
    skipped === undefined
      ? headerPosition(records, columns ?? new Set())
      : Math.max(
          0,
          first.findIndex(({ index }) => index >= skipped),
        );
  const header = first[at];
  if (header === undefined) throw new Error(`${file.name} has no rows in its sheet ${state.sheet}.`);
  state.header = header.index + 1;
  state.left = records.slice(0, at).map(({ cells }) => cells.join(' ').trim());
  const found = columnsOf(header.values.map(cellTextOf));
  requireColumns(`${file.name}, sheet ${state.sheet}, row ${state.header}:`, found, columns);
  for (const row of first.slice(at + 1)) yield numbered(row, found.names, state);
  for await (const row of rows) if (isGiven(row)) yield numbered(row, found.names, state);
}

async function workbook(file: SourceQuestion['file']): Promise<Uint8Array> {
  const bytes = await wholeFile(file);
  refuseZipBomb(bytes, file.name);
  return bytes;
}

async function* sheetRows(bytes: Uint8Array, name: string, sheet: string | undefined, state: State) {
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  try {
    const names: string[] = [];
    await readXlsx(bytes, { sheets: (info) => names.push(info.name) < 0 });
    if (sheet !== undefined && !names.includes(sheet))
      throw new Error(`it has no sheet «${sheet}»; there are ${names.join(', ')}`);
    state.sheet = sheet ?? names[0] ?? '';
    yield* streamXlsxRows(bytes, { sheet: state.sheet });
  } catch (error) {
    throw new Error(`${name} cannot be read as Excel: ${(error as Error).message}`);
  }
}

function numbered({ index, values }: StreamRow, names: readonly string[], state: State): NumberedRow {
  const at = { number: ++state.read, line: index + 1 };
  const texts = values.map(cellTextOf);
  if (surplusCells(texts, names.length))
    return {
      ...at,
      fault: `the row has ${values.length} cells, the header has ${names.length}`,
      text: texts,
    };
  const cells = names.flatMap((name, column) =>
    name === '' ? [] : [[name, meant(values[column])] as const],
  );
  return { ...at, row: Object.fromEntries(cells) };
}

const isGiven = ({ values }: StreamRow) => values.some((value) => cellTextOf(value) !== '');

/** As the cell means it; a fault of a formula is no value. */
function meant(value: StreamRow['values'][number] | undefined): string | number | boolean | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'string')
    return /^#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!)$/.test(value) ? null : value;
  return typeof value === 'object' ? String(value) : value;
}

const cellTextOf = (value: StreamRow['values'][number] | undefined) => String(meant(value) ?? '').trim();

/** The clock of a sheet has no zone: its fields are those of UTC here. */
function dateText(date: Date): string {
  const text = date.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
}
