/**
 * What texts and values are as numbers. Codes belong to an index, not to a segment: a table over codes, or a list of
 * them, holds for all segments. They are never given out twice, so a program that was compiled before a change stays
 * right for every row that it was compiled for.
 *
 * Fields are named by their position in the definition, as in `query-program.ts`.
 */
import type { FieldValue } from '../domains/field.ts';
import type { Clauses } from '../domains/filter.ts';
import type { Place } from '../domains/place.ts';

export interface IndexCodes {
  /** Codes of an enum, boolean, string or geo field are 1 … codeLimit - 1. */
  codeLimit(field: number): number;
  /** What a row with this code holds: an enum's or string's text, a boolean, a geo field's text; undefined where nobody does any more. */
  valueOf(field: number, code: number): FieldValue | undefined;
  /** The resolved place of a geo field's code; undefined where it has none. */
  placeOf(field: number, code: number): Pick<Place, 'lat' | 'lon' | 'key'> | undefined;
  /** Codes, 1 and up, of a string or enum: 0 for what no row holds, and for a value of another type. */
  codeOf(field: number, value: FieldValue): number;
  /** The values of a field with `multiple`, by bit: the schema's first, then others that rows hold. */
  setValues(field: number): readonly string[];
  /**
   * What each preference of a kind (`preference-kinds.ts`) asks of a counterpart, by id; entry 0 asks nothing. Bounds of numbers and
   * distances from the own place are not among them.
   */
  preferences(kind: number): readonly Clauses[];
  /** Kilometres by code of the field's `reach`; entry 0 is none. -1: demanded from a place that is not known. */
  reaches(field: number): readonly number[];
}
