/**
 * Who can still be among the best, before any sum is begun: for each value of a column, how far its points fall short of the
 * column's best, in steps of a byte; a row whose steps add up to more than the threshold allows has no pruning, whatever
 * else is in it. Steps are looked up by kernel, for columns of few values 16 rows at a time, and rows are taken out of a
 * block's bitmap. As the threshold rises, fewer steps are allowed.
 *
 * It decides nothing that scores would not: steps are rounded down, and what is allowed is what the best row there could be
 * has above the least that a score of at least the threshold needs. (The idea is that of MaxScore: Turtle and Flood, "Query
 * evaluation: strategies and optimizations", Information Processing & Management 31, 1995, with a column of the index in
 * place of a list of postings; steps of a byte in registers are of André, Kermarrec and Le Scouarnec, "Cache locality is
 * not enough: high-performance nearest neighbor search with product quantization fast scan", VLDB 2015.)
 *
 * What is known of single people (`Scoring.people`) may lift anybody: their rows are never taken out.
 */

import type { Pair, Scoring, TermOp } from '../../query-program.ts';
import { MOST_TABLE_ENTRIES, numberTable, withoutOwnConditions } from '../query/bind-terms.ts';
import { changingRange } from '../query/number-points.ts';
import { mostOf, noBounds, type Rising, rising, type ScoreBounds, slackened } from './score-bounds.ts';

/** What may be missing is so many steps; a byte has some more. */
export const ALLOWED_DEFICIT = 250;
const MOST_DEFICIT = 255;
const ENTRIES_A_REGISTER = 16;
/** A row that falls saves what it costs to ask about so many. */
const WORTH_ROWS = 16;
/** A threshold that rose by less is not worth new steps. */
const LEAST_RISE = 0.05;

/** Terms that read one column, by value: 0 is absence, then come codes from 1, or numbers from `low`, to `high`. */
export interface ColumnTerms {
  readonly field: number;
  readonly kind: 'code' | 'number';
  readonly low: number;
  readonly high: number;
  readonly terms: readonly (CodesTerm | NumberTerm)[];
}

type CodesTerm = Extract<TermOp, { op: 'codes' }>;
type NumberTerm = Extract<TermOp, { op: 'number' }>;

/** One a query and thread: steps hold for every segment. Points are only added up once there is a threshold. */
export class UpperBoundPruning {
  readonly columns: readonly ColumnTerms[];
  /** By column and entry, to whole registers; empty before the first threshold. */
  steps: readonly Uint8Array[] = [];
  /** Grows whenever the steps change. */
  version = 0;
  /** Whether there is anything to ask. */
  isUseful = false;
  /** Whether asking all columns together pays. */
  paysTogether = false;
  readonly #scoring: Scoring;
  readonly #others: readonly TermOp[];
  readonly #rising: Rising;
  /** By column and entry, how far it falls short. */
  #deficits: readonly Float64Array[] = [];
  /** What a row of the best values everywhere has. */
  #most = 0;
  #judgedBy: ScoreBounds = noBounds;
  #rowsSince = Number.POSITIVE_INFINITY;

  private constructor(scoring: Scoring, bound: Rising) {
    const { columns, others } = byColumn(scoring.terms);
    this.columns = columns;
    this.#scoring = scoring;
    this.#others = others;
    this.#rising = bound;
  }

  /** null: nothing can be said of a row by its columns. */
  static of(scoring: Scoring): UpperBoundPruning | null {
    const bound = rising(scoring);
    if (bound === null) return null;
    const pruning = new UpperBoundPruning(scoring, bound);
    return pruning.columns.length === 0 ? null : pruning;
  }

  /** Brings the steps up to these bounds, where that is worth it; `rows`: how many were read since the last call. */
  raise(bounds: ScoreBounds, rows: number): void {
    this.#rowsSince += rows;
    if (!hasRisen(bounds, this.#judgedBy)) return;
    if (this.steps.length === 0) this.#begin();
    // Where there are many entries, rows cost less than new steps.
    if (this.#rowsSince < this.steps.reduce((sum, { length }) => sum + length, 0)) return;
    this.#judge(bounds);
    this.#judgedBy = bounds;
    this.#rowsSince = 0;
  }

  /** How many fell just now of a block of so many rows, all of which it cost. */
  learn(fallen: number, rows: number): void {
    this.paysTogether = fallen * WORTH_ROWS >= rows;
  }

  #begin(): void {
    const weights = this.#weights;
    const points = this.columns.map((column) => weightedBy(weights, pointsOf(column)));
    const best = points.map((values) => values.reduce((most, value) => Math.max(most, value)));
    const { intercept } = this.#scoring;
    const others = this.#others.map((term) => weightedSum(weights, mostOf(term)));
    const most = [...best, ...others].reduce(
      (sum, each) => sum + slackened(each),
      weightedSum(weights, [intercept, intercept]),
    );
    this.#most = slackened(most);
    this.#deficits = points.map((values, at) => values.map((value) => best[at]! - value));
    this.steps = this.#deficits.map(
      ({ length }) => new Uint8Array(ENTRIES_A_REGISTER * Math.ceil(length / ENTRIES_A_REGISTER)),
    );
  }

  #judge(bounds: ScoreBounds): void {
    const step = (this.#most - this.#leastFor(bounds)) / ALLOWED_DEFICIT;
    this.isUseful = false;
    this.steps.forEach((steps, at) => {
      const deficits = this.#deficits[at]!;
      for (let entry = 0; entry < deficits.length; entry++) {
        steps[entry] = quantizedDeficit(deficits[entry]!, step);
        if (steps[entry]! > 0) this.isUseful = true;
      }
    });
    this.paysTogether = this.isUseful;
    this.version += 1;
  }

  /** How points of both directions count where they are added to one number. */
  get #weights(): Pair {
    return this.#sumsBoth ? this.#rising.line!.slopes : [1, 0];
  }

  /** Scores of these kinds have a bound on what both directions add up to. */
  get #sumsBoth(): boolean {
    const { aggregation } = this.#scoring;
    return this.#rising.line !== null && (aggregation === 'product' || aggregation === 'harmonic');
  }

  /** What a row needs, by the weights. */
  #leastFor({ odds, both }: ScoreBounds): number {
    if (!this.#sumsBoth) return this.#rising.leastSum(0, odds);
    const { offsets } = this.#rising.line!;
    return both - offsets[0] - offsets[1];
  }
}

function hasRisen({ odds, both }: ScoreBounds, since: ScoreBounds): boolean {
  return odds > since.odds + LEAST_RISE || both > since.both + LEAST_RISE;
}

function weightedSum([forward, backward]: Pair, [there, back]: Pair): number {
  // Of a direction that does not count, not even infinite points do.
  return (forward === 0 ? 0 : forward * there) + (backward === 0 ? 0 : backward * back);
}

function weightedBy(weights: Pair, pairs: Float64Array): Float64Array {
  return Float64Array.from({ length: pairs.length / 2 }, (_, entry) =>
    weightedSum(weights, [pairs[2 * entry]!, pairs[2 * entry + 1]!]),
  );
}

/** Where less than nothing may be missing, nobody is good enough. */
function quantizedDeficit(deficit: number, step: number): number {
  if (step < 0) return MOST_DEFICIT;
  return deficit > 0 ? Math.min(MOST_DEFICIT, Math.floor((deficit / step) * (1 - 1e-9))) : 0;
}

/** Terms by the column that they read, and all that read something else, or more than one thing. */
function byColumn(terms: readonly TermOp[]) {
  const columns = new Map<number, ColumnTerms>();
  const others: TermOp[] = [];
  for (const given of terms) {
    const term = withoutOwnConditions(given);
    const column = columnOf(term);
    if (column === null) {
      others.push(term);
      continue;
    }
    const known = columns.get(column.field) ?? { ...column, terms: [] };
    columns.set(column.field, {
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
    return { field, kind: 'code', low: 1, high: table.length / 2 - 1, terms: [term] };
  }
  if (term.op !== 'number' || term.field === null) return null;
  const range = changingRange(term.forward, term.backward, MOST_TABLE_ENTRIES);
  if (range === null) return null;
  return { field: term.field, kind: 'number', low: range[0], high: range[1], terms: [term] };
}

/** How many entries the column's tables have. */
export function entriesOf({ low, high }: ColumnTerms): number {
  return high - low + 2;
}

/** Pairs of weighted points, both directions, by entry: of all terms together. */
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

/** A term's pairs, and the value of which entry 1 is. */
function tableOf(term: CodesTerm | NumberTerm): readonly [table: Float64Array, low: number] {
  if (term.op === 'codes') return [term.table, 1];
  const range = changingRange(term.forward, term.backward, MOST_TABLE_ENTRIES)!;
  return [numberTable(term, range), range[0]];
}

/** Codes behind the end read as absence, numbers beyond an end as that end. */
function entryOf({ op }: CodesTerm | NumberTerm, entry: number, last: number): number {
  if (op === 'codes') return entry > last ? 0 : entry;
  return Math.min(last, Math.max(1, entry));
}
