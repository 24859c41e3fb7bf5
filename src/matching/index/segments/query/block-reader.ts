/**
 * The block reader of a worker thread: the segments that it has open, the items that it claims, and one run
 * of blocks of a query.
 */

import { BLOCK_BITS, BLOCK_ROWS, blockLayout } from '../layout/block-layout.ts';
import type { SegmentLayout } from '../layout/segment-layout.ts';
import { lowerBound } from '../rows/row-numbers.ts';
import { type BlockRun, tryToReadStable } from '../workers/block-versions.ts';
import type { AttachedSegment, SegmentTask, SharedQuery } from '../workers/query-protocol.ts';
import { type PreparedProgram, ProgramRunner } from './program-runner.ts';
import type { NearestInto, SegmentInput, SegmentResult } from './segment-run.ts';
import type { BestInto } from './top-rows.ts';

const WORD_BITS = 5;
/** Tries to read a run of several blocks before its blocks are read one by one. */
const TRIES_AS_ONE = 4;
const noRows = new Uint32Array(0);

/**
 * Reads a run of blocks; false: writes fell into every try, and each of its blocks has to be read by itself.
 */
type ReadBlocks = (blocks: BlockReader) => boolean;
/** Reads unclaimed items until none remain; `through` is called after each. */
export type EachBlock = (read: ReadBlocks, through?: () => void) => void;

/** A segment that this thread has open, and its runners. */
export class OpenSegment {
  readonly attached: AttachedSegment;
  readonly #layouts = new Map<number, SegmentLayout>();
  #runner: ProgramRunner | null = null;
  #scratch = { from: 0, to: 0 };

  constructor(attached: AttachedSegment) {
    this.attached = attached;
  }

  blockLayout({ first, end }: BlockRun): SegmentLayout {
    const key = (first << BLOCK_BITS) | end;
    const layout = this.#layouts.get(key) ?? blockLayout(this.attached.layout, first, end);
    this.#layouts.set(key, layout);
    return layout;
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

/** Unclaimed items, until none remain. `through` is called after each item, also when it failed. */
export function eachBlock(
  query: SharedQuery,
  blocksOf: BlocksOf,
  read: ReadBlocks,
  through: () => void = () => undefined,
): void {
  for (;;) {
    const item = Atomics.add(query.next, 0, 1);
    if (3 * item >= query.items.length) return;
    try {
      const blocks = blocksOf(item);
      if (!read(blocks)) blocks.oneByOne().forEach(read);
    } finally {
      through();
    }
  }
}

/** The blocks of an item, whose segment has the program loaded. */
export type BlocksOf = (item: number) => BlockReader;

export function openBlocks(
  query: SharedQuery,
  prepared: PreparedProgram,
  tasks: readonly SegmentTask[],
  open: (key: number) => OpenSegment,
): BlocksOf {
  const loaded = new Set<number>();
  const rows = BLOCK_ROWS * longestItem(query.items);
  return (item) => {
    const [position, first, end] = query.items.subarray(3 * item, 3 * item + 3);
    const task = tasks[position!]!;
    const segment = open(task.key);
    if (!loaded.has(task.key)) {
      const { capacity } = segment.attached.layout;
      segment.runner(task.scratch).load(prepared, Math.min(rows, capacity));
    }
    loaded.add(task.key);
    return new BlockReader(query, task, segment, { first: first!, end: end! });
  };
}

/** The most blocks that an item has. */
function longestItem(items: Uint32Array): number {
  let blocks = 1;
  for (let at = 0; at < items.length; at += 3) blocks = Math.max(blocks, items[at + 2]! - items[at + 1]!);
  return blocks;
}

/** A run of blocks of a query, over this thread's scratch area. */
export class BlockReader {
  /** The index row of the first block's row 0. */
  readonly fromRow: number;
  readonly #query: SharedQuery;
  readonly #task: SegmentTask;
  readonly #segment: OpenSegment;
  readonly #blocks: BlockRun;
  readonly #words: { readonly from: number; readonly count: number };

  constructor(query: SharedQuery, task: SegmentTask, segment: OpenSegment, blocks: BlockRun) {
    const { capacity } = segment.blockLayout(blocks);
    const before = blocks.first << (BLOCK_BITS - WORD_BITS);
    const count = Math.max(0, Math.min(capacity >>> WORD_BITS, task.words.count - before));
    this.fromRow = task.firstRow + blocks.first * BLOCK_ROWS;
    this.#query = query;
    this.#task = task;
    this.#segment = segment;
    this.#blocks = blocks;
    this.#words = { from: task.words.from + before, count };
  }

  /** Each block by itself. */
  oneByOne(): readonly BlockReader[] {
    const { first, end } = this.#blocks;
    return Array.from({ length: end - first }, (_, n) => {
      return new BlockReader(this.#query, this.#task, this.#segment, {
        first: first + n,
        end: first + n + 1,
      });
    });
  }

  /**
   * The result of `read`, repeated until no write to the blocks fell into it. `undefined`: writes fell into
   * every try; never of a single block.
   */
  stable<T>(read: () => T): T | undefined {
    const { first, end } = this.#blocks;
    const tries = end - first === 1 ? Number.POSITIVE_INFINITY : TRIES_AS_ONE;
    return tryToReadStable(this.#segment.attached.versions, this.#blocks, read, tries);
  }

  /**
   * Call within `stable`. Rows of the result are relative to the block; its arrays are views on the scratch
   * area.
   */
  run(more: Pick<SegmentInput, 'into' | 'maxDistance'>, best: BestInto | null = null): SegmentResult {
    return this.#runOn(this.#within, more, best);
  }

  /** Scores every `stride`th of the rows that are queried. A write may fall into it. */
  sample(stride: number, into: BestInto): void {
    const { capacity } = this.#segment.blockLayout(this.#blocks);
    const all = this.#within ?? new Uint32Array(capacity >>> WORD_BITS).fill(-1);
    this.#runOn(everyNthRow(all, stride), {}, into);
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
    const layout = this.#segment.blockLayout(this.#blocks);
    const input = { ...inputOf(this.#task, this.#blocks.first, layout.capacity), ...more, within };
    const runner = this.#segment.runner(this.#task.scratch);
    return runner.run(this.#segment.attached.base, layout, input, best);
  }

  /** Call within `stable`, with the entries that `run` returned for this block. */
  compare(entries: Uint32Array, maxDistance: number, into: NearestInto): void {
    const runner = this.#segment.runner(this.#task.scratch);
    runner.compare(
      this.#segment.attached.base,
      this.#segment.blockLayout(this.#blocks),
      entries,
      maxDistance,
      into,
    );
  }

  select(selection: Uint32Array): void {
    this.#query.selection?.set(selection.subarray(0, this.#words.count), this.#words.from);
  }
}

/** Every `stride`th of the bitmap's rows. */
function everyNthRow(bitmap: Uint32Array, stride: number): Uint32Array {
  const some = new Uint32Array(bitmap.length);
  let skipped = stride >>> 1;
  for (let word = 0; word < bitmap.length; word++) {
    const bits = bitmap[word]!;
    const rows = countBits(bits);
    if (rows <= skipped) {
      skipped -= rows;
      continue;
    }
    for (let left = bits; left !== 0; left &= left - 1) {
      if (skipped > 0) skipped -= 1;
      else {
        some[word]! |= left & -left;
        skipped = stride - 1;
      }
    }
  }
  return some;
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function inputOf(
  { excluded, personEffects, prices }: SegmentTask,
  firstBlock: number,
  rows: number,
): SegmentInput {
  const fromRow = firstBlock * BLOCK_ROWS;
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
