import type { ReactNode } from 'react';
import { ChartTable, type TableOfChart } from './chart-table.tsx';
import styles from './charts.module.css';

interface Props {
  /** The chart's content in words, for screen readers. */
  readonly label: string;
  readonly table: TableOfChart;
  /** The value pointed at, or a hint; one line is always kept free for it. */
  readonly reading: ReactNode;
  readonly children: ReactNode;
}

/** A drawing with the values pointed at above it, and its numbers as a table for screen readers. */
export function ChartFrame({ label, table, reading, children }: Props) {
  return (
    <figure className={styles.frame} aria-label={label}>
      <p className={styles.reading} aria-hidden="true">
        {reading}
      </p>
      {children}
      <ChartTable caption={label} {...table} />
    </figure>
  );
}
