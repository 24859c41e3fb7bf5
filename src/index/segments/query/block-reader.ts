/**
 * Blocks as a worker thread reads them: the segments that it has open, the items that it claims, and one
 * block of a query.
 */

import { BLOCK_BITS, BLOCK_ROWS, blockLayout } from '../layout/block-layout.ts';
import type { SegmentLayout } from '../layout/segment-layout.ts';
import { lowerBound } from '../rows/row-numbers.ts';
import { readStable } from '../workers/block-versions.ts';
import type { AttachedSegment, SegmentTask, SharedQuery } from '../workers/query-protocol.ts';
import { type PreparedProgram, ProgramRunner } from './run-program.ts';
import type { NearestInto, SegmentInput, SegmentResult } from './segment-run.ts';
import type { BestInto } from './top-rows.ts';

const WORD_BITS = 5;
const noRows = new Uint32Array(0);

/** Reads unclaimed blocks until none remain; `through` is called after each item. */
export type EachBlock = (read: (block: BlockReader) => void, through?: () => void) => void;

/** A segment that this thread has open, and its runners. */
export class OpenSegment {
  readonly attached: AttachedSegment;
  readonly #blocks: SegmentLayout[] = [];
  #runner: ProgramRunner | null = null;
  #scratch = { from: 0, to: 0 };

  constructor(attached: AttachedSegment) {
    this.attached = attached;
  }

  blockLayout(block: number): SegmentLayout {
    this.#blocks[block] ??= blockLayout(this.attached.layout, block);
    return this.#blocks[block];
  }

  /** The runner over this scratch area. The area changes once a query needs a larger one. */
  runner(scratch: SegmentTask['scratch']): ProgramRunner {
    const { memory, base, layout } = this.attached;
    // Another thread grew the memory; this thread may see the old buffer until it calls `grow`.
    if (memory.buffer.byteLength < Math.max(scratch.to, base + layout.bytes)) memory.grow(0);
    if (this.#runner === null || this.#scratch.from !== scratch.from) {
      this.#runner = new ProgramRunner(memory, scratch.from, scratch.to);
      this.#scratch = scratch;
    }
    return this.#runner;
  }
}

/**
 * The blocks of unclaimed items, until none remain. `through` is called after each item, also when it failed.
 */
export function eachBlock(
  query: SharedQuery,
  blocksOf: BlocksOf,
  read: (block: BlockReader) => void,
  through: () => void = () => undefined,
): void {
  for (;;) {
    const item = Atomics.add(query.next, 0, 1);
    if (3 * item >= query.items.length) return;
    try {
      blocksOf(item).forEach(read);
    } finally {
      through();
    }
  }
}

/** The blocks of an item, whose segment has the program loaded. */
export type BlocksOf = (item: number) => readonly BlockReader[];

export function openBlocks(
  query: SharedQuery,
  prepared: PreparedProgram,
  tasks: readonly SegmentTask[],
  open: (key: number) => OpenSegment,
): BlocksOf {
  const loaded = new Set<number>();
  return (item) => {
    const [position, first, end] = query.items.subarray(3 * item, 3 * item + 3);
    const task = tasks[position!]!;
    const segment = open(task.key);
    if (!loaded.has(task.key)) {
      const { capacity } = segment.attached.layout;
      segment.runner(task.scratch).load(prepared, Math.min(BLOCK_ROWS, capacity));
    }
    loaded.add(task.key);
    return Array.from({ length: end! - first! }, (_, n) => new BlockReader(query, task, segment, first! + n));
  };
}

/** A block of a query, over this thread's scratch area. */
export class BlockReader {
  /** The index row of the block's row 0. */
  readonly fromRow: number;
  readonly #query: SharedQuery;
  readonly #task: SegmentTask;
  readonly #segment: OpenSegment;
  readonly #block: number;
  readonly #words: { readonly from: number; readonly count: number };

  constructor(query: SharedQuery, task: SegmentTask, segment: OpenSegment, block: number) {
    const { capacity } = segment.blockLayout(block);
    const before = block << (BLOCK_BITS - WORD_BITS);
    const count = Math.max(0, Math.min(capacity >>> WORD_BITS, task.words.count - before));
    this.fromRow = task.firstRow + block * BLOCK_ROWS;
    this.#query = query;
    this.#task = task;
    this.#segment = segment;
    this.#block = block;
    this.#words = { from: task.words.from + before, count };
  }

  /** The result of `read`, repeated until no write to the block fell into it. */
  stable<T>(read: () => T): T {
    return readStable(this.#segment.attached.versions, this.#block, read);
  }

  /**
   * Call within `stable`. Rows of the result are relative to the block; its arrays are views on the scratch
   * area.
   */
  run(more: Pick<SegmentInput, 'into' | 'maxDistance'>, best: BestInto | null = null): SegmentResult {
    return this.#runOn(this.#within, more, best);
  }

  /** Scores every `stride`th row of the block, of those that are queried. A write may fall into it. */
  sample(stride: number, into: BestInto): void {
    const { capacity } = this.#segment.blockLayout(this.#block);
    this.#runOn(everyNthRow(this.#within, capacity >>> WORD_BITS, stride), {}, into);
  }

  /** null: all live rows. */
  get #within(): Uint32Array | null {
    const { from, count } = this.#words;
    return this.#query.within?.subarray(from, from + count) ?? null;
  }

  #runOn(
    within: Uint32Array | null,
    more: Pick<SegmentInput, 'into' | 'maxDistance'>,
    best: BestInto | null,
  ): SegmentResult {
    const layout = this.#segment.blockLayout(this.#block);
    const input = { ...inputOf(this.#task, this.#block, layout.capacity), ...more, within };
    const runner = this.#segment.runner(this.#task.scratch);
    return runner.run(this.#segment.attached.base, layout, input, best);
  }

  /** Call within `stable`, with the entries that `run` returned for this block. */
  compare(entries: Uint32Array, maxDistance: number, into: NearestInto): void {
    const runner = this.#segment.runner(this.#task.scratch);
    runner.compare(
      this.#segment.attached.base,
      this.#segment.blockLayout(this.#block),
      entries,
      maxDistance,
      into,
    );
  }

  select(selection: Uint32Array): void {
    this.#query.selection?.set(selection.subarray(0, this.#words.count), this.#words.from);
  }
}

/** The bitmap, or all rows, without the rows between. */
function everyNthRow(bitmap: Uint32Array | null, words: number, stride: number): Uint32Array {
  const some = new Uint32Array(bitmap?.length ?? words);
  for (let row = 0; row < some.length << WORD_BITS; row += stride)
    some[row >>> WORD_BITS]! |= 1 << (row & 31);
  if (bitmap !== null) for (let word = 0; word < some.length; word++) some[word]! &= bitmap[word]!;
  return some;
}

function inputOf(
  { excluded, personEffects, prices }: SegmentTask,
  block: number,
  rows: number,
): SegmentInput {
  const fromRow = block * BLOCK_ROWS;
  const part = (all: Uint32Array) => {
    const [start, end] = [lowerBound(all, fromRow), lowerBound(all, fromRow + rows)];
    return { start, end, rows: all.subarray(start, end).map((row) => row - fromRow) };
  };
  const known = personEffects === null ? null : part(personEffects.rows);
  return {
    leftOut: noRows,
    excluded: excluded.map((rowsOfRule) => rowsOfRule && part(rowsOfRule).rows),
    prices: prices?.subarray(fromRow, fromRow + rows) ?? null,
    personEffects: known && {
      rows: known.rows,
      points: personEffects!.points.subarray(2 * known.start, 2 * known.end),
      shrinkage: personEffects!.shrinkage.subarray(2 * known.start, 2 * known.end),
    },
  };
}
