/** Lines of equally many cells below each other are the rows of a table. */
import { cellsOf } from './cells-of.ts';
import type { Line } from './text-pieces.ts';

const LEAST_CELLS = 3;
const LEAST_ROWS = 3;

export interface TableRows {
  readonly text: string;
  /** How many lines it takes. */
  readonly lines: number;
}

/** The table that begins with a line; null: none. */
export function tableAt(lines: readonly Line[], at: number): TableRows | null {
  const first = cellsOf(lines[at]!);
  if (first.length < LEAST_CELLS) return null;
  const rows = [first];
  for (let next = at + 1; next < lines.length; next++) {
    const cells = cellsOf(lines[next]!);
    if (cells.length !== first.length || lines[next]!.column !== lines[at]!.column) break;
    rows.push(cells);
  }
  if (rows.length < LEAST_ROWS) return null;
  const written = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`);
  const rule = `|${' --- |'.repeat(first.length)}`;
  return { text: [written[0], rule, ...written.slice(1)].join('\n'), lines: rows.length };
}
