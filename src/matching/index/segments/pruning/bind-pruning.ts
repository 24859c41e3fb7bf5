/**
 * Binds the quantized deficits of upper-bound pruning to a segment's memory, and removes rows that cannot
 * reach the threshold.
 */
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import { columnOf, type SegmentView } from '../query/bind-clause.ts';
import type { Scratch, ScratchAllocator } from '../query/scratch.ts';
import {
  ALLOWED_DEFICIT,
  type ColumnTerms,
  entriesOf,
  type UpperBoundPruning,
} from './upper-bound-pruning.ts';

/**
 * Removes from the bitmap, which has `left` rows, those that cannot reach the threshold; returns how many
 * remain.
 */
export type Prune = (
  bitmap: number,
  words: number,
  left: number,
  segment: SegmentView,
  scratch: Scratch,
) => number;

const RECORD_NUMBERS = 7;
const ENTRIES_A_REGISTER = 16;
const CODES_OF_U8 = 256;
/** A longer table is not worth reading for rows that other columns leave. */
const MAX_REGISTER_ENTRIES = 128;
const MAX_I16 = 2 ** 15 - 1;
/** The kernel's numbers of forms; those read by registers come first. */
const FORMS = { u8: 0, registers: 1, u16: 2, u32: 3, i16: 4, i32: 5 } as const;
const LAST_OF_REGISTERS = FORMS.registers;

export function bindPruning(
  pruning: UpperBoundPruning,
  kernels: Kernels,
  allocator: ScratchAllocator,
): Prune {
  const { columns } = pruning;
  const records = allocator.take(4 * RECORD_NUMBERS * columns.length);
  const sums = allocator.take(32);
  const tables = columns.map((column) => allocator.take(entriesOf(column) + ENTRIES_A_REGISTER));
  const singles = columns.map((column) => new SingleColumnPruning(column, kernels, allocator));
  let version = -1;
  return (bitmap, words, all, segment, scratch) => {
    if (version !== pruning.version) {
      for (const [at, steps] of pruning.quantizedDeficits.entries()) {
        scratch.bytes(tables[at]!, steps.length).set(steps);
        singles[at]!.replace(steps, scratch);
      }
    }
    version = pruning.version;
    const left = singles.reduce((rows, single) => single.narrow(bitmap, words, rows, segment), all);
    if (left === 0 || !pruning.paysTogether) return left;
    const present = columns.flatMap((column, at) => recordOf(column, tables[at]!, segment) ?? []);
    present.sort((a, b) => (a.form > LAST_OF_REGISTERS ? 1 : 0) - (b.form > LAST_OF_REGISTERS ? 1 : 0));
    scratch
      .words(records, RECORD_NUMBERS * columns.length)
      .set(present.flatMap(({ form, numbers }) => [form, ...numbers]));
    kernels.pruneByDeficits(bitmap, words, records, present.length, ALLOWED_DEFICIT, sums);
    const kept = kernels.countRows(bitmap, words);
    pruning.learn(left - kept, segment.layout.capacity);
    return kept;
  };
}

/**
 * Prunes by one column of many codes before all columns together. The filter of codes is the cheaper kernel,
 * and such a column may prune most rows (in dating: the place). Where it prunes less than a quarter, it is
 * skipped until the deficits change.
 */
class SingleColumnPruning {
  readonly #column: ColumnTerms['column'];
  readonly #entries: number;
  readonly #kernels: Kernels;
  /** A byte an entry: 1 where a row of this value can reach the threshold. */
  readonly #passes: number;
  #isUseful = false;

  constructor(column: ColumnTerms, kernels: Kernels, allocator: ScratchAllocator) {
    this.#column = column.column;
    this.#entries = column.column.kind === 'code' ? entriesOf(column) : 0;
    this.#kernels = kernels;
    this.#passes = allocator.take(this.#entries);
  }

  replace(steps: Uint8Array, scratch: Scratch): void {
    const passes = scratch.bytes(this.#passes, this.#entries);
    this.#isUseful = false;
    for (let entry = 0; entry < passes.length; entry++) {
      passes[entry] = Number(steps[entry]! <= ALLOWED_DEFICIT);
      if (passes[entry] === 0) this.#isUseful = true;
    }
  }

  narrow(bitmap: number, words: number, left: number, segment: SegmentView): number {
    if (!this.#isUseful || left === 0 || this.#column.kind !== 'code') return left;
    const { storage, offset } = columnOf(segment, this.#column.field, 'code');
    if (storage === 'u8') return left;
    const filter = storage === 'u16' ? this.#kernels.filterCodes16 : this.#kernels.filterCodes32;
    filter(bitmap, words, segment.base + offset, this.#passes, this.#entries);
    const kept = this.#kernels.countRows(bitmap, words);
    this.#isUseful = 4 * (left - kept) >= left;
    return kept;
  }
}

/** null: the segment's column has a form without a table, so it prunes no row. */
function recordOf(terms: ColumnTerms, table: number, segment: SegmentView) {
  const { column, low, high } = terms;
  const entries = entriesOf(terms);
  const registers = Math.ceil(Math.min(CODES_OF_U8, entries) / ENTRIES_A_REGISTER);
  const { storage, offset } =
    column.kind === 'week' ? weekColumn(segment) : columnOf(segment, column.field, column.kind);
  const numbers = [segment.base + offset, table, registers, low, high, entries] as const;
  if (storage === 'f64') return null;
  if (storage === 'i16' || storage === 'i32') {
    const isNarrow = low > -MAX_I16 && high <= MAX_I16;
    if (!isNarrow && storage === 'i16') return null;
    const fits = storage === 'i16' && entries <= MAX_REGISTER_ENTRIES;
    return { form: fits ? FORMS.registers : FORMS[storage], numbers };
  }
  return { form: FORMS[storage], numbers };
}

function weekColumn({ layout }: SegmentView): { readonly storage: 'i16'; readonly offset: number } {
  return { storage: 'i16', offset: layout.updatedWeeks };
}
