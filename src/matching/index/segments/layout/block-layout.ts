/**
 * A run of blocks of a segment as a layout of its own. A block has 2^14 rows. Its columns stay in the
 * second-level cache while a query reads them one after another. Few writes fall into one reading
 * (`block-versions.ts`). Where few bytes of a row are read, several blocks are read as one. Only offsets
 * differ from the segment's layout: every column begins `fromRow` rows further on.
 */
import { halfBytesOf } from '../../../../platform/storage/quantized-vector.ts';
import type { FieldColumn, SegmentLayout, VectorColumnLayouts } from './segment-layout.ts';

export const BLOCK_BITS = 14;
export const BLOCK_ROWS = 1 << BLOCK_BITS;

const BYTES = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f64: 8 } as const;

export function blocksOf(rows: number): number {
  return Math.ceil(rows / BLOCK_ROWS);
}

/**
 * The layout of the blocks from `first` to `end` (excluded), with offsets from the segment's base. A segment
 * of one block is its own block.
 */
export function blockLayout(layout: SegmentLayout, first: number, end = first + 1): SegmentLayout {
  const { presenceWords } = layout;
  if (layout.capacity <= BLOCK_ROWS) return layout;
  const from = first * BLOCK_ROWS;
  const capacity = (end - first) * BLOCK_ROWS;
  return {
    ...layout,
    shape: { ...layout.shape, capacity },
    capacity,
    live: layout.live + from / 8,
    complete: layout.complete + from / 8,
    presence: layout.presence + 4 * presenceWords * from,
    updatedAt: layout.updatedAt + 8 * from,
    updatedWeeks: layout.updatedWeeks + 2 * from,
    ties: layout.ties + 4 * from,
    preferences: layout.preferences.map(
      (column) => column && { ...column, offset: column.offset + BYTES[column.storage] * from },
    ),
    fields: layout.fields.map((field) => movedField(field, from)),
    vectors: layout.vectors.map((columns) => movedVectors(columns, from)),
  };
}

function movedField(field: FieldColumn, from: number): FieldColumn {
  switch (field.kind) {
    case 'code': {
      const { reach } = field;
      return {
        ...field,
        offset: field.offset + BYTES[field.storage] * from,
        reach: reach && { ...reach, offset: reach.offset + BYTES[reach.storage] * from },
      };
    }
    case 'number':
      return { ...field, offset: field.offset + BYTES[field.storage] * from };
    case 'set':
      return { ...field, offset: field.offset + BYTES[field.storage] * field.words * from };
    case 'soft':
      return field;
    default:
      return field satisfies never;
  }
}

function movedVectors(columns: VectorColumnLayouts, from: number): VectorColumnLayouts {
  return {
    ...columns,
    codes: columns.codes + columns.dimension * from,
    halves: columns.halves + halfBytesOf(columns.dimension) * from,
    scales: columns.scales + 4 * from,
    squares: columns.squares + 4 * from,
    signs: columns.signs + 4 * columns.signWords * from,
  };
}
