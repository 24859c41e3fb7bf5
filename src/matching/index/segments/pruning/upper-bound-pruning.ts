/**
 * Upper-bound pruning before any sum is computed, after MaxScore. For each value of a column, the deficit is
 * the distance of its points from the column's greatest points, quantized to a byte. A row whose deficits add
 * up to more than the threshold allows cannot be among the k best, whatever its other columns hold. Kernels
 * look deficits up (16 rows at a time for columns of few values) and remove the rows from a block's bitmap.
 * As the threshold rises, the allowed deficit falls.
 *
 * Pruning never changes the result. Deficits are rounded down. The allowed deficit is the greatest possible
 * sum less the least sum of a score that reaches the threshold.
 *
 * Sources: Turtle and Flood, "Query evaluation: strategies and optimizations", Information Processing &
 * Management 31, 1995 (MaxScore; here a column of the index takes the place of a postings list). André,
 * Kermarrec and Le Scouarnec, "Cache locality is not enough: high-performance nearest neighbor search with
 * product quantization fast scan", VLDB 2015 (byte tables in registers).
 *
 * Rows with person effects of their own (`Scoring.personEffects`) are never pruned, since these may raise any
 * score.
 */

import { changingRange } from '../../program/number-points.ts';
import type { Pair, Scoring, TermOp } from '../../query-program.ts';
import { MAX_TABLE_ENTRIES, numberTable, withoutOwnConditions } from '../query/prepare-term.ts';
import { maxPointsOf, noBounds, type Rising, rising, type ScoreBounds, slackened } from './score-bounds.ts';
import { changingWeeks, weekTable } from './week-bounds.ts';

/** The allowed deficit in quantization steps. A byte holds a few more, which always exceed it. */
export const ALLOWED_DEFICIT = 250;
const MAX_DEFICIT = 255;
const ENTRIES_A_REGISTER = 16;
/** Pruning pays where it removes at least one of this many rows. */
const WORTH_ROWS = 16;
/** A threshold that rose by less is not worth requantizing. */
const MIN_RISE = 0.05;

/**
 * Terms that read one column, by value: entry 0 is absence, then codes from 1, or numbers from `low` to
 * `high`. `updatedAt` is read by its week, which bounds its points.
 */
export interface ColumnTerms {
  readonly column: { readonly kind: 'code' | 'number'; readonly field: number } | { readonly kind: 'week' };
  readonly low: number;
  readonly high: number;
  readonly terms: readonly (CodesTerm | NumberTerm)[];
}

type CodesTerm = Extract<TermOp, { op: 'codes' }>;
type NumberTerm = Extract<TermOp, { op: 'number' }>;

/**
 * One a query and thread: deficits hold for every segment. They are first computed when there is a threshold.
 */
export class UpperBoundPruning {
  readonly columns: readonly ColumnTerms[];
  /** Quantized deficits by column and entry, padded to whole registers; empty before the first threshold. */
  quantizedDeficits: readonly Uint8Array[] = [];
  /** Grows whenever the quantized deficits change. */
  version = 0;
  /** Whether any value has a deficit. */
  isUseful = false;
  /** Whether pruning by all columns together pays. */
  paysTogether = false;
  readonly #scoring: Scoring;
  readonly #others: readonly TermOp[];
  readonly #rising: Rising;
  /** Deficits by column and entry, in log-odds. */
  #deficits: readonly Float64Array[] = [];
  /** The greatest possible sum: the best value in every column. */
  #maxSum = 0;
  #quantizedFor: ScoreBounds = noBounds;
  #rowsSince = Number.POSITIVE_INFINITY;

  private constructor(scoring: Scoring, bound: Rising) {
    const { columns, others } = byColumn(scoring.terms);
    this.columns = columns;
    this.#scoring = scoring;
    this.#others = others;
    this.#rising = bound;
  }

  /** null: a row's columns give no bound. */
  static of(scoring: Scoring): UpperBoundPruning | null {
    const bound = rising(scoring);
    if (bound === null) return null;
    const pruning = new UpperBoundPruning(scoring, bound);
    return pruning.columns.length === 0 ? null : pruning;
  }

  /** Requantizes for these bounds where that pays. `rows`: how many were read since the last call. */
  raise(bounds: ScoreBounds, rows: number): void {
    this.#rowsSince += rows;
    if (!hasRisen(bounds, this.#quantizedFor)) return;
    if (this.quantizedDeficits.length === 0) this.#begin();
    // With many entries, requantizing costs more than reading rows.
    if (this.#rowsSince < this.quantizedDeficits.reduce((sum, { length }) => sum + length, 0)) return;
    this.#quantize(bounds);
    this.#quantizedFor = bounds;
    this.#rowsSince = 0;
  }

  /** `pruned`: how many rows of a block of `rows` rows were just pruned. */
  learn(pruned: number, rows: number): void {
    this.paysTogether = pruned * WORTH_ROWS >= rows;
  }

  #begin(): void {
    const weights = this.#weights;
    const points = this.columns.map((column) => weightedBy(weights, pointsOf(column)));
    const best = points.map(greatest);
    const { intercept } = this.#scoring;
    const others = this.#others.map((term) => weightedSum(weights, maxPointsOf(term)));
    const maxSum = [...best, ...others].reduce(
      (sum, each) => sum + slackened(each),
      weightedSum(weights, [intercept, intercept]),
    );
    this.#maxSum = slackened(maxSum);
    this.#deficits = points.map((values, at) => deficitsFrom(best[at]!, values));
    this.quantizedDeficits = this.#deficits.map(
      ({ length }) => new Uint8Array(ENTRIES_A_REGISTER * Math.ceil(length / ENTRIES_A_REGISTER)),
    );
  }

  #quantize(bounds: ScoreBounds): void {
    const step = (this.#maxSum - this.#minFor(bounds)) / ALLOWED_DEFICIT;
    this.isUseful = false;
    this.quantizedDeficits.forEach((steps, at) => {
      const deficits = this.#deficits[at]!;
      for (let entry = 0; entry < deficits.length; entry++) {
        steps[entry] = quantizedDeficit(deficits[entry]!, step);
        if (steps[entry]! > 0) this.isUseful = true;
      }
    });
    this.paysTogether = this.isUseful;
    this.version += 1;
  }

  /** The weights with which points of both directions are added to one number. */
  get #weights(): Pair {
    return this.#sumsBoth ? this.#rising.line!.slopes : [1, 0];
  }

  /** Scores of these kinds bound the sum of both directions. */
  get #sumsBoth(): boolean {
    const { aggregation } = this.#scoring;
    return this.#rising.line !== null && (aggregation === 'product' || aggregation === 'harmonic');
  }

  /** The least weighted sum of a row that reaches the bounds. */
  #minFor({ odds, both }: ScoreBounds): number {
    if (!this.#sumsBoth) return this.#rising.minSum(0, odds);
    const { offsets } = this.#rising.line!;
    return both - offsets[0] - offsets[1];
  }
}

function hasRisen({ odds, both }: ScoreBounds, since: ScoreBounds): boolean {
  return odds > since.odds + MIN_RISE || both > since.both + MIN_RISE;
}

function weightedSum([forward, backward]: Pair, [there, back]: Pair): number {
  // A direction with weight 0 does not count, even with infinite points.
  return (forward === 0 ? 0 : forward * there) + (backward === 0 ? 0 : backward * back);
}

// Plain loops: a table has thousands of places, and one is made for every query.

function weightedBy([forward, backward]: Pair, pairs: Float64Array): Float64Array {
  const sums = new Float64Array(pairs.length / 2);
  for (let entry = 0; entry < sums.length; entry++) {
    const there = forward === 0 ? 0 : forward * pairs[2 * entry]!;
    sums[entry] = there + (backward === 0 ? 0 : backward * pairs[2 * entry + 1]!);
  }
  return sums;
}

function greatest(values: Float64Array): number {
  let max = values[0]!;
  for (let entry = 1; entry < values.length; entry++) max = Math.max(max, values[entry]!);
  return max;
}

function deficitsFrom(best: number, values: Float64Array): Float64Array {
  const deficits = new Float64Array(values.length);
  for (let entry = 0; entry < values.length; entry++) deficits[entry] = best - values[entry]!;
  return deficits;
}

/** A negative step: no row can reach the threshold. */
function quantizedDeficit(deficit: number, step: number): number {
  if (step < 0) return MAX_DEFICIT;
  return deficit > 0 ? Math.min(MAX_DEFICIT, Math.floor((deficit / step) * (1 - 1e-9))) : 0;
}

/** Groups terms by the column that they read; `others` read something else, or more than one column. */
function byColumn(terms: readonly TermOp[]) {
  const columns = new Map<number | 'week', ColumnTerms>();
  const others: TermOp[] = [];
  for (const termOp of terms) {
    const term = withoutOwnConditions(termOp);
    const column = columnOf(term);
    if (column === null) {
      others.push(term);
      continue;
    }
    const key = column.column.kind === 'week' ? 'week' : column.column.field;
    const known = columns.get(key) ?? { ...column, terms: [] };
    columns.set(key, {
      ...column,
      low: Math.min(known.low, column.low),
      high: Math.max(known.high, column.high),
      terms: [...known.terms, ...column.terms],
    });
  }
  return { columns: [...columns.values()], others };
}

function columnOf(term: TermOp): ColumnTerms | null {
  if ((term.conditions ?? []).length > 0) return null;
  if (term.op === 'codes') {
    const { field, table } = term;
    return { column: { kind: 'code', field }, low: 1, high: table.length / 2 - 1, terms: [term] };
  }
  if (term.op !== 'number') return null;
  const range = rangeOf(term);
  if (range === null) return null;
  const column = term.field === null ? week : { kind: 'number' as const, field: term.field };
  return { column, low: range[0], high: range[1], terms: [term] };
}

const week = { kind: 'week' } as const;

function rangeOf(term: NumberTerm): readonly [low: number, high: number] | null {
  if (term.field === null) return changingWeeks(term, MAX_TABLE_ENTRIES);
  return changingRange(term.forward, term.backward, MAX_TABLE_ENTRIES);
}

/** The number of entries of the column's tables. */
export function entriesOf({ low, high }: ColumnTerms): number {
  return high - low + 2;
}

/**
 * Pairs of weighted points of both directions, by entry: the most that the sum over the column's terms may
 * be.
 */
function pointsOf(column: ColumnTerms): Float64Array {
  const points = new Float64Array(2 * entriesOf(column));
  for (const term of column.terms) {
    const [table, first] = tableOf(term);
    const last = table.length / 2 - 1;
    for (let entry = 0; entry < points.length / 2; entry++) {
      const from = 2 * (entry === 0 ? 0 : entryOf(term, column.low + entry - first, last));
      points[2 * entry]! += table[from]!;
      points[2 * entry + 1]! += table[from + 1]!;
    }
  }
  return points;
}

/** A term's pairs, and the value of entry 1. */
function tableOf(term: CodesTerm | NumberTerm): readonly [table: Float64Array, low: number] {
  if (term.op === 'codes') return [term.table, 1];
  const range = rangeOf(term)!;
  return [term.field === null ? weekTable(term, range) : numberTable(term, range), range[0]];
}

/** Codes beyond the end read as absence, numbers beyond an end as that end. */
function entryOf({ op }: CodesTerm | NumberTerm, entry: number, last: number): number {
  if (op === 'codes') return entry > last ? 0 : entry;
  return Math.min(last, Math.max(1, entry));
}
