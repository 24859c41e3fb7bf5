/**
 * Narrowing steps as rules of a query program. The meaning is that of `domains/row-passes.ts`; clauses are
 * evaluated once a code, on the code's value. Rows that a step lists (`drop`, and rows that block the
 * counterpart of `accepts`) are added by the caller, because they differ between segments.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import type { Clause, Clauses, Scalar } from '../../../domains/filter.ts';
import { rowPasses } from '../../../domains/row-passes.ts';
import { nextAbove } from '../../../platform/numeric/next-above.ts';
import type { Counterpart, NarrowingStep } from '../candidate-index.ts';
import { boundKinds, hasBounds, preferenceKinds } from '../codes/preference-kinds.ts';
import type { IndexCodes } from '../index-codes.ts';
import type { BoundOp, ClauseOp, ReachOp, Rule } from '../query-program.ts';
import { bindDistances } from './bind-distances.ts';
import { rankDistances } from './rank-distances.ts';

/** One rule a step, in their order. */
export function compileNarrowing(
  definition: DomainDefinition,
  codes: IndexCodes,
  steps: readonly NarrowingStep[],
): readonly Rule[] {
  return steps.map((step) => ({ reason: step.reason, clauses: clausesOf(step) }));

  function clausesOf(step: NarrowingStep): readonly ClauseOp[] {
    if ('drop' in step) return [];
    if ('accepts' in step) return [accepting(definition, codes, step.accepts)];
    if (step.keep === 'complete') return [{ op: 'complete' }];
    const clauses = step.keep.flatMap((clause) => compileClause(definition, codes, clause));
    return withRangesJoined(clauses).toSorted((a, b) => costOf(a) - costOf(b));
  }
}

/** Up to this many codes are looked up 32 rows at a time; more are looked up row by row. */
const CODES_OF_U8 = 256;
const nothing: ClauseOp = { op: 'nothing' };

/** The clauses of a rule hold in any order. A cheap clause first saves evaluating the others. */
function costOf(clause: ClauseOp): number {
  if (clause.op === 'nothing') return 0;
  if (clause.op === 'lacks_or') return 1 + costOf(clause.clause);
  if (clause.op === 'codes') return clause.passes.length <= CODES_OF_U8 ? 1 : 3;
  return clause.op === 'numbers' ? 4 : 2;
}

/** A lower and an upper bound on one field are two clauses and are evaluated in one pass. */
function withRangesJoined(clauses: readonly ClauseOp[]): readonly ClauseOp[] {
  const joined: ClauseOp[] = [];
  for (const clause of clauses) {
    const at = joined.findIndex((other) => isSameRange(other, clause));
    const known = joined[at];
    if (known?.op !== 'range' || clause.op !== 'range') joined.push(clause);
    else {
      const [min, max] = [Math.max(known.min, clause.min), Math.min(known.max, clause.max)];
      joined[at] = { ...known, min, max };
    }
  }
  return joined;
}

function isSameRange(a: ClauseOp, b: ClauseOp): boolean {
  return a.op === 'range' && b.op === 'range' && a.field === b.field && a.wanted && b.wanted;
}

function compileClause(definition: DomainDefinition, codes: IndexCodes, clause: Clause): readonly ClauseOp[] {
  const field = definition.fields.findIndex(({ name }) => name === clause.field);
  const passesMissing = clause.missing === 'pass' || (clause.op === 'exists' && !clause.value);
  if (field === -1) return passesMissing ? [] : [nothing];
  const compared = compileComparison(definition, codes, field, clause);
  return clause.missing === 'pass'
    ? compared.map((one) => ({ op: 'lacks_or', field, clause: one }))
    : compared;
}

function compileComparison(
  definition: DomainDefinition,
  codes: IndexCodes,
  field: number,
  clause: Clause,
): readonly ClauseOp[] {
  if (clause.op === 'exists') return [{ op: 'present', field, wanted: clause.value }];
  const declared = definition.fields[field]!;
  if (declared.kind === 'soft') return [nothing];
  if (isGeo(declared)) return [bindClause(codes, field, clause)];
  if (declared.type === 'integer' || declared.type === 'number') return [numberClause(field, clause)];
  const named = namedBy(clause);
  if (named === null) return [nothing];
  return [declared.multiple ? setClause(codes, field, named) : codeClause(codes, field, named)];
}

interface Named {
  readonly values: readonly Scalar[];
  readonly wanted: boolean;
}

function namedBy(clause: Clause): Named | null {
  if (clause.op === 'eq' || clause.op === 'ne') return { values: [clause.value], wanted: clause.op === 'eq' };
  if (clause.op === 'in' || clause.op === 'nin') return { values: clause.values, wanted: clause.op === 'in' };
  return null;
}

function codeClause(codes: IndexCodes, field: number, { values, wanted }: Named): ClauseOp {
  const passes = new Uint8Array(codes.codeLimit(field)).fill(wanted ? 0 : 1);
  for (const value of values) passes[codes.codeOf(field, value)] = wanted ? 1 : 0;
  passes[0] = 0;
  return { op: 'codes', field, passes };
}

function setClause(codes: IndexCodes, field: number, { values, wanted }: Named): ClauseOp {
  return { op: 'set', field, mask: maskOf(codes.setValues(field), values), wanted };
}

/** Bit v & 31 of word v >>> 5 for each of `all` that is named. */
export function maskOf(all: readonly string[], named: readonly unknown[]): Uint32Array {
  const mask = new Uint32Array(Math.max(1, (all.length + 31) >>> 5));
  all.forEach((value, v) => {
    if (named.includes(value)) mask[v >>> 5]! |= 1 << (v & 31);
  });
  return mask;
}

function bindClause(codes: IndexCodes, field: number, clause: Clause): ClauseOp {
  if (clause.op !== 'within_km' && clause.op !== 'place_in' && clause.op !== 'place_nin') return nothing;
  const passes = new Uint8Array(codes.codeLimit(field));
  // A text without a known place is as good as none.
  if (clause.missing === 'pass')
    for (let code = 1; code < passes.length; code++)
      passes[code] = Number(codes.placeOf(field, code) === undefined);
  if (clause.op === 'within_km') {
    if (clause.origin === null) return { op: 'codes', field, passes };
    const distances = bindDistances(codes, field, clause.origin);
    for (let code = 1; code < passes.length; code++) {
      const radius = codes.placeOf(field, code)?.radiusKm ?? 0;
      if (distances[code]! + radius <= clause.km) passes[code] = 1;
    }
    return { op: 'codes', field, passes };
  }
  for (let code = 1; code < passes.length; code++) {
    const place = codes.placeOf(field, code);
    if (place !== undefined && clause.keys.includes(place.key) === (clause.op === 'place_in'))
      passes[code] = 1;
  }
  return { op: 'codes', field, passes };
}

function numberClause(field: number, clause: Clause): ClauseOp {
  const range = (min: number, max: number): ClauseOp => ({
    op: 'range',
    field,
    min,
    max,
    wanted: true,
  });
  switch (clause.op) {
    case 'gt':
      return range(nextAbove(clause.value), Number.POSITIVE_INFINITY);
    case 'gte':
      return range(clause.value, Number.POSITIVE_INFINITY);
    case 'lt':
      return range(Number.NEGATIVE_INFINITY, -nextAbove(-clause.value));
    case 'lte':
      return range(Number.NEGATIVE_INFINITY, clause.value);
    default: {
      const named = namedBy(clause);
      if (named === null) return nothing;
      const numbers = named.values.filter((value) => typeof value === 'number');
      if (numbers.length > 0)
        return { op: 'numbers', field, values: Float64Array.from(numbers), wanted: named.wanted };
      return named.wanted ? nothing : { op: 'present', field, wanted: true };
    }
  }
}

/** Preferences are evaluated once each, not once a row. */
function accepting(definition: DomainDefinition, codes: IndexCodes, counterpart: Counterpart): ClauseOp {
  const { values, places } = counterpart;
  const passes = (clauses: Clauses) => Number(rowPasses(clauses, values, places));
  const preferences = Array.from({ length: preferenceKinds(definition.fields.length) }, (_, kind) => ({
    kind,
    met: Uint8Array.from(codes.preferences(kind), passes),
  }));
  const bounds = definition.fields.flatMap(boundsOf);
  const reaches = definition.fields.flatMap((declared, field) => reachOf(declared, field) ?? []);
  return { op: 'accepts', bounds, preferences: preferences.filter(({ met }) => met.includes(0)), reaches };

  function boundsOf(declared: FieldDefinition, field: number): readonly BoundOp[] {
    if (!hasBounds(declared)) return [];
    const fieldValue = Object.hasOwn(values, declared.name) ? values[declared.name] : undefined;
    const value = typeof fieldValue === 'number' && !Number.isNaN(fieldValue) ? fieldValue : null;
    const { from, to } = boundKinds(field);
    return [
      { kind: from, side: 'from', value },
      { kind: to, side: 'to', value },
    ];
  }

  function reachOf(declared: FieldDefinition, field: number): ReachOp | null {
    if (!isGeo(declared) || codes.reaches(field).length <= 1) return null;
    const place = Object.hasOwn(places, declared.name) ? places[declared.name] : undefined;
    const toCentre = place === undefined ? null : bindDistances(codes, field, place);
    const { radiusKm = 0 } = place ?? {};
    const distances = radiusKm === 0 ? toCentre : (toCentre?.map((km) => km + radiusKm) ?? null);
    return { field, ...rankDistances(distances, codes.codeLimit(field), codes.reaches(field)) };
  }
}
