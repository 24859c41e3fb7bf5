/**
 * All rows' preferences about one field of a counterpart, as columns. A counterpart fixes the field's value,
 * so `accepts` is a test of rows. `add` returns false for a clause of a shape that the columns cannot hold.
 */
import type { Clause } from '../../../domains/filter.ts';
import type { Counterpart } from '../../candidate-index.ts';
import type { RowTest } from '../columns/column.ts';

export interface Preference {
  readonly bytes: number;
  reserve(capacity: number): void;
  add(row: number, clause: Clause): boolean;
  /** Removes the row's preferences. */
  clear(row: number): void;
  accepts(counterpart: Counterpart): RowTest;
}
