/**
 * The figures of a run by their place: table, row and column. Two runs of a bench with the same arguments
 * have the same places, so that their figures pair.
 *
 * A table is known by its columns, and by its number among tables of the same columns. A row is known by its
 * first cell, and by as many text cells after it as tell the rows apart. Rows that remain alike are numbered.
 */
import type { Cell, Measured } from '../support/parse-cell.ts';
import type { RecordedTable, RunRecord } from '../support/run-record.ts';

export interface Figure {
  readonly table: string;
  readonly row: string;
  readonly column: string;
  /** Null where the cell is a bare number. */
  readonly unit: string | null;
  readonly value: number;
}

/** Circumstances of a run, not results. */
const CIRCUMSTANCE = /^load\b/i;

export function figuresOf({ tables }: Pick<RunRecord, 'tables'>): ReadonlyMap<string, Figure> {
  const found = new Map<string, Figure>();
  const seen = new Map<string, number>();
  for (const table of tables) {
    const name = table.columns.join(' | ');
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    for (const figure of figuresOfTable(table, number)) {
      found.set(JSON.stringify([name, number, figure.row, figure.column]), figure);
    }
  }
  return found;
}

function figuresOfTable({ columns, rows }: RecordedTable, number: number): readonly Figure[] {
  const names = rowNames({ columns, rows });
  const [first = ''] = columns;
  const table = number === 1 ? first : `${first} (${number})`;
  return rows.flatMap((row, n) =>
    columns.slice(1).flatMap((column) => {
      const cell = row[column];
      if (cell === undefined || typeof cell === 'string' || CIRCUMSTANCE.test(column)) return [];
      return [{ table, row: names[n]!, column, ...measured(cell) }];
    }),
  );
}

function measured(cell: number | Measured): Pick<Figure, 'unit' | 'value'> {
  return typeof cell === 'number' ? { unit: null, value: cell } : cell;
}

function rowNames({ columns, rows }: RecordedTable): readonly string[] {
  const [first, ...others] = columns;
  let names = rows.map((row) => nameOf(row[first!]));
  for (const column of others) {
    const isText = rows.every((row) => typeof row[column] === 'string');
    if (!isText || new Set(names).size === names.length) break;
    names = rows.map((row, n) => `${names[n]}, ${nameOf(row[column])}`);
  }
  const seen = new Map<string, number>();
  return names.map((name) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name} (${number})`;
  });
}

function nameOf(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  return typeof cell === 'object' ? `${cell.value} ${cell.unit}` : String(cell);
}
