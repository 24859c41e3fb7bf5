/**
 * Runs a query program over segments, on the calling thread. `load` binds the program's tables in the scratch
 * area. `run` reads one segment: rules narrow a bitmap, then the remaining rows are scored (`row-scorer.ts`)
 * or compared by their vectors (`bind-search.ts`). Nothing is allocated by row.
 */
import { type Kernels, kernelsOver } from '../../../../engines/kernels/kernels.ts';
import type { QueryProgram } from '../../query-program.ts';
import { MAX_ROWS, type SegmentLayout } from '../layout/segment-layout.ts';
import { bindClause, type Narrow, type SegmentView } from './bind-clause.ts';
import { type BoundScoring, bindScoring, type PreparedScoring, prepareScoring } from './bind-scoring.ts';
import { bindSearch, type NearestSearch } from './bind-search.ts';
import { bindWork, type Work } from './bind-work.ts';
import { bindExamining, type Examining, RuleExaminer } from './examine-rules.ts';
import { RowScorer } from './row-scorer.ts';
import { Scratch, type ScratchAllocator, ScratchSize } from './scratch.ts';
import type { NearestInto, SegmentInput, SegmentResult } from './segment-run.ts';
import { TopKBuffer } from './top-k-buffer.ts';
import type { BestInto, TopRows } from './top-rows.ts';

/** A program with everything that does not depend on the segment: made once a query and thread. */
export interface PreparedProgram {
  readonly program: QueryProgram;
  readonly scoring: PreparedScoring | null;
}

interface Bound {
  readonly rules: readonly (readonly Narrow[])[];
  readonly work: Work;
  readonly best: BoundScoring | null;
  readonly nearest: NearestSearch | null;
  readonly examining: Examining | null;
}

interface Loaded extends Bound {
  readonly bitmap: Uint32Array;
  readonly scorer: RowScorer | null;
  readonly examiner: RuleExaminer | null;
}

export function prepareProgram(program: QueryProgram): PreparedProgram {
  const { answer } = program;
  return { program, scoring: answer.kind === 'best' ? prepareScoring(answer) : null };
}

/** Bytes of scratch that the program needs for segments of at most `capacity` rows. */
export function scratchBytes(prepared: PreparedProgram, capacity = MAX_ROWS): number {
  const size = new ScratchSize();
  bindProgram(prepared, {} as Kernels, size, capacity);
  return size.bytes;
}

const nothing: TopRows = {
  rows: new Uint32Array(),
  scores: new Float64Array(),
  ties: new Uint32Array(),
  forward: new Float64Array(),
  backward: new Float64Array(),
};

export class ProgramRunner {
  readonly #kernels: Kernels;
  readonly #scratch: Scratch;
  readonly #start: number;
  #loaded: Loaded | null = null;

  /** Scratch: bytes `from` (a multiple of 64) to `to` of the memory, used by this runner alone. */
  constructor(memory: WebAssembly.Memory, from: number, to: number, module?: WebAssembly.Module) {
    this.#kernels = kernelsOver(memory, module);
    this.#scratch = new Scratch(memory, from, to);
    this.#start = this.#scratch.mark();
  }

  /**
   * Replaces the loaded program. Throws a RangeError where the scratch area is too small (`scratchBytes`).
   */
  load(prepared: PreparedProgram, capacity = MAX_ROWS): void {
    this.#loaded = null;
    this.#scratch.release(this.#start);
    const bound = bindProgram(prepared, this.#kernels, this.#scratch, capacity);
    const { best, work } = bound;
    this.#loaded = {
      ...bound,
      bitmap: this.#scratch.words(work.bitmap, capacity / 32),
      scorer: best && new RowScorer(best, work, this.#kernels, this.#scratch),
      examiner: bound.examining && new RuleExaminer(bound.examining, this.#kernels, this.#scratch),
    };
  }

  /**
   * `base`: a multiple of 64. The segment has at most the capacity for which the program was loaded. `into`:
   * the buffer for the rows of `best`. Its earlier rows and its threshold count, and the result then has no
   * rows of its own.
   */
  run(base: number, layout: SegmentLayout, input: SegmentInput, into: BestInto | null = null): SegmentResult {
    const loaded = this.#loaded;
    if (loaded === null) throw new Error('no program is loaded');
    const { rules, scorer, nearest, best: bound } = loaded;
    const segment = { memory: this.#scratch.memory, base, layout };
    const words = layout.capacity / 32;
    const bitmap = loaded.bitmap.subarray(0, words);
    const candidates = this.#begin(bitmap, loaded.work.bitmap, segment, input);
    let left = candidates;
    loaded.examiner?.begin(words);
    const dropped = rules.map((narrows, rule) => {
      const excluded = input.excluded[rule];
      if (narrows.length === 0 && excluded === undefined) return 0;
      const narrowAt = (at: number, view: Uint32Array) => {
        clearRows(view, excluded);
        for (const narrow of narrows) narrow(at, words, segment);
      };
      const before = left;
      if (loaded.examiner !== null) left -= loaded.examiner.drop(rule, loaded.work.bitmap, narrowAt);
      else if (left > 0) {
        narrowAt(loaded.work.bitmap, bitmap);
        left = this.#kernels.countRows(loaded.work.bitmap, words);
      }
      return before - left;
    });
    const examined = loaded.examiner?.result() ?? [];
    const narrowed = { candidates, dropped, kept: left, selection: bitmap, examined };
    if (scorer !== null) {
      const own = into === null ? new TopKBuffer(bound!.answer.k) : null;
      const belowMinScore = scorer.score(segment, input, left, own ?? into!);
      return { ...narrowed, belowMinScore, best: own?.take() ?? nothing, withoutVector: nothing };
    }
    const found = nearest?.run(segment, input) ?? { best: nothing, withoutVector: nothing };
    return { ...narrowed, belowMinScore: 0, ...found };
  }

  /** For a search that preselects: compares the entries of this segment, from `run`, that are near enough. */
  compare(
    base: number,
    layout: SegmentLayout,
    entries: Uint32Array,
    maxDistance: number,
    into: NearestInto,
  ): void {
    const segment = { memory: this.#scratch.memory, base, layout };
    this.#loaded?.nearest?.compare(segment, entries, maxDistance, into);
  }

  /** Marks the rows that are queried; returns how many. */
  #begin(
    bitmap: Uint32Array,
    at: number,
    { base, layout }: SegmentView,
    { within, leftOut }: SegmentInput,
  ): number {
    const live = base + layout.live;
    if (within == null) this.#kernels.copyRows(at, live, bitmap.length);
    else {
      bitmap.set(within);
      bitmap.fill(0, within.length);
      this.#kernels.keepCommon(at, live, bitmap.length);
    }
    clearRows(bitmap, leftOut);
    return this.#kernels.countRows(at, bitmap.length);
  }
}

function bindProgram(
  { program, scoring }: PreparedProgram,
  kernels: Kernels,
  allocator: ScratchAllocator,
  capacity: number,
): Bound {
  const { rules, answer } = program;
  const work = bindWork(allocator, capacity);
  const examples = answer.kind === 'selection' ? answer.examples : undefined;
  return {
    work,
    examining: examples === undefined ? null : bindExamining(allocator, rules.length, examples, capacity),
    rules: rules.map(({ clauses }) =>
      clauses.map((clause) => bindClause(clause, kernels, allocator, capacity)),
    ),
    best: scoring && bindScoring(scoring, work.points, kernels, allocator),
    nearest: answer.kind === 'nearest' ? bindSearch(answer.search, work, kernels, allocator, capacity) : null,
  };
}

function clearRows(bitmap: Uint32Array, rows: Uint32Array | undefined): void {
  for (const row of rows ?? []) bitmap[row >>> 5]! &= ~(1 << (row & 31));
}
