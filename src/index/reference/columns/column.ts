/**
 * One field of all rows. `put` replaces the row's value; `undefined`, or a value of another type, clears it.
 * `passes` compiles a clause to a test of rows, with the meaning of `domains/row-passes.ts`.
 */
import type { FieldValue } from '../../../domains/field.ts';
import type { Clause } from '../../../domains/filter.ts';
import type { Place } from '../../../domains/place.ts';
import type { ColumnView } from '../../candidate-index.ts';

export type RowTest = (row: number) => boolean;
export type KeyedPoint = Pick<Place, 'lat' | 'lon' | 'key'>;

export interface Column {
  readonly view: ColumnView;
  readonly bytes: number;
  /** Allocates room for rows below `capacity`. */
  reserve(capacity: number): void;
  put(row: number, value: FieldValue | undefined, place: KeyedPoint | undefined): void;
  valueOf(row: number): FieldValue | undefined;
  passes(clause: Clause): RowTest;
}

export const nothingPasses: RowTest = () => false;

export function presenceTest(present: Uint8Array, wanted: boolean): RowTest {
  const code = wanted ? 1 : 0;
  return (row) => present[row] === code;
}

/** A copy of length `length`, whose new entries are `empty`. */
export function grown<A extends Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array>(
  array: A,
  length: number,
  empty = 0,
): A {
  const longer = new (array.constructor as new (length: number) => A)(length);
  longer.set(array);
  if (empty !== 0) longer.fill(empty, array.length);
  return longer;
}
