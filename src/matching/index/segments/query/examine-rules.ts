/**
 * Finds the rows that each rule of a narrowing drops, in the pass that narrows. A rule narrows the rows that
 * passed every rule so far, together with the rows that exactly one rule has dropped so far. The latter that
 * are left at the end are dropped by one rule alone. A kernel reads 32 rows at a time, so both in one bitmap
 * cost little more than one of them.
 */
import type { Kernels } from '../../../../engines/kernels/kernels.ts';
import { writeSetBits } from '../rows/write-set-bits.ts';
import type { Scratch, ScratchAllocator } from './scratch.ts';
import type { ExaminedRule } from './segment-run.ts';

/** Addresses of bitmaps in the scratch area. */
export interface Examining {
  /** Most rows to name of each kind. */
  readonly examples: number;
  readonly capacity: number;
  /** By rule: the rows that it is the first to drop. */
  readonly droppedBy: readonly number[];
  /** The rows that exactly one rule has dropped. */
  readonly once: number;
  /** The rows that a rule narrows; later the rows that one rule alone drops. */
  readonly narrowed: number;
}

export function bindExamining(
  allocator: ScratchAllocator,
  rules: number,
  examples: number,
  capacity: number,
): Examining {
  const bitmap = () => allocator.take(capacity / 8);
  const droppedBy = Array.from({ length: rules }, bitmap);
  return { examples, capacity, droppedBy, once: bitmap(), narrowed: bitmap() };
}

export class RuleExaminer {
  readonly #at: Examining;
  readonly #kernels: Kernels;
  readonly #droppedBy: readonly Uint32Array[];
  readonly #once: Uint32Array;
  readonly #narrowed: Uint32Array;
  /** By rule: how many rows it is the first to drop. */
  readonly #dropped: number[];
  #words = 0;

  constructor(at: Examining, kernels: Kernels, scratch: Scratch) {
    const view = (address: number) => scratch.words(address, at.capacity / 32);
    this.#at = at;
    this.#kernels = kernels;
    this.#droppedBy = at.droppedBy.map(view);
    this.#once = view(at.once);
    this.#narrowed = view(at.narrowed);
    this.#dropped = at.droppedBy.map(() => 0);
  }

  /** Before the first rule. `words` of the bitmaps are used. */
  begin(words: number): void {
    this.#words = words;
    this.#once.fill(0, 0, words);
    this.#dropped.fill(0);
  }

  /** Narrows the bitmap at this address by a rule; returns how many rows it is the first to drop. */
  drop(rule: number, bitmap: number, narrow: (at: number, view: Uint32Array) => void): number {
    const { once, narrowed, droppedBy } = this.#at;
    this.#kernels.unite(narrowed, bitmap, once, this.#words);
    narrow(narrowed, this.#narrowed);
    const dropped = this.#kernels.dropByRule(bitmap, once, narrowed, droppedBy[rule]!, this.#words);
    this.#dropped[rule] = dropped;
    return dropped;
  }

  result(): readonly ExaminedRule[] {
    return this.#dropped.map((dropped, rule) =>
      dropped > 0 ? this.#examined(rule, dropped) : droppedNothing,
    );
  }

  #examined(rule: number, dropped: number): ExaminedRule {
    const { narrowed: common, once, droppedBy, examples } = this.#at;
    this.#kernels.copyRows(common, droppedBy[rule]!, this.#words);
    this.#kernels.keepCommon(common, once, this.#words);
    const alone = this.#kernels.countRows(common, this.#words);
    return {
      alone,
      aloneRows: this.#firstRows(this.#narrowed, Math.min(alone, examples)),
      droppedRows: this.#firstRows(this.#droppedBy[rule]!, Math.min(dropped, examples)),
    };
  }

  #firstRows(bitmap: Uint32Array, count: number): Uint32Array {
    const rows = new Uint32Array(count);
    writeSetBits(bitmap.subarray(0, this.#words), 0, rows);
    return rows;
  }
}

export const droppedNothing: ExaminedRule = {
  alone: 0,
  aloneRows: new Uint32Array(),
  droppedRows: new Uint32Array(),
};

/** Joins the rows that a rule drops in two parts; `firstRow` is added to the rows of the second. */
export function joinExamined(
  a: ExaminedRule,
  b: ExaminedRule,
  firstRow: number,
  examples: number,
): ExaminedRule {
  if (b.droppedRows.length === 0 && b.alone === 0) return a;
  return {
    alone: a.alone + b.alone,
    aloneRows: lowest(a.aloneRows, b.aloneRows, firstRow, examples),
    droppedRows: lowest(a.droppedRows, b.droppedRows, firstRow, examples),
  };
}

function lowest(a: Uint32Array, b: Uint32Array, firstRow: number, count: number): Uint32Array {
  if (b.length === 0 || (a.length >= count && a.at(-1)! < firstRow)) return a;
  const both = new Uint32Array(a.length + b.length);
  both.set(a);
  for (let at = 0; at < b.length; at++) both[a.length + at] = firstRow + b[at]!;
  return both.sort().slice(0, count);
}
