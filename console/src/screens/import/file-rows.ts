/** Rows of a CSV or NDJSON file with the number that a spreadsheet or an editor shows. */
import { parseJson } from 'counterpart-client';
import { isRecord } from '../../parts/read-unknown.ts';
import { csvRows, UnreadableFile } from './csv-rows.ts';
import { type Encoding, textPieces } from './decode-file.ts';

export interface Layout {
  readonly format: 'csv' | 'ndjson';
  readonly encoding: Encoding;
  /** CSV only. */
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** NDJSON only: the lines are bodies of POST /v1/users, so nothing is mapped. */
  readonly bodies: boolean;
}

export interface FileRow {
  /** From 1; the header of a CSV file is row 1. */
  readonly row: number;
  /** By column. Texts in CSV, any JSON in NDJSON. */
  readonly cells: readonly unknown[];
  /** CSV only: its quotes are wrong, so it may have a part of the next rows. */
  readonly isBroken?: boolean;
  /** NDJSON only: the whole object; null where the line is no object. */
  readonly object?: Readonly<Record<string, unknown>> | null;
}

const LONGEST_LINE = 8_000_000;

/** Empty rows are left out. Throws UnreadableFile. */
export async function* fileRows(
  file: Blob,
  layout: Layout,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<readonly FileRow[]> {
  const pieces = textPieces(file, layout.encoding, onBytes);
  if (layout.format === 'ndjson') return yield* ndjsonRows(pieces, layout.columns);
  let row = 0;
  for await (const rows of csvRows(pieces, layout.delimiter)) {
    const first = row + 1;
    row += rows.length;
    const numbered = rows.map(({ cells, isBroken }, n) => ({ row: first + n, cells, isBroken }));
    yield numbered.filter(({ row, cells }) => row > 1 && cells.some((cell) => cell.trim() !== ''));
  }
}

async function* ndjsonRows(
  pieces: AsyncIterable<string>,
  columns: readonly string[],
): AsyncGenerator<readonly FileRow[]> {
  let row = 0;
  for await (const lines of linesOf(pieces)) {
    const first = row + 1;
    row += lines.length;
    yield lines
      .map((line, n) => ({ row: first + n, line }))
      .filter(({ line }) => line.trim() !== '')
      .map(({ row, line }) => {
        const object = parsedObject(line);
        return {
          row,
          object,
          cells: object === null ? [line] : columns.map((name) => ownValue(object, name)),
        };
      });
  }
}

export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<readonly string[]> {
  let rest = '';
  let row = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop()!;
    row += lines.length;
    if (rest.length > LONGEST_LINE) throw new UnreadableFile(row + 1);
    if (lines.length > 0) yield lines;
  }
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
