/**
 * The layout of a segment that is widened in place. Columns whose form is unchanged keep their offset. New
 * columns, and columns of another form, are put behind everything else. So a value that does not fit costs
 * one column. A copy of a full segment with vectors, 330 MB, would block the event loop.
 *
 * Readers in progress have the previous layout. Its columns get no more writes, except for those that both
 * layouts share, where a reader would see half of every change. Therefore `live` is always a new column, and
 * a row that changes is marked dead in the previous one (`segment.ts`). A reader of the previous layout sees
 * rows as they were, without those that change meanwhile.
 */
import {
  type FieldColumn,
  type FieldShape,
  layoutOf,
  type SegmentLayout,
  type SegmentShape,
  vectorColumns,
} from './segment-layout.ts';

const BYTES = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f64: 8 } as const;

/**
 * `groups`: positions of the vector groups that are kept and come first; later groups of the shape are new.
 * `take`: returns the offset of free bytes from the segment's base.
 */
export function widenedLayout(
  from: SegmentLayout,
  shape: SegmentShape,
  groups: readonly number[],
  take: (bytes: number) => number,
): Omit<SegmentLayout, 'bytes'> {
  const { capacity } = from;
  const column = (storage: keyof typeof BYTES, words = 1) => take(BYTES[storage] * words * capacity);
  return {
    ...layoutOf(shape),
    live: take(capacity / 8),
    complete: from.complete,
    presence: from.presence,
    updatedAt: from.updatedAt,
    updatedWeeks: from.updatedWeeks,
    ties: from.ties,
    preferences: shape.preferences.map((storage, kind) => {
      const known = from.preferences[kind] ?? null;
      if (storage === null || known?.storage === storage) return known;
      return { storage, offset: column(storage) };
    }),
    fields: shape.fields.map((field, position) => widenedField(from.fields[position]!, field, column)),
    vectors: shape.vectors.map(({ dimension }, position) => {
      const kept = groups[position];
      return kept === undefined ? vectorColumns(dimension, capacity, take) : from.vectors[kept]!;
    }),
  };
}

function widenedField(
  from: FieldColumn,
  field: FieldShape,
  column: (storage: keyof typeof BYTES, words?: number) => number,
): FieldColumn {
  switch (field.kind) {
    case 'code': {
      if (from.kind !== 'code') break;
      const offset = from.storage === field.storage ? from.offset : column(field.storage);
      if (field.reach === undefined) return { kind: 'code', storage: field.storage, offset, reach: null };
      const isSame = from.reach?.storage === field.reach;
      const reach = isSame ? from.reach : { storage: field.reach, offset: column(field.reach) };
      return { kind: 'code', storage: field.storage, offset, reach };
    }
    case 'number':
      if (from.kind !== 'number') break;
      return from.storage === field.storage ? from : { ...field, offset: column(field.storage) };
    case 'set':
      if (from.kind !== 'set') break;
      if (from.storage === field.storage && from.words === field.words) return from;
      return { ...field, offset: column(field.storage, field.words) };
    case 'soft':
      return field;
    default:
      return field satisfies never;
  }
  throw new Error(`a field that was ${from.kind} cannot become ${field.kind}`);
}
