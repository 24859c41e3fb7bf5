/**
 * The codes of texts and values. Codes belong to an index, not to a segment, so a table over codes holds for
 * all its segments. A code is never reused, so a compiled program stays right for every row that existed when
 * it was compiled.
 *
 * Fields are named by their position in the definition, as in `query-program.ts`.
 */
import type { FieldValue } from '../../domains/field.ts';
import type { Clauses } from '../../domains/filter.ts';
import type { Place } from '../../domains/place.ts';

/** A resolved place: degrees, the gazetteer's key, and how far an area reaches. */
export type KeyedPoint = Pick<Place, 'lat' | 'lon' | 'key' | 'radiusKm'>;

export interface IndexCodes {
  /** Codes of an enum, boolean, string or geo field are 1 … codeLimit - 1. */
  codeLimit(field: number): number;
  /**
   * The value of this code: an enum's or string's text, a boolean, a geo field's text; undefined where no row
   * holds the code any more.
   */
  valueOf(field: number, code: number): FieldValue | undefined;
  /** The resolved place of a geo field's code; undefined where the text has none. */
  placeOf(field: number, code: number): KeyedPoint | undefined;
  /** The code, from 1, of a string's or enum's value. 0 where no row holds it or it has another type. */
  codeOf(field: number, value: FieldValue): number;
  /** The values of a field with `multiple`, by bit: those of the schema first, then others that rows hold. */
  setValues(field: number): readonly string[];
  /**
   * The clauses of each preference of a kind (`preference-kinds.ts`), by id; entry 0 has none. Numeric bounds
   * and distances from the row's own place are stored apart.
   */
  preferences(kind: number): readonly Clauses[];
  /**
   * Kilometres by code of the field's `reach`. Entry 0: no such preference. -1: a preference from an unknown
   * place.
   */
  reaches(field: number): readonly number[];
}
