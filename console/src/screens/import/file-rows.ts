/** Rows of a CSV or NDJSON file with the number that a spreadsheet or an editor shows. */
import { parseJson } from 'counterpart-client';
import { ByteDecoder, undecodedFault } from 'counterpart-intake/byte-decoder.ts';
import type { Dialect } from 'counterpart-intake/dialect.ts';
import type { Encoding } from 'counterpart-intake/encodings.ts';
import { type RowFault, readTable, type TableNotes, UnreadableTable } from 'counterpart-intake/read-table.ts';
import type { RepeatedIds } from 'counterpart-intake/repeated-ids.ts';
import { isRecord } from '../../parts/read-unknown.ts';
import { filePieces } from './file-pieces.ts';

/** How a file is read. */
export interface Layout {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  /** CSV only. */
  readonly dialect: Dialect;
  readonly columns: readonly string[];
  /** NDJSON only: the lines are bodies of POST /v1/users, so nothing is mapped. */
  readonly bodies: boolean;
  /** Treatment of a row that repeats the id of an earlier row. */
  readonly repeated: Exclude<RepeatedIds, 'merge'>;
}

export interface FileRow {
  /** From 1; the header of a CSV file is row 1, where nothing stands before it. */
  readonly row: number;
  /** By column. Texts in CSV, any JSON in NDJSON. */
  readonly cells: readonly unknown[];
  /** The reason why the row differs from the file's. */
  readonly fault?: RowFault | undefined;
  /** NDJSON only: the whole object; null where the line is no object. */
  readonly object?: Readonly<Record<string, unknown>> | null;
}

/** A file that cannot be read on; `row` counts from 1. */
export class UnreadableFile extends Error {
  readonly row: number;

  constructor(row: number) {
    super(`row ${row} does not end`);
    this.name = 'UnreadableFile';
    this.row = row;
  }
}

const LONGEST_LINE = 8_000_000;

/**
 * Empty rows are left out. `onNotes` gets the notes of a CSV file, which grow with its rows. Throws
 * UnreadableFile.
 */
export async function* fileRows(
  file: Blob,
  layout: Layout,
  onBytes?: (bytes: number) => void,
  onNotes?: (notes: TableNotes) => void,
): AsyncGenerator<readonly FileRow[]> {
  const pieces = filePieces(file, onBytes);
  if (layout.format === 'ndjson') return yield* ndjsonRows(pieces, layout);
  const { encoding, dialect } = layout;
  const table = readTable(pieces, { encoding, dialect, longest: LONGEST_LINE });
  onNotes?.(table.notes);
  try {
    for await (const rows of table.rows)
      yield rows.map(({ row, cells, fault }) => ({ row, cells, ...(fault !== null && { fault }) }));
  } catch (error) {
    // A file without a header has no rows.
    if (!(error instanceof UnreadableTable)) throw error;
    if (error.fault !== null) throw new UnreadableFile(error.line);
  }
}

async function* ndjsonRows(
  pieces: AsyncIterable<Uint8Array>,
  { encoding, columns }: Layout,
): AsyncGenerator<readonly FileRow[]> {
  let row = 0;
  for await (const lines of linesOf(pieces, encoding)) {
    const first = row + 1;
    row += lines.length;
    yield lines
      .map((line, n) => ({ row: first + n, line }))
      .filter(({ line }) => line.trim() !== '')
      .map(({ row, line }) => {
        const message = undecodedFault(line, encoding);
        if (message !== undefined) return { row, cells: [line], fault: { kind: 'undecoded', message } };
        const object = parsedObject(line);
        return {
          row,
          object,
          cells: object === null ? [line] : columns.map((name) => ownValue(object, name)),
        };
      });
  }
}

export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<readonly string[]> {
  const decoder = new ByteDecoder(encoding);
  let rest = '';
  let row = 0;
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece)).split('\n');
    rest = lines.pop()!;
    row += lines.length;
    if (rest.length > LONGEST_LINE) throw new UnreadableFile(row + 1);
    if (lines.length > 0) yield lines;
  }
  rest += decoder.end();
  if (rest !== '') yield [rest];
}

/** null where the line is no object. */
export function parsedObject(line: string): Record<string, unknown> | null {
  try {
    const value = parseJson(line);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function ownValue(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
