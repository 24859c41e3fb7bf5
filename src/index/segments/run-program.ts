/**
 * Runs a query program over segments, on the calling thread. `load` places the program's tables in the scratch area, `run`
 * goes over one segment: rules narrow a bitmap, then the rows that are left are read in blocks whose sums stay in the
 * first-level cache, term by term. Nothing is allocated by row.
 *
 * (Considered: all terms of a row in one kernel that interprets the program. Reading the program for each row costs more
 * than writing a pair of sums to the cache and reading it again: 1 ns a row and term this way.)
 */
import { type Kernels, kernelsOver } from '../kernels/kernels.ts';
import { BestBuffer } from './best-buffer.ts';
import { scoreOf } from './final-score.ts';
import { placeCalibration, type Tell } from './place-calibration.ts';
import { type Narrow, type Place, placeClause } from './place-clauses.ts';
import { type NearestSearch, placeSearch } from './place-search.ts';
import { type AddPoints, isCostly, placeTerm } from './place-terms.ts';
import type {
  BestRows,
  NearestInto,
  Pair,
  QueryProgram,
  Scoring,
  SegmentInput,
  SegmentResult,
  TermOp,
  WorstKept,
} from './query-program.ts';
import {
  boundsFor,
  mostToCome,
  oddsEnoughFor,
  type RisingTell,
  risingTell,
  type ScoreBounds,
} from './score-bounds.ts';
import { type Placing, Scratch, ScratchSize } from './scratch.ts';
import { MOST_ROWS, type SegmentLayout } from './segment-layout.ts';
import { BATCH_ROWS, placeWork, type Work } from './work-areas.ts';

/** Far above the error of the quick score, so that it rejects nobody who would have made it. */
const MARGIN = 1e-6;
/** Below this, a margin is no margin any more: everybody is looked at. */
const LEAST_MEANT = 1e-290;

interface PlacedScoring {
  readonly scoring: Scoring;
  readonly terms: readonly PlacedTerm[];
  readonly tell: Tell;
  readonly rising: RisingTell | null;
  readonly k: number;
  readonly minScore: number;
}

interface PlacedTerm {
  readonly add: AddPoints;
  /** What it and those behind it can add at most, where rows that cannot do with it are to be left out; null: go on. */
  readonly most: Pair | null;
}

interface Placed {
  readonly rules: readonly (readonly Narrow[])[];
  readonly work: Work;
  readonly best: PlacedScoring | null;
  readonly nearest: NearestSearch | null;
}

/** Bytes of scratch that the program needs for segments of at most `capacity` rows. */
export function scratchBytes(program: QueryProgram, capacity = MOST_ROWS): number {
  const size = new ScratchSize();
  place(program, {} as Kernels, size, capacity);
  return size.bytes;
}

const nothing: BestRows = {
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
  #placed: Placed | null = null;

  /** Scratch: bytes `from` (a multiple of 64) to `to` of the memory, of this runner alone. */
  constructor(memory: WebAssembly.Memory, from: number, to: number, module?: WebAssembly.Module) {
    this.#kernels = kernelsOver(memory, module);
    this.#scratch = new Scratch(memory, from, to);
    this.#start = this.#scratch.mark();
  }

  /** In place of what was loaded before. Throws RangeError where the scratch area is too small (`scratchBytes`). */
  load(program: QueryProgram, capacity = MOST_ROWS): void {
    this.#placed = null;
    this.#scratch.release(this.#start);
    this.#placed = place(program, this.#kernels, this.#scratch, capacity);
  }

  /**
   * `base`: a multiple of 64. The segment has at most the capacity that the program was loaded for. `into`: where the rows
   * of `best` go; what is in it already counts, with its floor, and the result has none then.
   */
  run(
    base: number,
    layout: SegmentLayout,
    input: SegmentInput,
    into: BestBuffer | null = null,
  ): SegmentResult {
    const placed = this.#placed;
    if (placed === null) throw new Error('no program is loaded');
    const { memory } = this.#scratch;
    const segment = { memory, base, layout };
    const words = layout.capacity / 32;
    const bitmap = this.#scratch.words(placed.work.bitmap, words);
    bitmap.set(this.#scratch.words(base + layout.live, words));
    clearRows(bitmap, input.leftOut);
    const count = () => this.#kernels.countRows(placed.work.bitmap, words);
    const candidates = count();
    let left = candidates;
    const dropped = placed.rules.map((narrows, rule) => {
      const before = left;
      clearRows(bitmap, input.excluded[rule]);
      for (const narrow of narrows) narrow(placed.work.bitmap, words, segment);
      left = count();
      return before - left;
    });
    const narrowed = { candidates, dropped, kept: left, selection: bitmap };
    if (placed.best !== null)
      return { ...narrowed, ...this.#best(placed.best, placed.work, segment, input, into) };
    const found = placed.nearest?.run(segment, input) ?? { best: nothing, withoutVector: nothing };
    return { ...narrowed, belowMinScore: 0, ...found };
  }

  /** Of a search that preselects: compares those of the entries, which `run` gave of this segment, that are near enough. */
  compare(base: number, layout: SegmentLayout, entries: Uint32Array, most: number, into: NearestInto): void {
    this.#placed?.nearest?.compare({ memory: this.#scratch.memory, base, layout }, entries, most, into);
  }

  #best(best: PlacedScoring, work: Work, segment: Place, input: SegmentInput, given: BestBuffer | null) {
    const { scoring, minScore } = best;
    const { aggregation, intercept, people } = scoring;
    const kernels = this.#kernels;
    const scratch = this.#scratch;
    const words = segment.layout.capacity / 32;
    const cells = scratch.words(work.cells, 2);
    const rows = scratch.words(work.rows, BATCH_ROWS);
    const positions = scratch.words(work.positions, BATCH_ROWS);
    const sums = scratch.doubles(work.sums, 2 * BATCH_ROWS);
    const ties = scratch.words(segment.base + segment.layout.ties, segment.layout.capacity);
    const addPeople =
      people && peopleAdder(scoring, input, rows, sums, scratch.doubles(work.shares, 2 * BATCH_ROWS));
    const least = minScore > LEAST_MEANT ? minScore : 0;
    const mode = { off: 0, product: 1, harmonic: 2, min: 3 }[aggregation];
    const block = { ...work, shares: people === null ? 0 : work.shares };
    const into = given ?? new BestBuffer(best.k);
    const floorRow = input.floorRow ?? null;
    if (input.floor != null) into.raise(input.floor);
    if (floorRow !== null) into.raise(floorRow.score, floorRow.tie);
    const sureLeast = boundsFor(aggregation, least * (1 - MARGIN));
    const oddsSurely = least === 0 ? Number.NaN : oddsEnoughFor(aggregation, least * (1 + MARGIN));
    // Equal sums are equal scores, unless what else counts differs from row to row.
    const sumsDecide = people === null && (scoring.calibration?.backward.length ?? 1) === 1;
    let floor = Number.NaN;
    let bounds: ScoreBounds = sureLeast;
    cells[1] = 0;
    let low = 0;
    for (let word = 0; word < words; ) {
      let n = kernels.listRows(work.bitmap, words, word, work.rows, BATCH_ROWS, work.cells);
      word = cells[0]!;
      if (n === 0) continue;
      const wanted = floorOf(into.floor, minScore);
      if (wanted !== floor) bounds = boundsFor(aggregation, wanted);
      floor = wanted;
      kernels.fillPairs(work.sums, n, intercept, intercept);
      for (const { add, most } of best.terms) {
        if (most !== null && floor > 0) n = this.#promising(best, work, n, mode, bounds, most);
        add(work.rows, n, work.sums, segment);
      }
      addPeople?.(n);
      const toldAt = best.tell(block, n, segment);
      const worst = sumsDecide ? worstOf(into, floorRow) : null;
      const contenders = kernels.listContenders(
        toldAt,
        n,
        mode,
        floor,
        bounds.odds,
        bounds.both,
        least * (1 - MARGIN),
        sureLeast.odds,
        sureLeast.both,
        least * (1 + MARGIN),
        oddsSurely,
        work.positions,
        work.cells + 4,
        work.rows,
        work.sums,
        segment.base + segment.layout.ties,
        worst?.forward ?? Number.NaN,
        worst?.backward ?? Number.NaN,
        worst?.tie ?? 0,
      );
      const told = toldAt === work.sums ? sums : scratch.doubles(toldAt, 2 * BATCH_ROWS);
      for (let c = 0; c < contenders; c++) {
        const i = positions[c]!;
        const score = scoreOf(aggregation, told[2 * i]!, told[2 * i + 1]!);
        if (score >= minScore) into.offer(score, ties[rows[i]!]!, rows[i]!, sums[2 * i]!, sums[2 * i + 1]!);
        else low += 1;
      }
    }
    const found = given === null ? into.take() : nothing;
    return { belowMinScore: low + cells[1]!, best: found, withoutVector: nothing };
  }

  /** Takes out of the batch who cannot reach the floor any more; returns how many are left. */
  #promising(
    { rising, minScore }: PlacedScoring,
    work: Work,
    n: number,
    mode: number,
    { odds, both }: ScoreBounds,
    most: Pair,
  ): number {
    // Who is too low is counted, and whether one is shows only in the end.
    if (rising === null || minScore > 0) return n;
    const { slopes, offsets } = rising;
    return this.#kernels.keepPromising(
      work.rows,
      n,
      work.sums,
      mode,
      odds,
      both,
      ...most,
      ...slopes,
      ...offsets,
    );
  }
}

/** Scores below are of no use; 0: none is. */
function floorOf(floor: number, minScore: number): number {
  if (minScore > 0 && minScore <= LEAST_MEANT) return 0;
  return floor > LEAST_MEANT ? floor * (1 - MARGIN) : 0;
}

/** The k-th that is known, of this run or from elsewhere, if it is as good as the floor. */
function worstOf({ worst, floor }: BestBuffer, given: WorstKept | null): WorstKept | null {
  if (worst !== null && worst.score >= floor) return worst;
  return given !== null && given.score >= floor ? given : null;
}

function place(program: QueryProgram, kernels: Kernels, placing: Placing, capacity: number): Placed {
  const { rules, answer } = program;
  const work = placeWork(placing, capacity);
  return {
    work,
    rules: rules.map(({ clauses }) => clauses.map((clause) => placeClause(clause, kernels, placing))),
    best: answer.kind === 'best' ? placeScoring(answer, work, kernels, placing) : null,
    nearest: answer.kind === 'nearest' ? placeSearch(answer.search, work, kernels, placing, capacity) : null,
  };
}

function placeScoring(
  { scoring, k, minScore }: Extract<QueryProgram['answer'], { kind: 'best' }>,
  work: Work,
  kernels: Kernels,
  placing: Placing,
): PlacedScoring {
  const most = mostToCome(scoring.terms);
  const looks = looksBefore(scoring.terms);
  return {
    scoring,
    minScore,
    terms: scoring.terms.map((term, at) => ({
      add: placeTerm(term, kernels, placing, work.points),
      most: looks.has(at) ? most[at]! : null,
    })),
    tell: placeCalibration(scoring.calibration, kernels, placing),
    rising: risingTell(scoring),
    k,
  };
}

/** Terms before which it pays to look who is still in the running: those that cost some times what the look does. */
function looksBefore(terms: readonly TermOp[]): ReadonlySet<number> {
  return new Set(terms.keys().filter((at) => at > 0 && isCostly(terms[at]!)));
}

function clearRows(bitmap: Uint32Array, rows: Uint32Array | undefined): void {
  for (const row of rows ?? []) bitmap[row >>> 5]! &= ~(1 << (row & 31));
}

/** Adds to each block of ascending rows what is known of their people, and writes their shares. */
function peopleAdder(
  { people }: Scoring,
  { people: known }: SegmentInput,
  rows: Uint32Array,
  sums: Float64Array,
  shares: Float64Array,
): (n: number) => void {
  const { unknownPoints, unknownShare } = people!;
  const entries = known?.rows ?? new Uint32Array();
  let entry = 0;
  return (n) => {
    for (let i = 0; i < n; i++) {
      const row = rows[i]!;
      while (entry < entries.length && entries[entry]! < row) entry += 1;
      const isKnown = entries[entry] === row;
      for (let direction = 0; direction < 2; direction++) {
        const at = 2 * i + direction;
        sums[at]! += isKnown ? known!.points[2 * entry + direction]! : unknownPoints[direction]!;
        shares[at] = isKnown ? known!.shares[2 * entry + direction]! : unknownShare[direction]!;
      }
    }
  };
}
