/**
 * Who can still be among the best, told by one value alone: a row whose place costs more than everything else could give
 * has no prospects, whatever else is in it. The verdict is one a code (or number), not one a row, so that rows are taken
 * out of a block's bitmap by the kernels of filters, many at a time, before any sum is begun. As the floor rises, more
 * codes fall.
 *
 * It decides nothing that scores would not: verdicts compare the most that a row of the code could have with bounds that
 * no score of at least the floor lies below. (The idea is that of MaxScore: Turtle and Flood, "Query evaluation:
 * strategies and optimizations", Information Processing & Management 31, 1995; here a plane of the index is what a list of
 * postings is there.)
 *
 * What is known of single people (`Scoring.people`) may lift anybody: their rows are never taken out.
 */
import { changingRange } from './number-points.ts';
import { MOST_TABLE_ENTRIES, numberTable, withoutOwnConditions } from './place-terms.ts';
import type { Pair, Scoring, TermOp } from './query-program.ts';
import { mostOf, noBounds, type Rising, rising, type ScoreBounds, slackened } from './score-bounds.ts';

/** Where fewer than one in so many rows fall by a plane, it is not asked again before its verdicts change. */
const LEAST_SHARE = 16;
/** A floor that rose by less is not worth new verdicts. */
const LEAST_RISE = 0.05;

/** Terms that read one plane, by value: 0 is absence, then come codes from 1, or numbers from `low`, to `high`. */
interface PlaneTerms {
  readonly field: number;
  readonly kind: 'code' | 'number';
  readonly low: number;
  readonly high: number;
  readonly terms: readonly (CodesTerm | NumberTerm)[];
}

type CodesTerm = Extract<TermOp, { op: 'codes' }>;
type NumberTerm = Extract<TermOp, { op: 'number' }>;

/** What sums must be for a score to be possible. */
interface Asked {
  readonly forward: number;
  readonly backward: number;
  readonly line: Rising['line'];
  readonly both: number;
}

/** One plane's verdicts as they stand. */
export class PlaneProspects {
  readonly field: number;
  readonly kind: PlaneTerms['kind'];
  /** Of a number: the value of entry 1; those beyond either end count as the nearer one. */
  readonly low: number;
  /** 1 or 0 by entry: 0 is absence, then come codes, or numbers. */
  readonly passes: Uint8Array;
  /** Grows whenever the verdicts change. */
  version = 0;
  /** Whether it pays to ask. */
  isAsked = false;
  readonly #points: Float64Array;
  /** The most that all else can give. */
  readonly #rest: Pair;
  #judgedBy: ScoreBounds = noBounds;
  #rowsSince = Number.POSITIVE_INFINITY;

  constructor({ field, kind, low }: PlaneTerms, points: Float64Array, rest: Pair) {
    this.field = field;
    this.kind = kind;
    this.low = low;
    this.passes = new Uint8Array(points.length / 2).fill(1);
    this.#points = points;
    this.#rest = rest;
  }

  /** Whether new verdicts are due: the floor rose, and there are not so many that they cost more than the rows read since. */
  isDue({ odds, both }: ScoreBounds, rows: number): boolean {
    this.#rowsSince += rows;
    if (this.#rowsSince < this.passes.length) return false;
    return odds > this.#judgedBy.odds + LEAST_RISE || both > this.#judgedBy.both + LEAST_RISE;
  }

  judge(bounds: ScoreBounds, asked: Asked): void {
    const { passes } = this;
    const [forward, backward] = this.#rest;
    let fallen = 0;
    for (let entry = 0; entry < passes.length; entry++) {
      const there = forward + this.#points[2 * entry]!;
      const falls = isHopeless(asked, there, backward + this.#points[2 * entry + 1]!);
      passes[entry] = Number(!falls);
      fallen += Number(falls);
    }
    this.#judgedBy = bounds;
    this.#rowsSince = 0;
    this.version += 1;
    this.isAsked = fallen > 0;
  }

  /** How many of how many rows fell by it just now. */
  learn(fallen: number, of: number): void {
    this.isAsked = fallen * LEAST_SHARE >= of;
  }
}

/** NaN is not. */
function isHopeless({ forward, backward, line, both }: Asked, there: number, back: number): boolean {
  if (there < forward || back < backward) return true;
  if (line === null) return false;
  const { slopes, offsets } = line;
  return slopes[0] * there + offsets[0] + slopes[1] * back + offsets[1] < both;
}

/** One a query and thread: verdicts hold for every segment. Points are only added up once there is a floor. */
export class Prospects {
  /** Codes, or numbers, of every plane that has verdicts, absence included. */
  readonly entries: readonly {
    readonly field: number;
    readonly count: number;
    readonly kind: PlaneTerms['kind'];
  }[];
  readonly #scoring: Scoring;
  readonly #terms: { readonly planes: readonly PlaneTerms[]; readonly others: readonly TermOp[] };
  readonly #rising: Rising;
  #planes: readonly PlaneProspects[] = [];

  private constructor(scoring: Scoring, told: Rising) {
    this.#scoring = scoring;
    this.#terms = byPlane(scoring.terms);
    this.#rising = told;
    this.entries = this.#terms.planes.map((plane) => ({ ...plane, count: entriesOf(plane) }));
  }

  /** null: nothing can be told of a row by one value. */
  static of(scoring: Scoring): Prospects | null {
    const told = rising(scoring);
    if (told === null) return null;
    const prospects = new Prospects(scoring, told);
    return prospects.entries.length === 0 ? null : prospects;
  }

  /** In the order of `entries`; none before the first floor. */
  get planes(): readonly PlaneProspects[] {
    return this.#planes;
  }

  /** Whether there is anything to ask. */
  get areAsked(): boolean {
    return this.#planes.some(({ isAsked }) => isAsked);
  }

  /** Brings the verdicts up to these bounds, where that is worth it; `rows`: how many were read since the last call. */
  raise(bounds: ScoreBounds, rows: number): void {
    if (bounds.odds === Number.NEGATIVE_INFINITY && bounds.both === Number.NEGATIVE_INFINITY) return;
    if (this.#planes.length === 0) this.#planes = this.#begun();
    let asked: Asked | null = null;
    for (const plane of this.#planes) {
      if (!plane.isDue(bounds, rows)) continue;
      asked ??= this.#asked(bounds);
      plane.judge(bounds, asked);
    }
  }

  #begun(): readonly PlaneProspects[] {
    const { planes, others } = this.#terms;
    const points = planes.map(pointsOf);
    const most = [...points.map(mostInPairs), ...others.map(mostOf)].map(
      ([forward, backward]): Pair => [slackened(forward), slackened(backward)],
    );
    const { intercept } = this.#scoring;
    return planes.map((plane, at) => {
      const rest = ([0, 1] as const).map((direction) =>
        most.reduce((sum, pair, other) => (other === at ? sum : sum + pair[direction]), intercept),
      );
      return new PlaneProspects(plane, points[at]!, [slackened(rest[0]!), slackened(rest[1]!)]);
    });
  }

  #asked({ odds, both }: ScoreBounds): Asked {
    const { line } = this.#rising;
    const isTwoWay = this.#scoring.aggregation !== 'off';
    const backward = isTwoWay ? this.#rising.leastSum(1, odds) : Number.NEGATIVE_INFINITY;
    return { forward: this.#rising.leastSum(0, odds), backward, line, both };
  }
}

/** Terms by the plane that they read, and all that read something else, or more than one thing. */
function byPlane(terms: readonly TermOp[]) {
  const planes = new Map<number, PlaneTerms>();
  const others: TermOp[] = [];
  for (const given of terms) {
    const term = withoutOwnConditions(given);
    const plane = planeOf(term);
    if (plane === null) {
      others.push(term);
      continue;
    }
    const known = planes.get(plane.field) ?? { ...plane, terms: [] };
    planes.set(plane.field, {
      ...plane,
      low: Math.min(known.low, plane.low),
      high: Math.max(known.high, plane.high),
      terms: [...known.terms, ...plane.terms],
    });
  }
  return { planes: [...planes.values()], others };
}

function planeOf(term: TermOp): PlaneTerms | null {
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

function entriesOf({ low, high }: PlaneTerms): number {
  return high - low + 2;
}

/** Pairs of weighted points, both directions, by entry: of all terms together. */
function pointsOf(plane: PlaneTerms): Float64Array {
  const points = new Float64Array(2 * entriesOf(plane));
  for (const term of plane.terms) {
    const [table, first] = tableOf(term);
    const last = table.length / 2 - 1;
    for (let entry = 0; entry < points.length / 2; entry++) {
      const from = 2 * (entry === 0 ? 0 : entryOf(term, plane.low + entry - first, last));
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

function mostInPairs(points: Float64Array): Pair {
  let [forward, backward] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < points.length; at += 2) {
    forward = Math.max(forward, points[at]!);
    backward = Math.max(backward, points[at + 1]!);
  }
  return [forward, backward];
}
