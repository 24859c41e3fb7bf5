import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { text } from '../text/en.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly numeric?: boolean;
  /** On a narrow screen the value has a line of its own. The first column always has. */
  readonly wide?: boolean;
}

interface Props<Row> {
  /** For screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, position: number) => string;
  /** On a narrow screen, where a row is a card, the first ones alone are shown until all are asked for. */
  readonly folds?: boolean;
}

const FOLDED_ROWS = 4;

/** A table. On a narrow screen each row is a card, with the names of the columns above the values. */
export function DataTable<Row>({ caption, columns, rows, keyOf, folds = false }: Props<Row>) {
  const [unfolded, setUnfolded] = useState(false);
  const folded = folds && !unfolded && rows.length > FOLDED_ROWS;
  return (
    <>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, numeric }) => (
              <th key={label} scope="col" data-numeric={numeric}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, position) => (
            <tr key={keyOf(row, position)} data-folded={(folded && position >= FOLDED_ROWS) || undefined}>
              {columns.map(({ label, numeric, wide, cell }) => (
                <td key={label} data-label={label} data-numeric={numeric} data-wide={wide}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {folded && (
        <Button
          className={styles.unfold ?? ''}
          variant="default"
          size="xs"
          fullWidth
          onClick={() => setUnfolded(true)}
        >
          {text.common.showAll(rows.length)}
        </Button>
      )}
    </>
  );
}
