/** Rows as CSV, which no spreadsheet runs. */

/**
 * A text that a spreadsheet would run as a formula, even after blanks and in full-width letters. Plain
 * numbers are not formulas. https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;
const plainNumber = /^[+-]?\d+([.,]\d+)?$/;

/** By this mark spreadsheets know UTF-8. */
export const CSV_START = '\ufeff';

/** A cell that no spreadsheet runs: an apostrophe makes a text of it. */
export function safeCell(value: unknown): string {
  const written =
    value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  const harmless = formula.test(written) && !plainNumber.test(written) ? `'${written}` : written;
  return /[",;\t|\n\r]/.test(harmless) || harmless !== harmless.trim()
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless;
}

export const csvLine = (cells: readonly unknown[]): string => `${cells.map(safeCell).join(',')}\r\n`;

export const csvFile = (parts: readonly string[]): Blob =>
  new Blob([...parts], { type: 'text/csv;charset=utf-8' });
