/** A row of a source that was validated good, and what is wrong with one that was not. */
import type { Issue } from '../../contract/errors.ts';

export interface ItemRow {
  readonly type: 'item';
  readonly itemId: string;
  readonly text: string;
}

export interface EventRow {
  readonly type: 'event';
  readonly eventId: string;
  readonly personId: string;
  readonly itemId: string;
  readonly kind: string;
  /** Epoch milliseconds; the year has four digits in UTC. */
  readonly timestampMs: number;
  /** Finite; -0 is kept. */
  readonly value: number;
}

export interface FaultyRow {
  readonly type: 'faulty';
  readonly issues: readonly Issue[];
}

export type RowOrFault = ItemRow | EventRow | FaultyRow;

/** Rows of one file in their order; `lines[i]` is the line (in Parquet the row) of `rows[i]`, from 1. */
export interface RowBatch<Row = RowOrFault> {
  /** 0, 1, … among the files that are imported together. */
  readonly file: number;
  readonly rows: readonly Row[];
  readonly lines: readonly number[];
}
