/** The rejects as CSV: number, reason and the row as it stands in the file, read from the file again. */
import { type FileRow, fileRows, type Layout } from './file-rows.ts';
import type { Rejects } from './rejects.ts';

/**
 * A text that a spreadsheet would run as a formula, even after blanks and in full-width letters. Plain
 * numbers are not formulas. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** A cell that no spreadsheet runs: an apostrophe makes a text of it. */
export function safeCell(value: unknown): string {
  const written =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = formula.test(written) && !plainNumber.test(written) ? `'${written}` : written;
  return /[",;\t|\n\r]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

const csvLine = (cells: readonly unknown[]) => `${cells.map(safeCell).join(',')}\r\n`;

/** With a byte order mark, by which spreadsheets know UTF-8. */
export async function rejectsCsv(file: Blob, layout: Layout, rejects: Rejects): Promise<Blob> {
  const parts: BlobPart[] = ['\ufeff', csvLine(['row', 'reason', ...layout.columns])];
  for await (const rows of fileRows(file, layout)) {
    const lines = rows.map((row) => lineOf(row, rejects)).join('');
    if (lines !== '') parts.push(lines);
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

function lineOf({ row, cells }: FileRow, rejects: Rejects): string {
  const reason = rejects.reasonOf(row);
  return reason === undefined ? '' : csvLine([row, reason, ...cells]);
}
