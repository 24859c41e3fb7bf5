/** A row of a source that was judged good, and what is wrong with one that was not. */
import type { Issue } from '../../../contract/errors.ts';

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

export type JudgedRow = ItemRow | EventRow | FaultyRow;

/** Where a row stands in what is imported: the file (0, 1, …) and the line or row in it, from 1. */
export interface RowPlace {
  readonly file: number;
  readonly line: number;
}

/** Rows of one file in their order, `lines[i]` being the place of `rows[i]`. */
export interface RowBatch {
  readonly file: number;
  readonly rows: readonly JudgedRow[];
  readonly lines: readonly number[];
}
