/**
 * How one segment of the candidate index lies in a WebAssembly memory. A segment is a run of rows of one tenant and
 * domain (local rows 0 … capacity - 1); it begins at a base offset, behind what the kernels keep in the same memory
 * (`segment-memory.ts`). What is here is plain data: it travels to workers, and its shape stands in the head of a snapshot.
 *
 * A field has one column, an array by row in the narrowest form that all values of the segment fit. A value that does
 * not fit (an integer beyond i16, the 256th value of an enum, the 33rd of a set) is no error: the writer says so, and
 * whoever owns the segment copies it into one of a wider shape. Therefore no column loses anything: f32 is not among the
 * forms, since almost no decimal fraction survives it. Absence has no validity bits of its own either:
 *
 *   code     0                      numbers  i16, i32: the least value; f64: NaN
 *   set      no bit                 vectors  scale NaN
 *
 * Beside the columns every row has one bit a field («presence», in the order of the definition's fields): soft texts
 * are nothing else here, `exists` and completeness read it alone.
 *
 * Codes are given by dictionaries of the whole index, not of the segment: one table by code made for a query serves
 * every segment. A geo field has the code of a (name, place) pair: whoever shares the name and the resolved place
 * shares the code, so that a distance is one table of results by code, exact, and a look-up a row.
 *
 * What rows preference of a counterpart, too, is interned: a preference is a conjunction of clauses on one field, judged once a
 * query by the plain code, and a row holds its id (0: none). Bounds of numbers are apart (`preference-kinds.ts`). Each kind has
 * a column, which is there once anybody preferences something of it. Distances from the row's own place are apart: `reach` holds the
 * code of its kilometres, and its place is in the field's column.
 *
 * Bytes a row, dating with D = 256: 256 + 32 + 8 vectors, 12 updatedAt and tie hash, 4–8 presence, preferences 3, reach 1,
 * some 10–40 of fields, and two bits.
 */

/** A power of two from `LEAST_CAPACITY` to `MOST_ROWS`: whole words of bitmaps, and every column aligned to 64 bytes. */
const LEAST_CAPACITY = 64;
export const MOST_ROWS = 2 ** 20;

export type CodeStorage = 'u8' | 'u16' | 'u32';
type NumberStorage = 'i16' | 'i32' | 'f64';

/** What a field is in a segment. `soft`: a bit of presence and nothing more. */
export type FieldShape =
  /** `enum` with one value, `boolean`, `string`, geo. */
  | { readonly kind: 'code'; readonly storage: CodeStorage; readonly reach?: 'u8' | 'u16' }
  | { readonly kind: 'number'; readonly storage: NumberStorage }
  /** `words` > 1 only with u32; a row's words lie side by side. */
  | { readonly kind: 'set'; readonly storage: CodeStorage; readonly words: number }
  | { readonly kind: 'soft' };

/** All that decides a layout. */
export interface SegmentShape {
  readonly capacity: number;
  /** One a field, in the order of the definition's. */
  readonly fields: readonly FieldShape[];
  /** By kind of preference; null: nobody preferences anything of it. */
  readonly preferences: readonly (CodeStorage | null)[];
  /** One a group of vectors: while people are encoded anew, two stand side by side. D is a multiple of nothing. */
  readonly vectors: readonly { readonly dimension: number }[];
}

/** Offsets are in bytes from the segment's base. */
export type FieldColumn =
  | {
      readonly kind: 'code';
      readonly storage: CodeStorage;
      readonly offset: number;
      /** Codes of kilometres that the row's owner preferences from their own place; 0: none. */
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

/** Ids, or bounds, by row, of one kind; 0: no preference. */
interface PreferenceColumn {
  readonly storage: CodeStorage;
  readonly offset: number;
}

export interface VectorColumnLayouts {
  readonly dimension: number;
  /** int8 [capacity × D], row by row. */
  readonly codes: number;
  /** f32 by row; NaN: no vector. */
  readonly scales: number;
  /** u32 by row: the sum of the squared codes, of which the exact norm is the root; 0: no vector, or no direction. */
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
  /** u32 by row: `tieBreak(userId)`. */
  readonly ties: number;
  /** By kind of preference. */
  readonly preferences: readonly (PreferenceColumn | null)[];
  readonly vectors: readonly VectorColumnLayouts[];
  /** Of the whole segment, from its base to the end of its last column; a multiple of 64. */
  readonly bytes: number;
}

const BYTES = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f64: 8 } as const;
const ALIGNMENT = 64;

/** The same shape gives the same layout, whenever and wherever it is asked: snapshots rely on it. */
export function layoutOf(shape: SegmentShape): SegmentLayout {
  const { capacity } = shape;
  const isPowerOfTwo = (capacity & (capacity - 1)) === 0;
  if (!isPowerOfTwo || capacity < LEAST_CAPACITY || capacity > MOST_ROWS) {
    throw new RangeError(
      `a segment has ${LEAST_CAPACITY} to ${MOST_ROWS} rows, a power of two; ${capacity} given`,
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
    ties: take(4 * capacity),
    preferences: shape.preferences.map(
      (storage) => storage && { storage, offset: take(BYTES[storage] * capacity) },
    ),
    fields: shape.fields.map((field) => fieldColumn(field, capacity, take)),
    vectors: shape.vectors.map(({ dimension }) => {
      const signWords = 4 * ((dimension + 127) >>> 7);
      return {
        dimension,
        signWords,
        codes: take(capacity * dimension),
        scales: take(4 * capacity),
        squares: take(4 * capacity),
        signs: take(4 * capacity * signWords),
      };
    }),
    // Evaluated last: an object's members are evaluated in their order.
    bytes,
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
