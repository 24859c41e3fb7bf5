/** Consecutive rows that are one record: variants of a product. */
import type { Row } from '../mapping/source-row.ts';
import type { Form } from './form.ts';

type Group = NonNullable<Form['group']>;

/** The value that all rows of a record share; undefined: the row is a record of its own. */
export function groupOf({ by }: Group, row: Row): string | undefined {
  const value = row[by];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The first row is the record. A cell that a later row leaves empty is as in the first one: an export writes the
 * name of an option once. Rows without own values, such as further pictures, add nothing.
 */
export function groupedRow({ by, into, columns }: Group, rows: readonly Row[]): Row {
  const [first] = rows as readonly [Row, ...Row[]];
  const partOf = (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([name, cell]) => columns.test(name) && isGiven(cell)));
  const common = partOf(first);
  const parts = rows.map(partOf).filter((part) => Object.keys(part).length > 0);
  const own = Object.entries(first).filter(([name]) => name === by || !columns.test(name));
  return { ...Object.fromEntries(own), [into]: parts.map((part) => ({ ...common, ...part })) };
}

const isGiven = (cell: unknown) => cell !== undefined && cell !== null && cell !== '';
