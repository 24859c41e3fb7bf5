/**
 * Reads a text file of columns: bytes become text, records and rows under a header. It runs in Node and in a
 * browser. A row that was not read faithfully is a fault with its line; the rows around it are read.
 */
import { ByteDecoder, undecodedFault } from './byte-decoder.ts';
import { type Columns, columnsOf, surplusCells } from './columns.ts';
import { DelimitedParser, type DelimitedRecord, type QuoteFault } from './delimited-parser.ts';
import { type Dialect, isGiven } from './dialect.ts';
import type { Encoding } from './encodings.ts';

export interface TableForm {
  readonly encoding: Encoding;
  readonly dialect: Pick<Dialect, 'delimiter' | 'quote' | 'skipLines'>;
  /** Characters of a record at most. */
  readonly longest?: number;
}

export type RowFault =
  | (QuoteFault & { readonly lines: number })
  | { readonly kind: 'undecoded'; readonly message: string }
  | { readonly kind: 'surplus'; readonly cells: number; readonly columns: number };

export interface TableRow {
  /** Rows that are not empty, from 1; the header has 0. */
  readonly number: number;
  /** As a spreadsheet counts: every record and every line before the header, from 1. */
  readonly row: number;
  /** The first line in the file, from 1. */
  readonly line: number;
  /** By column; a short row has fewer, which means that the last ones are not given. */
  readonly cells: readonly string[];
  readonly fault: RowFault | null;
}

/** Notes on the rows so far, for the report of an import. */
export interface TableNotes {
  columns: Columns;
  /** Rows with fewer cells than the header. */
  shortRows: number;
  /** Cells with a value under no name, which are left out. */
  unnamedCells: number;
  emptyRows: number;
  /** Lines of records whose quotes are wrong, beyond their first: rows may be among them. */
  swallowedLines: number;
  /** Rows with a cell of several lines. */
  severalLines: number;
  /** Rows with bytes that did not decode. */
  undecodedRows: number;
  /** Cells within quotes, where nothing is quoted: they keep them. */
  keptQuotes: number;
}

/** The file has no header that can be read. */
export class UnreadableTable extends Error {
  readonly line: number;
  readonly fault: RowFault | null;

  constructor(line: number, fault: RowFault | null) {
    super(fault === null ? 'has no header' : describeFault(fault));
    this.line = line;
    this.fault = fault;
  }
}

export interface Table {
  readonly notes: TableNotes;
  /** Throws UnreadableTable. The columns of `notes` are there with the first batch. */
  readonly rows: AsyncGenerator<readonly TableRow[]>;
}

export function readTable(pieces: AsyncIterable<Uint8Array>, form: TableForm): Table {
  const notes: TableNotes = {
    columns: columnsOf([]),
    ...{ shortRows: 0, unnamedCells: 0, emptyRows: 0, swallowedLines: 0, severalLines: 0 },
    ...{ undecodedRows: 0, keptQuotes: 0 },
  };
  return { notes, rows: tableRows(pieces, form, notes) };
}

async function* tableRows(
  pieces: AsyncIterable<Uint8Array>,
  form: TableForm,
  notes: TableNotes,
): AsyncGenerator<readonly TableRow[]> {
  let row = form.dialect.skipLines;
  let number = -1;
  for await (const records of delimitedRecords(pieces, form)) {
    const rows: TableRow[] = [];
    for (const record of records) {
      row++;
      if (!isGiven(record)) {
        notes.emptyRows++;
        continue;
      }
      number++;
      const fault = faultOf(record, form.encoding, number === 0 ? null : notes.columns);
      if (number > 0) {
        note(notes, record, fault, form);
        rows.push({ number, row, line: record.line, cells: record.cells, fault });
      } else if (fault === null) notes.columns = columnsOf(record.cells);
      else throw new UnreadableTable(record.line, fault);
    }
    if (number >= 0) yield rows;
  }
  if (number < 0) throw new UnreadableTable(1, null);
}

async function* delimitedRecords(
  pieces: AsyncIterable<Uint8Array>,
  { encoding, dialect, longest }: TableForm,
): AsyncGenerator<readonly DelimitedRecord[]> {
  const decoder = new ByteDecoder(encoding);
  const parser = new DelimitedParser({ ...dialect, ...(longest !== undefined && { longest }) });
  for await (const piece of pieces) yield parser.push(decoder.decode(piece));
  yield [...parser.push(decoder.end()), ...parser.end()];
}

function faultOf(record: DelimitedRecord, encoding: Encoding, columns: Columns | null): RowFault | null {
  const { cells, fault, lines } = record;
  if (fault !== undefined) return { ...fault, lines };
  for (const cell of cells) {
    const message = undecodedFault(cell, encoding);
    if (message !== undefined) return { kind: 'undecoded', message };
  }
  const width = columns?.names.length ?? cells.length;
  return surplusCells(cells, width) ? { kind: 'surplus', cells: cells.length, columns: width } : null;
}

function note(notes: TableNotes, record: DelimitedRecord, fault: RowFault | null, form: TableForm): void {
  const { cells, lines } = record;
  if (fault !== null) {
    if (fault.kind === 'undecoded') notes.undecodedRows++;
    else if (fault.kind !== 'surplus') notes.swallowedLines += lines - 1;
    return;
  }
  const { names, unnamed } = notes.columns;
  if (cells.length < names.length) notes.shortRows++;
  if (lines > 1) notes.severalLines++;
  if (unnamed > 0)
    notes.unnamedCells += cells.filter((cell, at) => names[at] === '' && cell.trim() !== '').length;
  if (form.dialect.quote === null) notes.keptQuotes += cells.filter((cell) => /^".*"$/.test(cell)).length;
}

export function describeFault(fault: RowFault): string {
  switch (fault.kind) {
    case 'undecoded':
      return fault.message;
    case 'surplus':
      return `the row has ${fault.cells} cells, the header has ${fault.columns}`;
    case 'unclosed':
      return `the quote that opens in line ${fault.line}, cell ${fault.column + 1}, is not closed${swallowed(fault.lines)}`;
    case 'undoubled':
      return `within the quotes that open in line ${fault.line}, cell ${fault.column + 1}, a quote is not doubled${swallowed(fault.lines)}`;
    case 'endless':
      return `the row does not end: the cell that begins in line ${fault.line}, cell ${fault.column + 1}, has more characters than any may have${swallowed(fault.lines)}`;
    default:
      return fault satisfies never;
  }
}

function swallowed(lines: number): string {
  if (lines < 2) return '';
  return `; it took ${lines - 1} more ${lines === 2 ? 'line' : 'lines'} with it, which are not read`;
}
