/**
 * What all rows preference of one field of a counterpart, as columns. A counterpart fixes the field's value, so that
 * `accepts` is a test of rows; `add` says false to a clause of a shape that the columns cannot hold.
 */
import type { Clause } from '../../../domains/filter.ts';
import type { Counterpart } from '../../candidate-index.ts';
import type { RowTest } from '../columns/column.ts';

export interface Preference {
  readonly bytes: number;
  reserve(capacity: number): void;
  add(row: number, clause: Clause): boolean;
  /** Demands nothing any more. */
  clear(row: number): void;
  accepts(counterpart: Counterpart): RowTest;
}
