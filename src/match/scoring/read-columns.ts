/**
 * A term read for one seeker and many candidates at once, in straight loops over the index's columns. The meaning is
 * `ReadyTerm.read`, pair by pair; a property test holds every loop to it, bit for bit. What makes it fast: the
 * seeker's side is a constant, so that a term over a column of few distinct values becomes a look-up table, filled
 * by the comparator itself, and a term over numbers one call a row.
 *
 * N = rows asked for. Results are unweighted points, NaN where missing.
 */
import { rowNumber } from '../../contract/brands.ts';
import type { Interval, Term } from '../../domains/scorecard.ts';
import { conditionValues, termFields } from '../../domains/scorecard-check.ts';
import type { CandidateIndex, ColumnView, SetColumnView } from '../../index/candidate-index.ts';
import type { Role } from './comparator.ts';
import { choicesOf, comparable, overlapPoints } from './compare-choices.ts';
import { boundsOf, countedFields } from './compare-numbers.ts';
import { type Person, peopleOfIndex } from './person.ts';
import { conditionHolds, type ReadyTerm } from './read-term.ts';

/** `forward`: the seeker judges the candidate; `backward`: the candidate judges the seeker. */
export type Direction = 'forward' | 'backward';

/** Weighted points [N]. */
export function termPoints(
  ready: ReadyTerm,
  index: CandidateIndex,
  seeker: Person,
  direction: Direction,
  rows: Uint32Array,
): Float64Array {
  const role = seekerRole(ready, seeker, direction);
  if (role === null) return pairByPair(ready, index, seeker, direction, rows);
  const { term, comparator } = ready;
  const mine = comparator.operand(seeker, role);
  const points =
    mine === undefined
      ? new Float64Array(rows.length).fill(Number.NaN)
      : (columnPoints(ready, index, role, mine, rows) ?? null);
  if (points === null) return pairByPair(ready, index, seeker, direction, rows);
  const applies = conditionMask(term, index, seeker, role, rows);
  const missing = term.weight * term.missing;
  for (let n = 0; n < points.length; n++) {
    const value = points[n]!;
    points[n] =
      applies !== null && applies[n] === 0 ? 0 : Number.isNaN(value) ? missing : term.weight * value;
  }
  return points;
}

/** Which part the seeker plays for every candidate alike; null where it depends on the candidate. */
function seekerRole(
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
  // Conditions of incomplete pairs are read in straight roles, which matters only where missing counts.
  const conditional = term.when !== undefined || term.unless !== undefined;
  return asStraight || (conditional && term.missing !== 0) ? null : exchanged;
}

function pairByPair(
  ready: ReadyTerm,
  index: CandidateIndex,
  seeker: Person,
  direction: Direction,
  rows: Uint32Array,
): Float64Array {
  const personOf = peopleOfIndex(index);
  return Float64Array.from(rows, (row) => {
    const candidate = personOf(rowNumber(row));
    return (direction === 'forward' ? ready.read(seeker, candidate) : ready.read(candidate, seeker)).points;
  });
}

type PointsOf = (theirs: unknown) => number;

/** null where the column is of a form that has no loop of its own. */
function columnPoints(
  { term, comparator }: ReadyTerm,
  index: CandidateIndex,
  role: Role,
  mine: unknown,
  rows: Uint32Array,
): Float64Array | null {
  const pointsOf: PointsOf = (theirs) =>
    role === 'me' ? comparator.points(mine, theirs) : comparator.points(theirs, mine);
  const candidateRole: Role = role === 'me' ? 'other' : 'me';
  switch (term.compare) {
    case 'recency':
    case 'completeness':
    case 'prior':
      if (candidateRole === 'me') return new Float64Array(rows.length).fill(pointsOf(0));
      if (term.compare === 'recency') return overNumbers(index.updatedAtColumn(), rows, pointsOf);
      if (term.compare === 'completeness') return overPresence(term, index, rows, pointsOf);
      return overColumn(term, index.column(term.other), rows, mine, role, pointsOf);
    case 'within':
      return overIntervals(term[candidateRole], index, rows, pointsOf);
    case 'text':
    case 'mentions':
      throw new Error(`term «${term.name}» reads texts, which the index does not hold`);
    default:
      return overColumn(term, index.column(termFields(term)[candidateRole]!), rows, mine, role, pointsOf);
  }
}

function overColumn(
  term: Term,
  column: ColumnView,
  rows: Uint32Array,
  mine: unknown,
  role: Role,
  pointsOf: PointsOf,
): Float64Array | null {
  switch (column.kind) {
    case 'number':
      return overNumbers(column.values, rows, pointsOf);
    case 'enum': {
      const table = column.values.map((value) => pointsOf(operandOfChoice(term, value)));
      return overCodes(column.codes, rows, (code) => table[code - 1]!);
    }
    case 'string': {
      const memo = memoByCode((code) => pointsOf(comparable(column.textOf(code))), column.codeLimit);
      return overCodes(column.codes, rows, memo);
    }
    case 'geo': {
      if (term.compare === 'distance') return overPlaces(column, rows, pointsOf);
      const memo = memoByCode((code) => pointsOf(column.textOf(code)), column.codeLimit);
      return overCodes(column.codes, rows, memo);
    }
    case 'set':
      return overSets(term, column, rows, mine, role, pointsOf);
    case 'soft':
      return null;
    default:
      return column satisfies never;
  }
}

/** `same` compares a choice as a word, every other comparator as a list of one. */
function operandOfChoice(term: Term, value: string): string | number | readonly string[] | undefined {
  return term.compare === 'same' ? comparable(value) : choicesOf(value);
}

function overNumbers(values: Float64Array, rows: Uint32Array, pointsOf: PointsOf): Float64Array {
  const points = new Float64Array(rows.length);
  for (let n = 0; n < rows.length; n++) {
    const value = values[rows[n]!]!;
    points[n] = Number.isNaN(value) ? Number.NaN : pointsOf(value);
  }
  return points;
}

function overCodes(
  codes: Uint16Array | Uint32Array,
  rows: Uint32Array,
  pointsOfCode: (code: number) => number,
): Float64Array {
  const points = new Float64Array(rows.length);
  for (let n = 0; n < rows.length; n++) {
    const code = codes[rows[n]!]!;
    points[n] = code === 0 ? Number.NaN : pointsOfCode(code);
  }
  return points;
}

function memoByCode(pointsOf: (code: number) => number, codeLimit: number): (code: number) => number {
  const known = new Float64Array(codeLimit);
  const filled = new Uint8Array(codeLimit);
  return (code) => {
    if (filled[code] === 0) {
      known[code] = pointsOf(code);
      filled[code] = 1;
    }
    return known[code]!;
  };
}

function overPlaces(
  { lat, lon }: Extract<ColumnView, { kind: 'geo' }>,
  rows: Uint32Array,
  pointsOf: PointsOf,
): Float64Array {
  const points = new Float64Array(rows.length);
  const place = { lat: 0, lon: 0, key: '' };
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    place.lat = lat[row]!;
    place.lon = lon[row]!;
    points[n] = Number.isNaN(place.lat) ? Number.NaN : pointsOf(place);
  }
  return points;
}

function overSets(
  term: Term,
  column: SetColumnView,
  rows: Uint32Array,
  mine: unknown,
  role: Role,
  pointsOf: PointsOf,
): Float64Array | null {
  if (term.compare === 'overlap') return overlaps(term, column, rows, mine as readonly string[], role);
  if (term.compare !== 'matrix' && term.compare !== 'prior') return null;
  // Both take the best of their values, so the best of the values' own points.
  const { bits, words } = column;
  const table = column.values.map((value) => pointsOf([value]));
  const points = new Float64Array(rows.length).fill(Number.NaN);
  for (let n = 0; n < rows.length; n++) {
    for (let word = 0; word < words; word++) {
      let left = bits[rows[n]! * words + word]!;
      while (left !== 0) {
        const value = table[word * 32 + 31 - Math.clz32(left & -left)]!;
        if (!(points[n]! >= value)) points[n] = value;
        left &= left - 1;
      }
    }
  }
  return points;
}

function overlaps(
  term: Extract<Term, { compare: 'overlap' }>,
  column: SetColumnView,
  rows: Uint32Array,
  mine: readonly string[],
  role: Role,
): Float64Array {
  const { bits, words, present } = column;
  const wanted = maskOf(column, mine);
  const pointsOf = overlapPoints(term);
  const points = new Float64Array(rows.length);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    let shared = 0;
    let held = 0;
    for (let word = 0; word < words; word++) {
      const bitsHeld = bits[row * words + word]!;
      held += bitCount(bitsHeld);
      shared += bitCount(bitsHeld & wanted[word]!);
    }
    if (present[row] === 0) points[n] = Number.NaN;
    else
      points[n] = role === 'me' ? pointsOf(shared, mine.length, held) : pointsOf(shared, held, mine.length);
  }
  return points;
}

/** Bits set in 32 (Warren, Hacker's Delight, figure 5-2). */
function bitCount(bits: number): number {
  let count = bits - ((bits >>> 1) & 0x55555555);
  count = (count & 0x33333333) + ((count >>> 2) & 0x33333333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

function overIntervals(
  interval: Interval,
  index: CandidateIndex,
  rows: Uint32Array,
  pointsOf: PointsOf,
): Float64Array {
  const numbers = (field: string) => {
    const column = index.column(field);
    return column.kind === 'number' ? column.values : null;
  };
  const columns = new Map<string, Float64Array | null>();
  const points = new Float64Array(rows.length);
  for (let n = 0; n < rows.length; n++) {
    const bounds = boundsOf(interval, (field) => {
      if (!columns.has(field)) columns.set(field, numbers(field));
      const value = columns.get(field)?.[rows[n]!] ?? Number.NaN;
      return Number.isNaN(value) ? undefined : value;
    });
    points[n] = bounds === undefined ? Number.NaN : pointsOf(bounds);
  }
  return points;
}

function overPresence(
  term: Extract<Term, { compare: 'completeness' }>,
  index: CandidateIndex,
  rows: Uint32Array,
  pointsOf: PointsOf,
): Float64Array {
  const { definition } = index;
  const side = definition.sides === undefined ? null : index.column(definition.sides.field);
  const bySide = new Map<string | undefined, { readonly present: Uint8Array }[]>();
  const countedOf = (name: string | undefined) => {
    const known = bySide.get(name);
    if (known !== undefined) return known;
    const made = countedFields(definition, term, name).map((field) => index.column(field.name));
    bySide.set(name, made);
    return made;
  };
  const points = new Float64Array(rows.length);
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n]!;
    const columns = countedOf(side?.kind === 'enum' ? side.values[side.codes[row]! - 1] : undefined);
    let held = 0;
    for (const { present } of columns) held += present[row]!;
    points[n] = columns.length === 0 ? Number.NaN : pointsOf(held / columns.length);
  }
  return points;
}

/** 1 where the term's conditions hold [N]; null where it has none. */
function conditionMask(
  term: Term,
  index: CandidateIndex,
  seeker: Person,
  role: Role,
  rows: Uint32Array,
): Uint8Array | null {
  if (term.when === undefined && term.unless === undefined) return null;
  const mask = new Uint8Array(rows.length);
  if (!conditionHolds(term, role, (field) => seeker.value(field))) return mask;
  mask.fill(1);
  const candidateRole: Role = role === 'me' ? 'other' : 'me';
  for (const [condition, passes] of [
    [term.when, 1],
    [term.unless, 0],
  ] as const) {
    for (const [field, values] of Object.entries(condition?.[candidateRole] ?? {})) {
      const has = choiceTest(index.column(field), conditionValues(values));
      for (let n = 0; n < rows.length; n++) if (has(rows[n]!) !== passes) mask[n] = 0;
    }
  }
  return mask;
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
