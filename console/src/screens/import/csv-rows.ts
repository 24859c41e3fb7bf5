import Papa from 'papaparse';

/** The longest row, in UTF-16 units: a quote that is never closed would collect the rest of the file. */
const LONGEST_ROW = 8_000_000;

/** A file that cannot be read on; `row` counts from 1. */
export class UnreadableFile extends Error {
  readonly row: number;

  constructor(row: number) {
    super(`row ${row} does not end`);
    this.name = 'UnreadableFile';
    this.row = row;
  }
}

export interface CsvRow {
  readonly cells: readonly string[];
  /** A quote within quotes is not doubled: the row may have swallowed a part of the next ones. */
  readonly isBroken: boolean;
}

/**
 * The rows of a CSV text that comes in pieces. A row that a piece cuts, also within quotes, waits for the next piece.
 * Throws UnreadableFile.
 */
export async function* csvRows(
  pieces: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<readonly CsvRow[]> {
  let rest = '';
  let row = 0;
  for await (const piece of pieces) {
    rest += piece;
    if (rest === '') continue;
    const { rows, end } = parsed(rest, delimiter, true);
    rest = rest.slice(end);
    row += rows.length;
    if (rest.length > LONGEST_ROW) throw new UnreadableFile(row + 1);
    if (rows.length > 0) yield rows;
  }
  if (rest !== '') yield parsed(rest, delimiter, false).rows;
}

function parsed(text: string, delimiter: string, leaveLast: boolean) {
  const parser = new Papa.Parser({ delimiter, newline: '\n' });
  const { data, errors, meta } = parser.parse(text, 0, leaveLast) as Papa.ParseResult<string[]>;
  const broken = new Set(errors.map((error) => error.row));
  return { rows: data.map((cells, at) => ({ cells, isBroken: broken.has(at) })), end: meta.cursor };
}

export const delimiters = [',', ';', '\t', '|'] as const;

/** The delimiter that cuts the first rows into columns most evenly. */
export function guessDelimiter(start: string): string {
  const { meta } = Papa.parse(start, {
    preview: 20,
    delimitersToGuess: [...delimiters],
    newline: '\n',
    skipEmptyLines: 'greedy',
  });
  return (delimiters as readonly string[]).includes(meta.delimiter) ? meta.delimiter : ',';
}
