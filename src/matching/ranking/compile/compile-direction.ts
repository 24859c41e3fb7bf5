/**
 * Compiles one term in one direction for one seeker into operations over the columns of an index. The
 * comparator fills the tables.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { isGeo } from '../../../domains/field.ts';
import { termFields } from '../../../domains/read-term.ts';
import type { Interval, Term, TermOf } from '../../../domains/scorecard.ts';
import type { IndexCodes } from '../../index/index-codes.ts';
import { bindDistances } from '../../index/program/bind-distances.ts';
import { maskOf } from '../../index/program/compile-narrowing.ts';
import type { ConditionOp, IntervalPoints, NumberPoints } from '../../index/query-program.ts';
import type { Role } from '../scoring/comparator.ts';
import { choicesOf, comparable, overlapPoints, priorField } from '../scoring/compare-choices.ts';
import { type Bounds, countedFields, DAY_MS, startOfHour } from '../scoring/compare-numbers.ts';
import type { Person, Point } from '../scoring/person.ts';
import { piecewise } from '../scoring/piecewise.ts';
import { conditionHolds, type Direction, type ReadyTerm, seekerRole } from '../scoring/ready-term.ts';
import { boundFields, comparedAs, conditionsOn, positionOf } from './read-operands.ts';

export interface CompileFor {
  readonly definition: DomainDefinition;
  readonly codes: IndexCodes;
  readonly seeker: Person;
  /** Time at which ages of profiles are counted, equal to that of the terms. */
  readonly nowMs: number;
  readonly twoWay: boolean;
}

/** Like `TermOp` with the points of one direction: tables have one entry instead of two. */
export type OneWay = { readonly conditions: readonly OneWayCondition[] } & OneWayOp;

type OneWayOp =
  | { readonly op: 'constant'; readonly points: number }
  | { readonly op: 'codes'; readonly field: number; readonly table: Float64Array }
  | {
      readonly op: 'number';
      readonly field: number | null;
      readonly missing: number;
      readonly points: NumberPoints;
    }
  | { readonly op: 'interval'; readonly points: IntervalPoints }
  | {
      readonly op: 'overlap';
      readonly field: number;
      readonly mask: Uint32Array;
      readonly values: number;
      readonly table: Float64Array;
      readonly missing: number;
    }
  | {
      readonly op: 'bestOfSet';
      readonly field: number;
      readonly table: Float64Array;
      readonly missing: number;
    }
  | {
      readonly op: 'completeness';
      readonly sideField: number | null;
      readonly masks: Uint32Array;
      readonly stride: number;
      readonly table: Float64Array;
    };

type WithoutDirections<Op> = Op extends unknown ? Omit<Op, 'forward' | 'backward'> : never;
export type OneWayCondition = WithoutDirections<ConditionOp>;

/** Arguments of the functions below. */
interface Asked {
  readonly term: Term;
  readonly definition: DomainDefinition;
  readonly codes: IndexCodes;
  readonly nowMs: number;
  /** The seeker's operand. */
  readonly role: Role;
  readonly mine: unknown;
  /** Weighted points of a candidate without a value. */
  readonly missing: number;
  /** Weighted points of a candidate with this operand. */
  readonly weighted: (theirs: unknown) => number;
}

/** The operations whose sum is the term; null: it cannot be compiled. */
export function compileDirection(
  ready: ReadyTerm,
  direction: Direction,
  { definition, codes, seeker, nowMs }: CompileFor,
): readonly OneWay[] | null {
  const role = seekerRole(ready, seeker, direction);
  if (role === null) return null;
  const { term, comparator } = ready;
  const mine = comparator.operand(seeker, role);
  const missing = term.weight * term.missing;
  const weighted = (theirs: unknown) => {
    const raw = role === 'me' ? comparator.points(mine, theirs) : comparator.points(theirs, mine);
    return Number.isNaN(raw) ? missing : term.weight * raw;
  };
  if (!conditionHolds(term, role, (field) => seeker.value(field))) return [nothing];
  const conditions = conditionsFor(term, role === 'me' ? 'other' : 'me', definition, codes);
  if (conditions === 'never') return [nothing];
  const op =
    mine === undefined
      ? constant(missing)
      : compileOp({ term, definition, codes, nowMs, role, mine, missing, weighted });
  return op && [{ ...op, conditions }];
}

const nothing: OneWay = { op: 'constant', points: 0, conditions: [] };

function constant(points: number): OneWayOp {
  return { op: 'constant', points };
}

function conditionsFor(
  term: Term,
  candidateRole: Role,
  definition: DomainDefinition,
  codes: IndexCodes,
): readonly OneWayCondition[] | 'never' {
  return conditionsOn<OneWayCondition>(term, candidateRole, definition, {
    ofSet: ({ field, named, wanted }) => {
      const mask = maskOf(codes.setValues(field), named);
      return { op: 'set', field, mask, wanted };
    },
    ofChoice: ({ field, named, wanted }) => {
      const has = (code: number) => named.includes(String(codes.valueOf(field, code)));
      const holds = Uint8Array.from({ length: codes.codeLimit(field) }, (_, code) =>
        Number((code > 0 && has(code)) === wanted),
      );
      return { op: 'codes', field, holds };
    },
  });
}

function compileOp(asked: Asked): OneWayOp | null {
  const { term, definition, role, nowMs } = asked;
  const candidateRole: Role = role === 'me' ? 'other' : 'me';
  switch (term.compare) {
    case 'recency':
      if (candidateRole !== 'other') return constant(asked.weighted(0));
      return numberOp(asked, null, { x: 'since', c: startOfHour(nowMs), unit: DAY_MS }, term.knots);
    case 'completeness':
      return candidateRole === 'other' ? completenessOp(term, asked) : constant(asked.weighted(0));
    case 'prior': {
      const valued: Role = term.me === undefined ? 'other' : 'me';
      if (candidateRole !== valued) return constant(asked.weighted(0));
      return fieldOp(asked, positionOf(definition, priorField(term)));
    }
    case 'within':
      return intervalOp(term, term[candidateRole], asked);
    case 'text':
    case 'mentions':
    case 'shared_words':
      throw new Error(`term «${term.name}» reads texts, which the index does not hold`);
    default:
      return fieldOp(asked, positionOf(definition, termFields(term)[candidateRole]!));
  }
}

function fieldOp(asked: Asked, field: number): OneWayOp | null {
  const { term, definition } = asked;
  const declared = definition.fields[field];
  if (declared === undefined || declared.kind === 'soft') return null;
  if (isGeo(declared)) return placeOp(asked, field);
  switch (declared.type) {
    case 'integer':
    case 'number':
      return numberFieldOp(asked, field);
    case 'boolean':
      return choiceOp(asked, field);
    case 'enum':
      if (!declared.multiple) return choiceOp(asked, field);
      if (term.compare === 'overlap') return overlapOp(term, asked, field);
      return term.compare === 'matrix' || term.compare === 'prior' ? bestOfSetOp(asked, field) : null;
    case 'string':
      return tableOp(asked, field, (code) => comparable(asked.codes.valueOf(field, code)));
    default:
      return declared.type satisfies never;
  }
}

/** A table over codes; `operand`: the operand of a candidate with that code, undefined for none. */
function tableOp(
  { codes, missing, weighted }: Asked,
  field: number,
  operand: (code: number) => unknown,
): OneWayOp {
  const table = new Float64Array(codes.codeLimit(field)).fill(missing);
  for (let code = 1; code < table.length; code++) {
    const theirs = operand(code);
    if (theirs !== undefined) table[code] = weighted(theirs);
  }
  return { op: 'codes', field, table: table.length > 0 ? table : Float64Array.of(missing) };
}

/** `same` compares a choice as a string; every other comparator compares a list of one. */
function choiceOp(asked: Asked, field: number): OneWayOp {
  const read = asked.term.compare === 'same' ? comparable : choicesOf;
  return tableOp(asked, field, (code) => read(asked.codes.valueOf(field, code)));
}

function placeOp(asked: Asked, field: number): OneWayOp {
  const { term, codes, missing, mine } = asked;
  if (term.compare !== 'distance') return tableOp(asked, field, (code) => codes.placeOf(field, code)?.key);
  // The distance is symmetric to the bit; only the curve differs by direction.
  const distances = bindDistances(codes, field, mine as Point);
  const curve = piecewise(term.knots);
  const table = new Float64Array(Math.max(1, codes.codeLimit(field))).fill(missing);
  for (let code = 1; code < table.length; code++) {
    const km = distances[code]!;
    if (!Number.isNaN(km)) table[code] = term.weight * curve(km);
  }
  return { op: 'codes', field, table };
}

function numberFieldOp(asked: Asked, field: number): OneWayOp | null {
  const { term, role, mine } = asked;
  const c = mine as number;
  switch (term.compare) {
    case 'difference':
    case 'ratio':
      return numberOp(asked, field, { x: comparedAs(term, role), c, unit: 1 }, term.knots);
    case 'prior':
      if (term.knots === undefined) return constant(asked.missing);
      return numberOp(asked, field, { x: 'value', c: 0, unit: 1 }, term.knots);
    case 'same': {
      if (typeof mine !== 'number')
        return numberOp(asked, field, { x: 'value', c: 0, unit: 1 }, [[0, term.different]]);
      const equal = term.same_value?.[String(mine)] ?? term.same;
      // Distinct numbers of profiles are never this close.
      const knots = [
        [0, equal],
        [Number.MIN_VALUE, term.different],
      ] as const;
      return numberOp(asked, field, { x: 'apart', c, unit: 1 }, knots);
    }
    default:
      return null;
  }
}

function numberOp(
  { term: { weight }, missing }: Asked,
  field: number | null,
  of: Pick<NumberPoints, 'x' | 'c' | 'unit'>,
  knots: NumberPoints['knots'],
): OneWayOp {
  return { op: 'number', field, missing, points: { ...of, weight, knots } };
}

function intervalOp(
  term: TermOf<'within'>,
  theirs: Interval,
  { definition, role, mine, missing }: Asked,
): OneWayOp {
  const bounds = boundFields(definition, theirs);
  if (bounds === null) return constant(missing);
  const [low, high] = mine as Bounds;
  const { weight, knots, overshoot } = term;
  const seekerIsMe = role === 'me';
  return {
    op: 'interval',
    points: { ...bounds, low, high, seekerIsMe, overshoot, weight, knots, missing },
  };
}

function bestOfSetOp({ codes, missing, weighted }: Asked, field: number): OneWayOp {
  const table = Float64Array.from(codes.setValues(field), (value) => weighted([value]));
  return { op: 'bestOfSet', field, table, missing };
}

function overlapOp(term: TermOf<'overlap'>, asked: Asked, field: number): OneWayOp {
  const { codes, role, missing } = asked;
  const mine = asked.mine as readonly string[];
  const all = codes.setValues(field);
  const values = all.length;
  const pointsOf = overlapPoints(term);
  const table = new Float64Array((values + 1) ** 2).fill(missing);
  for (let shared = 0; shared <= Math.min(mine.length, values); shared++) {
    for (let held = Math.max(1, shared); held <= values; held++) {
      const raw = role === 'me' ? pointsOf(shared, mine.length, held) : pointsOf(shared, held, mine.length);
      if (!Number.isNaN(raw)) table[shared * (values + 1) + held] = term.weight * raw;
    }
  }
  return { op: 'overlap', field, mask: maskOf(all, mine), values, table, missing };
}

function completenessOp(
  term: TermOf<'completeness'>,
  { definition, codes, missing, weighted }: Asked,
): OneWayOp {
  const { fields, sides } = definition;
  const sideField = sides === undefined ? null : positionOf(definition, sides.field);
  const names = sideField === null ? [] : [...Array(codes.codeLimit(sideField)).keys()].slice(1);
  const bySide = [undefined, ...names.map((code) => codes.valueOf(sideField!, code))].map((side) =>
    countedFields(definition, term, typeof side === 'string' ? side : undefined),
  );
  const words = Math.max(1, (fields.length + 31) >>> 5);
  const stride = 1 + Math.max(...bySide.map((counted) => counted.length));
  const masks = new Uint32Array(bySide.length * words);
  const table = new Float64Array(bySide.length * stride).fill(missing);
  bySide.forEach((counted, side) => {
    for (const { name } of counted) {
      const field = positionOf(definition, name);
      masks[side * words + (field >>> 5)]! |= 1 << (field & 31);
    }
    for (let held = 0; held <= counted.length && counted.length > 0; held++)
      table[side * stride + held] = weighted(held / counted.length);
  });
  return { op: 'completeness', sideField, masks, stride, table };
}
