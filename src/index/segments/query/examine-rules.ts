/**
 * What each rule of a narrowing drops, found in the pass that narrows. Beside the rows that passed every rule so far,
 * it narrows those that exactly one rule has dropped so far: what is left of them at the end, one rule alone drops.
 */
import type { Kernels } from '../../kernels/kernels.ts';
import { writeSetBits } from '../rows/set-bits.ts';
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
  readonly common: number;
}

export function bindExamining(
  allocator: ScratchAllocator,
  rules: number,
  examples: number,
  capacity: number,
): Examining {
  const bitmap = () => allocator.take(capacity / 8);
  const droppedBy = Array.from({ length: rules }, bitmap);
  return { examples, capacity, droppedBy, once: bitmap(), common: bitmap() };
}

export class RuleExaminer {
  readonly #at: Examining;
  readonly #kernels: Kernels;
  readonly #droppedBy: readonly Uint32Array[];
  readonly #once: Uint32Array;
  readonly #common: Uint32Array;
  readonly #dropping: boolean[];
  #words = 0;

  constructor(at: Examining, kernels: Kernels, scratch: Scratch) {
    const view = (address: number) => scratch.words(address, at.capacity / 32);
    this.#at = at;
    this.#kernels = kernels;
    this.#droppedBy = at.droppedBy.map(view);
    this.#once = view(at.once);
    this.#common = view(at.common);
    this.#dropping = at.droppedBy.map(() => false);
  }

  /** Before the first rule. `words` of the bitmaps are used. */
  begin(words: number): void {
    this.#words = words;
    this.#once.fill(0, 0, words);
    this.#dropping.fill(false);
  }

  /** Before the rule narrows the bitmap at this address. */
  keepBefore(rule: number, bitmap: number): void {
    this.#kernels.copyRows(this.#at.droppedBy[rule]!, bitmap, this.#words);
  }

  /** After the rule dropped `dropped` rows; `bitmap` has those that passed. */
  passed(
    rule: number,
    dropped: number,
    bitmap: Uint32Array,
    narrow: (at: number, view: Uint32Array) => void,
  ): void {
    const once = this.#once.subarray(0, this.#words);
    if (this.#dropping.includes(true)) narrow(this.#at.once, once);
    if (dropped === 0) return;
    this.#dropping[rule] = true;
    const droppedBy = this.#droppedBy[rule]!;
    for (let w = 0; w < this.#words; w++) {
      droppedBy[w]! &= ~bitmap[w]!;
      once[w]! |= droppedBy[w]!;
    }
  }

  result(): readonly ExaminedRule[] {
    return this.#dropping.map((drops, rule) => (drops ? this.#examined(rule) : droppedNothing));
  }

  #examined(rule: number): ExaminedRule {
    const { common, once, droppedBy, examples } = this.#at;
    this.#kernels.copyRows(common, droppedBy[rule]!, this.#words);
    this.#kernels.keepCommon(common, once, this.#words);
    const alone = this.#kernels.countRows(common, this.#words);
    const dropped = this.#kernels.countRows(droppedBy[rule]!, this.#words);
    return {
      alone,
      aloneRows: this.#firstRows(this.#common, Math.min(alone, examples)),
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

/** What a rule drops in both parts; `firstRow` is added to the rows of the second. */
export function joinExamined(
  a: ExaminedRule,
  b: ExaminedRule,
  firstRow: number,
  examples: number,
): ExaminedRule {
  if (b.droppedRows.length === 0) return a;
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
