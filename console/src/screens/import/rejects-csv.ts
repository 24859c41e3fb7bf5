/** The rejects as CSV: number, reason and the row as it stands in the file, read from the file again. */
import { cellOf } from 'counterpart-intake/mapping/source-row.ts';
import type { NumberedRow } from 'counterpart-intake/sources/source-reader.ts';
import { CSV_START, csvFile, csvLine } from '../../parts/csv.ts';
import type { FileMapping } from './file-mapping.ts';
import { readRows } from './open-file.ts';
import type { Rejects } from './rejects.ts';

/** Rows of one part: a string a row would cost more. */
const PART_ROWS = 1000;

export async function rejectsCsv(
  file: File,
  { layout, columns }: Pick<FileMapping, 'layout' | 'columns'>,
  rejects: Rejects,
): Promise<Blob> {
  const names = columns.map(({ column }) => column);
  const parts: string[] = [CSV_START, csvLine(['line', 'reason', ...names])];
  let lines: string[] = [];
  for await (const row of (await readRows(file, layout)).rows) {
    const line = lineOf(row, names, rejects);
    if (line !== undefined) lines.push(line);
    if (lines.length < PART_ROWS) continue;
    parts.push(lines.join(''));
    lines = [];
  }
  return csvFile([...parts, lines.join('')]);
}

function lineOf(row: NumberedRow, names: readonly string[], rejects: Rejects): string | undefined {
  const reason = rejects.reasonOf(row.number);
  if (reason === undefined) return undefined;
  const cells = 'row' in row ? names.map((name) => cellOf(row.row, name)) : [row.text].flat();
  return csvLine([row.line ?? row.number, reason, ...cells]);
}
