/**
 * Evaluates a term for one seeker and many candidates in loops over the columns of the index.
 * `ReadyTerm.read` defines the result pair by pair; a property test compares every loop with it, bit for bit.
 * The seeker's side is constant, so a column of few distinct values becomes a look-up table that the
 * comparator fills, and a number column one call a row.
 *
 * N = requested rows.
 */
import { rowNumber } from '../../contract/brands.ts';
import type { Interval, Term, TermOf } from '../../domains/scorecard.ts';
import { conditionValues, intervalFields, termFields } from '../../domains/scorecard-check.ts';
import type {
  ColumnView,
  EnumColumnView,
  GeoColumnView,
  PlainIndex,
  SetColumnView,
  StringColumnView,
} from '../../index/candidate-index.ts';
import type { Role } from './comparator.ts';
import { choicesOf, comparable, overlapPoints, priorField } from './compare-choices.ts';
import { boundsOf, countedFields } from './compare-numbers.ts';
import { type Person, peopleOfIndex } from './person.ts';
import { conditionHolds, type ReadyTerm } from './read-term.ts';

/** `forward`: the seeker is the rater; `backward`: the candidate is the rater. */
export type Direction = 'forward' | 'backward';

/** Writes the weighted points of each row to `points` [N]. */
export function readColumn(
  ready: ReadyTerm,
  index: PlainIndex,
  seeker: Person,
  direction: Direction,
  rows: Uint32Array,
  points: Float64Array,
): void {
  const role = seekerRole(ready, seeker, direction);
  if (role === null) {
    pairByPair(ready, index, seeker, direction, rows, points);
    return;
  }
  const { term, comparator } = ready;
  const mine = comparator.operand(seeker, role);
  const missing = term.weight * term.missing;
  const weighted = (theirs: unknown) => {
    const raw = role === 'me' ? comparator.points(mine, theirs) : comparator.points(theirs, mine);
    return Number.isNaN(raw) ? missing : term.weight * raw;
  };
  if (mine === undefined) points.fill(missing);
  else if (!overCandidates({ term, index, rows, points, missing, weighted, role, mine })) {
    pairByPair(ready, index, seeker, direction, rows, points);
    return;
  }
  silence(term, index, seeker, role, rows, points);
}

/** Arguments of the loops below: one term over one column. */
interface Loop {
  readonly term: Term;
  readonly index: PlainIndex;
  readonly rows: Uint32Array;
  /** Output [N]. */
  readonly points: Float64Array;
  /** Weighted points of a candidate without a value. */
  readonly missing: number;
  /** Weighted points of a candidate with this operand. */
  readonly weighted: (theirs: unknown) => number;
  /** The seeker's operand. */
  readonly role: Role;
  readonly mine: unknown;
}

/** The seeker's role where it is the same for all candidates; null where it depends on the candidate. */
export function seekerRole(
  { comparator, either, term }: ReadyTerm,
  seeker: Person,
  direction: Direction,
): Role | null {
  const straight: Role = direction === 'forward' ? 'me' : 'other';
  if (!either) return straight;
  const exchanged: Role = straight === 'me' ? 'other' : 'me';
  const asStraight = comparator.operand(seeker, straight) !== undefined;
  const asExchanged = comparator.operand(seeker, exchanged) !== undefined;
  if (!asExchanged) return straight;
  // Conditions of incomplete pairs use unswapped roles; this affects only the missing case.
  const conditional = term.when !== undefined || term.unless !== undefined;
  return asStraight || (conditional && term.missing !== 0) ? null : exchanged;
}

function pairByPair(
  ready: ReadyTerm,
  index: PlainIndex,
  seeker: Person,
  direction: Direction,
  rows: Uint32Array,
  points: Float64Array,
): void {
  const personOf = peopleOfIndex(index);
  rows.forEach((row, n) => {
    const candidate = personOf(rowNumber(row));
    const { points: read } =
      direction === 'forward' ? ready.read(seeker, candidate) : ready.read(candidate, seeker);
    points[n] = read;
  });
}

/** False where no loop exists for this type of column. */
function overCandidates(loop: Loop): boolean {
  const { term, index, points, role } = loop;
  const candidateRole: Role = role === 'me' ? 'other' : 'me';
  switch (term.compare) {
    case 'recency':
    case 'completeness':
    case 'prior':
      if (candidateRole !== valuedRole(term)) points.fill(loop.weighted(0));
      else if (term.compare === 'recency') overNumbers(index.updatedAtColumn(), loop);
      else if (term.compare === 'completeness') overPresence(term, loop);
      else return overColumn(index.column(priorField(term)), loop);
      return true;
    case 'within':
      overIntervals(term[candidateRole], loop);
      return true;
    case 'text':
    case 'mentions':
      throw new Error(`term «${term.name}» reads texts, which the index does not hold`);
    default:
      return overColumn(index.column(termFields(term)[candidateRole]!), loop);
  }
}

/** The person whose value a one-person term reads. */
function valuedRole(term: TermOf<'recency' | 'completeness' | 'prior'>): Role {
  return term.compare === 'prior' && term.me !== undefined ? 'me' : 'other';
}

function overColumn(column: ColumnView, loop: Loop): boolean {
  const { term, weighted } = loop;
  switch (column.kind) {
    case 'number':
      overNumbers(column.values, loop);
      return true;
    case 'enum':
      overChoices(column, loop);
      return true;
    case 'string':
      overCodes(column, (code) => weighted(comparable(column.textOf(code))), loop);
      return true;
    case 'geo':
      if (term.compare === 'distance') overPlaces(column, loop);
      else overCodes(column, (code) => weighted(column.textOf(code)), loop);
      return true;
    case 'set':
      return overSets(column, loop);
    case 'soft':
      return false;
    default:
      return column satisfies never;
  }
}

function overNumbers(values: Float64Array, { rows, points, missing, weighted }: Loop): void {
  for (let n = 0; n < rows.length; n++) {
    const value = values[rows[n]!]!;
    points[n] = Number.isNaN(value) ? missing : weighted(value);
  }
}

/** `same` compares a choice as a string; every other comparator compares a list of one. */
function overChoices(
  { codes, values }: EnumColumnView,
  { term, rows, points, missing, weighted }: Loop,
): void {
  const operand = (value: string) => (term.compare === 'same' ? comparable(value) : choicesOf(value));
  const table = Float64Array.from([missing, ...values.map((value) => weighted(operand(value)))]);
  for (let n = 0; n < rows.length; n++) points[n] = table[codes[rows[n]!]!]!;
}

/** Interned values can be as many as rows, so each is computed at its first occurrence. */
function overCodes(
  { codes, codeLimit }: StringColumnView | GeoColumnView,
  read: (code: number) => number,
  { rows, points, missing }: Loop,
): void {
  const known = new Float64Array(codeLimit);
  const filled = new Uint8Array(codeLimit);
  known[0] = missing;
  filled[0] = 1;
  for (let n = 0; n < rows.length; n++) {
    const code = codes[rows[n]!]!;
    if (filled[code] === 0) {
      known[code] = read(code);
      filled[code] = 1;
    }
    points[n] = known[code]!;
  }
}

function overPlaces({ lat, lon }: GeoColumnView, { rows, points, missing, weighted }: Loop): void {
  const place = { lat: 0, lon: 0, key: '' };
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    place.lat = lat[row]!;
    place.lon = lon[row]!;
    points[n] = Number.isNaN(place.lat) ? missing : weighted(place);
  }
}

function overSets(column: SetColumnView, loop: Loop): boolean {
  const { term, rows, points, missing, weighted } = loop;
  if (term.compare === 'overlap') overlaps(term, column, loop);
  if (term.compare !== 'matrix' && term.compare !== 'prior') return term.compare === 'overlap';
  // Both comparators take the best value, so the maximum of the per-value points is exact.
  const { bits, words } = column;
  const table = column.values.map((value) => weighted([value]));
  for (let n = 0; n < rows.length; n++) {
    let best = Number.NaN;
    for (let word = 0; word < words; word++) {
      let left = bits[rows[n]! * words + word]!;
      while (left !== 0) {
        const value = table[word * 32 + 31 - Math.clz32(left & -left)]!;
        if (!(best >= value)) best = value;
        left &= left - 1;
      }
    }
    points[n] = Number.isNaN(best) ? missing : best;
  }
  return true;
}

function overlaps(term: TermOf<'overlap'>, column: SetColumnView, loop: Loop): void {
  const { rows, points, missing, role } = loop;
  const { bits, words, present } = column;
  const mine = loop.mine as readonly string[];
  const wanted = maskOf(column, mine);
  const pointsOf = overlapPoints(term);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    let shared = 0;
    let held = 0;
    for (let word = 0; word < words; word++) {
      const bitsHeld = bits[row * words + word]!;
      held += bitCount(bitsHeld);
      shared += bitCount(bitsHeld & wanted[word]!);
    }
    const raw = role === 'me' ? pointsOf(shared, mine.length, held) : pointsOf(shared, held, mine.length);
    points[n] = present[row] === 0 || Number.isNaN(raw) ? missing : term.weight * raw;
  }
}

/** Population count of 32 bits (Warren, Hacker's Delight, figure 5-2). */
function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function overIntervals(interval: Interval, { index, rows, points, missing, weighted }: Loop): void {
  const fields = intervalFields(interval);
  const columns = fields.map((field) => {
    const column = index.column(field);
    return column.kind === 'number' ? column.values : null;
  });
  for (let n = 0; n < rows.length; n++) {
    const bounds = boundsOf(interval, (field) => {
      const value = columns[fields.indexOf(field)]?.[rows[n]!] ?? Number.NaN;
      return Number.isNaN(value) ? undefined : value;
    });
    points[n] = bounds === undefined ? missing : weighted(bounds);
  }
}

function overPresence(term: TermOf<'completeness'>, { index, rows, points, missing, weighted }: Loop): void {
  const { definition } = index;
  const side = definition.sides === undefined ? null : index.column(definition.sides.field);
  const bySide = new Map<string | undefined, readonly Uint8Array[]>();
  const countedOf = (name: string | undefined) => {
    const known = bySide.get(name);
    if (known !== undefined) return known;
    const made = countedFields(definition, term, name).map((field) => index.column(field.name).present);
    bySide.set(name, made);
    return made;
  };
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    const columns = countedOf(side?.kind === 'enum' ? side.values[side.codes[row]! - 1] : undefined);
    let held = 0;
    for (const present of columns) held += present[row]!;
    points[n] = columns.length === 0 ? missing : weighted(held / columns.length);
  }
}

/** No points where a condition of the term does not hold. */
function silence(
  term: Term,
  index: PlainIndex,
  seeker: Person,
  role: Role,
  rows: Uint32Array,
  points: Float64Array,
): void {
  if (term.when === undefined && term.unless === undefined) return;
  if (!conditionHolds(term, role, (field) => seeker.value(field))) {
    points.fill(0);
    return;
  }
  const candidateRole: Role = role === 'me' ? 'other' : 'me';
  for (const [condition, passes] of [
    [term.when, 1],
    [term.unless, 0],
  ] as const) {
    for (const [field, values] of Object.entries(condition?.[candidateRole] ?? {})) {
      const has = choiceTest(index.column(field), conditionValues(values));
      for (let n = 0; n < rows.length; n++) if (has(rows[n]!) !== passes) points[n] = 0;
    }
  }
}

/** 1 where a row's choice, or one of them, is among the values; else 0. */
function choiceTest(column: ColumnView, values: readonly string[]): (row: number) => 0 | 1 {
  if (column.kind === 'enum') {
    const { codes } = column;
    const named = Uint8Array.from([0, ...column.values.map((value) => (values.includes(value) ? 1 : 0))]);
    return (row) => named[codes[row]!] as 0 | 1;
  }
  if (column.kind === 'set') {
    const { bits, words } = column;
    const wanted = maskOf(column, values);
    return (row) => (wanted.some((word, w) => (bits[row * words + w]! & word) !== 0) ? 1 : 0);
  }
  return () => 0;
}

function maskOf({ words, values }: SetColumnView, named: readonly string[]): Uint32Array {
  const mask = new Uint32Array(words);
  values.forEach((value, v) => {
    if (named.includes(value)) mask[v >>> 5]! |= 1 << (v & 31);
  });
  return mask;
}
