/**
 * One worker's share of a query: takes item after item until nobody has any left, runs the program over each block in
 * it, and keeps the best. `within` is copied beside the program's own scratch area, where kernels can read it.
 */

import { BestBuffer } from './best-buffer.ts';
import { BLOCK_BITS, BLOCK_ROWS, blockLayout } from './block-layout.ts';
import { readStable } from './block-versions.ts';
import { BestOf, nothingFound } from './found-rows.ts';
import type { SegmentInput, SegmentResult, WorstKept } from './query-program.ts';
import type { AttachedSegment, FoundRows, QueryPart, SegmentTask, SharedQuery } from './query-protocol.ts';
import { ProgramRunner } from './run-program.ts';
import type { SegmentLayout } from './segment-layout.ts';
import { sharedFloor, shareFloor } from './shared-floor.ts';

/** Bytes at the head of a scratch area, for the rows of a block that are asked at all. */
export const ASKED_BYTES = BLOCK_ROWS / 8;
const WORD_BITS = 5;
const nobody = new Uint32Array(0);

/** A segment that this thread knows, with what it made of it. */
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

  /** Over this scratch area, which is another one once a query has needed a larger. */
  runner(scratch: SegmentTask['scratch']): ProgramRunner {
    const { memory, base, layout } = this.attached;
    // Another thread made it longer: this one may still hold the buffer of before until it asks for no more.
    if (memory.buffer.byteLength < Math.max(scratch.to, base + layout.bytes)) memory.grow(0);
    if (this.#runner === null || this.#scratch.from !== scratch.from) {
      this.#runner = new ProgramRunner(memory, scratch.from + ASKED_BYTES, scratch.to);
      this.#scratch = scratch;
    }
    return this.#runner;
  }
}

export function runQuery(
  query: SharedQuery,
  tasks: readonly SegmentTask[],
  open: (key: number) => OpenSegment,
): QueryPart {
  const { answer, rules } = query.program;
  const best = answer.kind === 'best' ? new BestBuffer(answer.k) : null;
  const nearest = new BestOf(answer.kind === 'nearest' ? answer.search.k : 0);
  const withoutVector = new BestOf(answer.kind === 'nearest' ? answer.search.withoutVector : 0);
  const counts = { candidates: 0, kept: 0, belowMinScore: 0, dropped: rules.map(() => 0) };
  const loaded = new Set<number>();
  for (;;) {
    const item = 3 * Atomics.add(query.next, 0, 1);
    if (item >= query.items.length) break;
    const [position, first, end] = query.items.subarray(item, item + 3);
    const task = tasks[position!]!;
    const segment = open(task.key);
    if (!loaded.has(task.key)) {
      const { capacity } = segment.attached.layout;
      segment.runner(task.scratch).load(query.program, Math.min(BLOCK_ROWS, capacity));
    }
    loaded.add(task.key);
    for (let block = first!; block < end!; block++) {
      if (best !== null) best.raise(sharedFloor(query.floor));
      const result = readBlock(query, task, segment, block, { best, floorRow: nearest.floorRow });
      if (best !== null) shareFloor(query.floor, best.floor);
      counts.candidates += result.candidates;
      counts.kept += result.kept;
      counts.belowMinScore += result.belowMinScore;
      result.dropped.forEach((dropped, rule) => {
        counts.dropped[rule]! += dropped;
      });
      nearest.add(result.best);
      withoutVector.add(result.withoutVector);
    }
  }
  return { ...counts, best: best?.take() ?? nearest.found(), withoutVector: withoutVector.found() };
}

/** Its rows are the index's. */
function readBlock(
  query: SharedQuery,
  task: SegmentTask,
  segment: OpenSegment,
  block: number,
  { best, floorRow }: { readonly best: BestBuffer | null; readonly floorRow: WorstKept | null },
) {
  const { base, memory, versions } = segment.attached;
  const whole = segment.blockLayout(block);
  const runner = segment.runner(task.scratch);
  const wordsFrom = block << (BLOCK_BITS - WORD_BITS);
  const count = Math.max(0, Math.min(whole.capacity >>> WORD_BITS, task.words.count - wordsFrom));
  const from = task.words.from + wordsFrom;
  const within = query.within?.subarray(from, from + count) ?? null;
  // Who is asked stands where the program looks for who is alive.
  const layout = within === null ? whole : { ...whole, live: task.scratch.from - base };
  const input = inputOf(task, block, whole.capacity, floorRow);
  const fromRow = task.firstRow + block * BLOCK_ROWS;
  const result = readStable(versions, block, () => {
    if (within !== null) askedRows(memory, base + whole.live, within, task.scratch.from, whole.capacity);
    best?.begin(fromRow);
    return runner.run(base, layout, input, best);
  });
  best?.settle();
  query.selection?.set(result.selection.subarray(0, count), from);
  return {
    ...result,
    best: found(result.best, fromRow),
    withoutVector: found(result.withoutVector, fromRow),
  };
}

/** At `to`, a bit for each row that is alive and in `within`; what lies behind its end is in nothing. */
function askedRows(
  { buffer }: WebAssembly.Memory,
  live: number,
  within: Uint32Array,
  to: number,
  capacity: number,
): void {
  const alive = new Uint32Array(buffer, live, capacity >>> WORD_BITS);
  const asked = new Uint32Array(buffer, to, capacity >>> WORD_BITS);
  for (let w = 0; w < asked.length; w++) asked[w] = alive[w]! & (within[w] ?? 0);
}

function inputOf(
  { excluded, people }: SegmentTask,
  block: number,
  rows: number,
  floorRow: WorstKept | null,
): SegmentInput {
  const fromRow = block * BLOCK_ROWS;
  const part = (all: Uint32Array) => {
    const [start, end] = [lowerBound(all, fromRow), lowerBound(all, fromRow + rows)];
    return { start, end, rows: all.subarray(start, end).map((row) => row - fromRow) };
  };
  const known = people === null ? null : part(people.rows);
  return {
    leftOut: nobody,
    excluded: excluded.map((rowsOfRule) => rowsOfRule && part(rowsOfRule).rows),
    people: known && {
      rows: known.rows,
      points: people!.points.subarray(2 * known.start, 2 * known.end),
      shares: people!.shares.subarray(2 * known.start, 2 * known.end),
    },
    floor: floorRow?.score ?? null,
    floorRow,
  };
}

/** Copies: what a runner gives is a view on its scratch area. */
function found({ rows, scores, ties, forward, backward }: SegmentResult['best'], fromRow: number): FoundRows {
  if (rows.length === 0) return nothingFound;
  return {
    rows: rows.map((row) => row + fromRow),
    scores: scores.slice(),
    ties: ties.slice(),
    forward: forward.slice(),
    backward: backward.slice(),
  };
}

/** Position of the first number that is not below `value`. */
export function lowerBound(ascending: Uint32Array, value: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
