/**
 * Clauses of a program as kernel calls. Tables are bound once; the returned function narrows a bitmap of any
 * segment.
 */
import { reachFilter } from '../../../../engines/kernels/kernel-structs.ts';
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import type { BoundOp, ClauseOp, PreferenceOp, ReachOp } from '../../query-program.ts';
import type { FieldColumn, SegmentLayout } from '../layout/segment-layout.ts';
import { CodeTable } from './code-table.ts';
import type { ScratchAllocator } from './scratch.ts';

/** The memory, base and layout of a segment. */
export interface SegmentView {
  readonly memory: WebAssembly.Memory;
  readonly base: number;
  readonly layout: SegmentLayout;
}

/** Removes from the bitmap at `bitmap`, of `words` words, the rows of the segment that do not pass. */
export type Narrow = (bitmap: number, words: number, segment: SegmentView) => void;

export const STORAGE_BYTES = { u8: 1, u16: 2, u32: 4, i16: 2, i32: 4, f64: 8 } as const;
/** Kernels read masks of sets up to the words of the segment's sets. */
export const MASK_BYTES = 256;

/** `capacity`: rows of the largest segment. */
export function bindClause(
  clause: ClauseOp,
  kernels: Kernels,
  allocator: ScratchAllocator,
  capacity: number,
): Narrow {
  switch (clause.op) {
    case 'codes':
      return bindCodes(clause, kernels, allocator);
    case 'range':
      return bindRange(clause, kernels);
    case 'numbers':
      return (bitmap, words, segment) => keepNumbers(clause, bitmap, words, segment);
    case 'set':
      return bindSet(clause, kernels, allocator);
    case 'present':
      return bindPresent(clause, kernels);
    case 'lacks_or':
      return bindLacksOr(clause, kernels, allocator, capacity);
    case 'complete':
      return (bitmap, words, { base, layout }) => kernels.keepCommon(bitmap, base + layout.complete, words);
    case 'accepts':
      return bindAccepts(clause, kernels, allocator);
    case 'nothing':
      return (bitmap, words, { memory }) => {
        new Uint32Array(memory.buffer, bitmap, words).fill(0);
      };
    default:
      return clause satisfies never;
  }
}

function bindPresent(
  { field, wanted }: Pick<Extract<ClauseOp, { op: 'present' }>, 'field' | 'wanted'>,
  kernels: Kernels,
): Narrow {
  const [word, bit] = [field >>> 5, 1 << (field & 31)];
  return (bitmap, words, { base, layout: { presence, presenceWords } }) =>
    kernels.filterPresent(bitmap, words, base + presence, presenceWords, word, bit, Number(wanted));
}

/**
 * The clause narrows a copy of the bitmap, and the bitmap itself is narrowed to the rows that lack the field.
 * Their union remains.
 */
function bindLacksOr(
  { field, clause }: Extract<ClauseOp, { op: 'lacks_or' }>,
  kernels: Kernels,
  allocator: ScratchAllocator,
  capacity: number,
): Narrow {
  const copy = allocator.take(capacity / 8);
  const narrow = bindClause(clause, kernels, allocator, capacity);
  const keepLacking = bindPresent({ field, wanted: false }, kernels);
  return (bitmap, words, segment) => {
    kernels.copyRows(copy, bitmap, words);
    narrow(copy, words, segment);
    keepLacking(bitmap, words, segment);
    kernels.unite(bitmap, bitmap, copy, words);
  };
}

/** The column of a field. Throws where it has another kind. */
export function columnOf<Kind extends FieldColumn['kind']>(
  { layout }: SegmentView,
  field: number,
  kind: Kind,
): Extract<FieldColumn, { kind: Kind }> {
  const column = layout.fields[field];
  if (column?.kind !== kind) {
    throw new Error(
      `a program reads field ${field} as ${kind}, the segment has ${column?.kind ?? 'no such field'}`,
    );
  }
  return column as Extract<FieldColumn, { kind: Kind }>;
}

function bindCodes(
  { field, passes }: Extract<ClauseOp, { op: 'codes' }>,
  kernels: Kernels,
  allocator: ScratchAllocator,
): Narrow {
  const table = new CodeTable(passes, kernels, allocator);
  return (bitmap, words, segment) =>
    table.narrow(bitmap, words, segment.base, columnOf(segment, field, 'code'));
}

function bindRange(clause: Extract<ClauseOp, { op: 'range' }>, kernels: Kernels): Narrow {
  const wanted = Number(clause.wanted);
  return (bitmap, words, segment) => {
    const { storage, offset } = columnOf(segment, clause.field, 'number');
    const column = segment.base + offset;
    if (storage === 'f64') {
      kernels.filterRangeF64(bitmap, words, column, clause.min, clause.max, wanted);
      return;
    }
    const largest = storage === 'i16' ? 2 ** 15 - 1 : 2 ** 31 - 1;
    let min = Math.max(-largest, Math.ceil(clause.min));
    let max = Math.min(largest, Math.floor(clause.max));
    // Holds also where a bound is NaN: no number is inside.
    if (!(min <= max)) [min, max] = [1, 0];
    const filter = storage === 'i16' ? kernels.filterRange16 : kernels.filterRange32;
    filter(bitmap, words, column, min, max, wanted);
  };
}

/** Lists of numbers are rare and short, so a plain loop reads the remaining rows. */
function keepNumbers(
  { field, values, wanted }: Extract<ClauseOp, { op: 'numbers' }>,
  bitmap: number,
  words: number,
  segment: SegmentView,
): void {
  const { storage, offset } = columnOf(segment, field, 'number');
  const at = segment.base + offset;
  const { buffer } = segment.memory;
  const { capacity } = segment.layout;
  const column = numbersOf(storage, buffer, at, capacity);
  const absent = storage === 'i16' ? -(2 ** 15) : storage === 'i32' ? -(2 ** 31) : Number.NaN;
  const named = new Set(values);
  keepRows(new Uint32Array(buffer, bitmap, words), (row) => {
    const value = column[row]!;
    return value !== absent && !Number.isNaN(value) && named.has(value) === wanted;
  });
}

function numbersOf(storage: 'i16' | 'i32' | 'f64', buffer: SharedArrayBuffer, at: number, length: number) {
  if (storage === 'i16') return new Int16Array(buffer, at, length);
  return storage === 'i32' ? new Int32Array(buffer, at, length) : new Float64Array(buffer, at, length);
}

function keepRows(bitmap: Uint32Array, passes: (row: number) => boolean): void {
  for (let w = 0; w < bitmap.length; w++) {
    let left = bitmap[w]!;
    let kept = left;
    while (left !== 0) {
      const lowest = left & -left;
      if (!passes((w << 5) + 31 - Math.clz32(lowest))) kept &= ~lowest;
      left ^= lowest;
    }
    bitmap[w] = kept;
  }
}

function bindSet(
  { field, mask, wanted }: Extract<ClauseOp, { op: 'set' }>,
  kernels: Kernels,
  allocator: ScratchAllocator,
): Narrow {
  const at = allocator.put(mask, MASK_BYTES);
  return (bitmap, words, segment) => {
    const { storage, offset, words: perRow } = columnOf(segment, field, 'set');
    const column = segment.base + offset;
    kernels.filterSets(bitmap, words, column, STORAGE_BYTES[storage], perRow, at, Number(wanted));
  };
}

function bindAccepts(
  { bounds, preferences, reaches }: Extract<ClauseOp, { op: 'accepts' }>,
  kernels: Kernels,
  allocator: ScratchAllocator,
): Narrow {
  // The cheapest first: few ids mean a narrow column.
  const inOrder = preferences.toSorted((a, b) => a.met.length - b.met.length);
  const narrows = [
    ...bounds.map((bound) => bindBound(bound, kernels)),
    ...inOrder.map((preference) => bindPreference(preference, kernels, allocator)),
    ...reaches.map((reach) => bindReach(reach, kernels, allocator)),
  ];
  return (bitmap, words, segment) => {
    for (const narrow of narrows) narrow(bitmap, words, segment);
  };
}

function bindBound({ kind, side, value }: BoundOp, kernels: Kernels): Narrow {
  return (bitmap, words, { base, layout }) => {
    const column = layout.preferences[kind] ?? null;
    if (column === null) return;
    const [filter, maxMet] =
      column.storage === 'u8' ? [kernels.filterBounds8, 2 ** 8 - 1] : [kernels.filterBounds16, 2 ** 16 - 1];
    // Upper bounds are stored negated: a negated bound is at most `met` where the bound is at least the
    // value.
    const met = value === null ? 0 : side === 'from' ? Math.floor(value) + 1 : maxMet - Math.ceil(value);
    filter(bitmap, words, base + column.offset, Math.max(0, Math.min(met, maxMet)), Number(side === 'to'));
  };
}

function bindPreference({ kind, met }: PreferenceOp, kernels: Kernels, allocator: ScratchAllocator): Narrow {
  const table = new CodeTable(met, kernels, allocator);
  return (bitmap, words, { base, layout }) => {
    const column = layout.preferences[kind] ?? null;
    if (column !== null) table.narrow(bitmap, words, base, column);
  };
}

function bindReach(
  { field, distances, met }: ReachOp,
  kernels: Kernels,
  allocator: ScratchAllocator,
): Narrow {
  const struct = allocator.struct(reachFilter);
  struct.distances = allocator.put(distances);
  struct.placeLimit = distances.length;
  struct.met = allocator.put(met);
  struct.metLimit = met.length;
  return (bitmap, words, segment) => {
    const column = columnOf(segment, field, 'code');
    if (column.reach === null) return;
    struct.reach = segment.base + column.reach.offset;
    struct.reachSize = STORAGE_BYTES[column.reach.storage];
    struct.places = segment.base + column.offset;
    struct.placeSize = STORAGE_BYTES[column.storage];
    kernels.filterReach(bitmap, words, struct.address);
  };
}
