/**
 * The layout of one segment of the candidate index in a WebAssembly memory. A segment is a run of rows of one
 * tenant and domain (local rows 0 … capacity - 1). It begins at a base offset, after the kernels' own part of
 * the memory (`segment-memory.ts`). A layout is plain data: it is sent to workers, and its shape is stored in
 * a snapshot's manifest.
 *
 * A field has one column: an array by row in the narrowest form that fits all values of the segment. A value
 * that does not fit is no error: an integer beyond i16, the 256th value of an enum, the 33rd of a set. The
 * row writer detects it and copies the segment into a wider shape. Therefore no column loses precision. f32
 * is not among the forms, since almost no decimal fraction survives it. Absence needs no validity bits:
 *
 *   code     0                      numbers  i16, i32: the least value; f64: NaN
 *   set      no bit                 vectors  scale NaN
 *
 * Every row also has one bit a field ("presence", in the order of the definition's fields). Presence is all
 * that a soft text has here; `exists` and completeness read it alone.
 *
 * Codes come from dictionaries of the whole index, not of the segment: one table by code made for a query
 * serves every segment. A geo field has the code of a (name, place) pair. Rows with the same name and
 * resolved place have the same code, so a distance is one exact table by code and a look-up a row.
 *
 * The preferences of rows are interned, too. A preference is a conjunction of clauses on one field. Plain
 * code evaluates it once a query, and a row holds its id (0: none). Numeric bounds are stored apart
 * (`preference-kinds.ts`). The column of a kind exists once any row has such a preference. Distances from the
 * row's own place are stored apart: `reach` has the code of the kilometres, and the place is in the field's
 * column.
 *
 * Bytes a row, dating with D = 256: 256 + 32 + 32 + 8 vectors, 14 updatedAt, its week and tie hash, 4–8
 * presence, preferences 3, reach 1, some 10–40 of fields, and two bits.
 */

import { halfBytesOf } from '../../../../platform/storage/quantized-vector.ts';

/**
 * A power of two from `MIN_CAPACITY` to `MAX_ROWS`, so that bitmaps have whole words and columns are
 * aligned to 64 bytes.
 */
const MIN_CAPACITY = 64;
export const MAX_ROWS = 2 ** 20;

export type CodeStorage = 'u8' | 'u16' | 'u32';
type NumberStorage = 'i16' | 'i32' | 'f64';

/** The form of a field in a segment. `soft`: a presence bit only. */
export type FieldShape =
  /** `enum` with one value, `boolean`, `string`, geo. */
  | { readonly kind: 'code'; readonly storage: CodeStorage; readonly reach?: 'u8' | 'u16' }
  | { readonly kind: 'number'; readonly storage: NumberStorage }
  /** `words` > 1 only with u32; a row's words are adjacent. */
  | { readonly kind: 'set'; readonly storage: CodeStorage; readonly words: number }
  | { readonly kind: 'soft' };

/** Everything that determines a layout. */
export interface SegmentShape {
  readonly capacity: number;
  /** One a field, in the order of the definition. */
  readonly fields: readonly FieldShape[];
  /** By kind of preference; null: no row has a preference of the kind. */
  readonly preferences: readonly (CodeStorage | null)[];
  /**
   * One for each group of vectors; two while people are encoded again. D need not be a multiple of anything.
   */
  readonly vectors: readonly { readonly dimension: number }[];
}

/** Offsets are in bytes from the segment's base. */
export type FieldColumn =
  | {
      readonly kind: 'code';
      readonly storage: CodeStorage;
      readonly offset: number;
      /** Codes of the greatest distance from the row's own place, in kilometres; 0: no preference. */
      readonly reach: { readonly storage: 'u8' | 'u16'; readonly offset: number } | null;
    }
  | { readonly kind: 'number'; readonly storage: NumberStorage; readonly offset: number }
  | {
      readonly kind: 'set';
      readonly storage: CodeStorage;
      readonly words: number;
      readonly offset: number;
    }
  | { readonly kind: 'soft' };

/** Ids, or bounds, of one kind by row; 0: no preference. */
interface PreferenceColumn {
  readonly storage: CodeStorage;
  readonly offset: number;
}

export interface VectorColumnLayouts {
  readonly dimension: number;
  /** int8 [capacity × D], row by row. */
  readonly codes: number;
  /**
   * u8 [capacity × ⌈D / 8⌉], row by row: bit d & 7 of byte d >>> 3 adds half a step to the code of d. Apart
   * from the codes, because a search reads all codes and few halves.
   */
  readonly halves: number;
  /** f32 by row; NaN: no vector. */
  readonly scales: number;
  /**
   * u32 by row: the sum of squares in half steps, whose root is the exact norm; 0: no vector, or the zero
   * vector.
   */
  readonly squares: number;
  /** u32 [capacity × signWords], row by row: bit d is set where the base vector is above its centre in d. */
  readonly signs: number;
  /** ⌈D / 128⌉ · 4: whole SIMD registers; bits beyond D are 0. */
  readonly signWords: number;
}

export interface SegmentLayout {
  readonly shape: SegmentShape;
  readonly capacity: number;
  readonly fields: readonly FieldColumn[];
  /** u32 [capacity × presenceWords], row by row: bit f & 31 of word f >>> 5 for the definition's field f. */
  readonly presence: number;
  readonly presenceWords: number;
  /** Bitmaps: row r is bit r & 31 of word r >>> 5. */
  readonly live: number;
  readonly complete: number;
  /** f64 by row, epoch ms; NaN for rows that are not live. */
  readonly updatedAt: number;
  /** i16 by row: the week of `updatedAt` since 1970 (`updated-week.ts`), by which rows are pruned. */
  readonly updatedWeeks: number;
  /** u32 by row: `tieBreak(userId)`. */
  readonly ties: number;
  /** By kind of preference. */
  readonly preferences: readonly (PreferenceColumn | null)[];
  readonly vectors: readonly VectorColumnLayouts[];
  /** Bytes of the whole segment, from its base to the end of its last column; a multiple of 64. */
  readonly bytes: number;
}

const BYTES = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f64: 8 } as const;
const ALIGNMENT = 64;

/** The same shape always gives the same layout: snapshots rely on it. */
export function layoutOf(shape: SegmentShape): SegmentLayout {
  const { capacity } = shape;
  const isPowerOfTwo = (capacity & (capacity - 1)) === 0;
  if (!isPowerOfTwo || capacity < MIN_CAPACITY || capacity > MAX_ROWS) {
    throw new RangeError(
      `a segment has ${MIN_CAPACITY} to ${MAX_ROWS} rows, a power of two; ${capacity} given`,
    );
  }
  let bytes = 0;
  const take = (size: number) => {
    const offset = bytes;
    bytes = Math.ceil((offset + size) / ALIGNMENT) * ALIGNMENT;
    return offset;
  };
  const presenceWords = Math.max(1, (shape.fields.length + 31) >>> 5);
  return {
    shape,
    capacity,
    presenceWords,
    live: take(capacity / 8),
    complete: take(capacity / 8),
    presence: take(4 * capacity * presenceWords),
    updatedAt: take(8 * capacity),
    updatedWeeks: take(2 * capacity),
    ties: take(4 * capacity),
    preferences: shape.preferences.map(
      (storage) => storage && { storage, offset: take(BYTES[storage] * capacity) },
    ),
    fields: shape.fields.map((field) => fieldColumn(field, capacity, take)),
    vectors: shape.vectors.map(({ dimension }) => vectorColumns(dimension, capacity, take)),
    // Evaluated last: an object's members are evaluated in their order.
    bytes,
  };
}

/** `take`: returns the offset of free bytes from the segment's base. */
export function vectorColumns(
  dimension: number,
  capacity: number,
  take: (bytes: number) => number,
): VectorColumnLayouts {
  const signWords = 4 * ((dimension + 127) >>> 7);
  return {
    dimension,
    signWords,
    codes: take(capacity * dimension),
    halves: take(capacity * halfBytesOf(dimension)),
    scales: take(4 * capacity),
    squares: take(4 * capacity),
    signs: take(4 * capacity * signWords),
  };
}

function fieldColumn(field: FieldShape, capacity: number, take: (size: number) => number): FieldColumn {
  switch (field.kind) {
    case 'code': {
      const offset = take(BYTES[field.storage] * capacity);
      const reach =
        field.reach === undefined
          ? null
          : { storage: field.reach, offset: take(BYTES[field.reach] * capacity) };
      return { kind: 'code', storage: field.storage, offset, reach };
    }
    case 'number':
      return { ...field, offset: take(BYTES[field.storage] * capacity) };
    case 'set':
      return { ...field, offset: take(BYTES[field.storage] * field.words * capacity) };
    case 'soft':
      return field;
    default:
      return field satisfies never;
  }
}
