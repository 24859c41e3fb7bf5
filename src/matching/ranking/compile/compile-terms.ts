/**
 * Compiles a scorecard into the scoring part of a query program. For one seeker, each term becomes a table
 * over codes, or a curve over a number, which the index's kernels evaluate. The comparators themselves fill
 * the tables, and values computed a row use the same arithmetic in the same order. `ReadyTerm.read` defines
 * the result pair by pair; a property test compares each compiled term with it, bit for bit.
 *
 * A term is compiled once a direction (`compile-direction.ts`). If both directions read one column of the
 * index they become one operation, otherwise two, each with no points in the other direction.
 */
import { isDeepStrictEqual } from 'node:util';
import type { ConditionOp, NumberPoints, Pair, TermOp } from '../../index/query-program.ts';
import type { ReadyTerm } from '../scoring/ready-term.ts';
import { type CompileFor, compileDirection, type OneWay, type OneWayCondition } from './compile-direction.ts';

/** null: some term cannot be compiled. Throws for terms that read texts. */
export function compileTerms(terms: readonly ReadyTerm[], context: CompileFor): readonly TermOp[] | null {
  const compiled = terms.map((ready) => compileTerm(ready, context));
  return compiled.includes(null) ? null : compiled.flatMap((ops) => ops ?? []);
}

/** The operations of one term, in any order: at most one has points in each direction. */
export function compileTerm(ready: ReadyTerm, context: CompileFor): readonly TermOp[] | null {
  const forward = compileDirection(ready, 'forward', context);
  if (!context.twoWay || ready.isSymmetric) return forward?.map((way) => joined(way, way)) ?? null;
  const backward = compileDirection(ready, 'backward', context);
  if (forward === null || backward === null) return null;
  const [one] = forward;
  const [other] = backward;
  if (forward.length === 1 && backward.length === 1 && readTheSame(one!, other!))
    return [joined(one!, other!)];
  return [
    ...forward.map((op) => joined(op, nothingOf(op))),
    ...backward.map((op) => joined(nothingOf(op), op)),
  ];
}

function readTheSame(a: OneWay, b: OneWay): boolean {
  switch (a.op) {
    case 'constant':
    case 'interval':
      return a.op === b.op;
    case 'overlap':
      return b.op === a.op && a.field === b.field && isDeepStrictEqual(a.mask, b.mask);
    case 'completeness':
      return false;
    default:
      return a.op === b.op && a.field === b.field;
  }
}

/** The same operation without points. */
function nothingOf(op: OneWay): OneWay {
  const none = { conditions: [] };
  switch (op.op) {
    case 'constant':
      return { ...op, ...none, points: 0 };
    case 'codes':
    case 'completeness':
      return { ...op, ...none, table: new Float64Array(op.table.length) };
    case 'overlap':
    case 'bestOfSet':
      return { ...op, ...none, table: new Float64Array(op.table.length), missing: 0 };
    case 'number':
      return { ...op, ...none, points: { ...op.points, ...flat }, missing: 0 };
    case 'interval':
      return { ...op, ...none, points: { ...op.points, ...flat, missing: 0 } };
    default:
      return op satisfies never;
  }
}

const flat: Pick<NumberPoints, 'weight' | 'knots'> = { weight: 0, knots: [[0, 0]] };

function joined(forward: OneWay, backward: OneWay): TermOp {
  const conditions = conditionsOf(forward.conditions, backward.conditions);
  return { ...withoutConditions(forward, backward), ...(conditions.length > 0 && { conditions }) };
}

function withoutConditions(forward: OneWay, backward: OneWay): TermOp {
  switch (forward.op) {
    case 'constant':
      return { op: 'constant', points: [forward.points, same(forward, backward).points] };
    case 'codes': {
      const { op, field } = forward;
      return { op, field, table: pairs(forward.table, same(forward, backward).table) };
    }
    case 'completeness': {
      const { op, sideField, masks, stride } = forward;
      const table = pairs(forward.table, same(forward, backward).table);
      return { op, sideField, masks, stride, table };
    }
    case 'overlap': {
      const { op, field, mask, values } = forward;
      const other = same(forward, backward);
      const missing: Pair = [forward.missing, other.missing];
      return { op, field, mask, values, missing, table: pairs(forward.table, other.table) };
    }
    case 'bestOfSet': {
      const { op, field } = forward;
      const other = same(forward, backward);
      const missing: Pair = [forward.missing, other.missing];
      return { op, field, missing, table: pairs(forward.table, other.table) };
    }
    case 'number': {
      const { op, field } = forward;
      const other = same(forward, backward);
      const missing: Pair = [forward.missing, other.missing];
      return { op, field, missing, forward: forward.points, backward: other.points };
    }
    case 'interval':
      return { op: 'interval', forward: forward.points, backward: same(forward, backward).points };
    default:
      return forward satisfies never;
  }
}

/** Asserts that both operations have the same type. */
function same<Op extends OneWay>(op: Op, other: OneWay): Op {
  if (other.op !== op.op) throw new Error(`${op.op} and ${other.op} are no one operation`);
  return other as Op;
}

function pairs(forward: Float64Array, backward: Float64Array): Float64Array {
  const both = new Float64Array(2 * forward.length);
  for (let at = 0; at < forward.length; at++) {
    both[2 * at] = forward[at]!;
    both[2 * at + 1] = backward[at]!;
  }
  return both;
}

function conditionsOf(
  forward: readonly OneWayCondition[],
  backward: readonly OneWayCondition[],
): readonly ConditionOp[] {
  if (isDeepStrictEqual(forward, backward))
    return forward.map((condition) => ({ ...condition, forward: true, backward: true }));
  return [
    ...forward.map((condition) => ({ ...condition, forward: true, backward: false })),
    ...backward.map((condition) => ({ ...condition, forward: false, backward: true })),
  ];
}
