/**
 * Compiles a scorecard for an engine outside of this process (`search-engine/remote-scoring.ts`). Unlike
 * `compile-terms.ts` it makes the same operations for every seeker, since an engine compiles each text of a
 * script anew. A value that a seeker lacks changes numbers only. The comparators fill the tables.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../domains/field.ts';
import { termFields } from '../../../domains/read-term.ts';
import type { Interval, Term, TermOf } from '../../../domains/scorecard.ts';
import { listedValues } from '../../search-engine/opensearch/documents/layout.ts';
import { hashOf } from '../../search-engine/opensearch/documents/words.ts';
import type { Knots, OneOp, RemoteOp, RemoteTerm } from '../../search-engine/remote-scoring.ts';
import type { Role } from '../scoring/comparator.ts';
import { choicesOf, comparable, priorField } from '../scoring/compare-choices.ts';
import { type Bounds, countedFields, DAY_MS, startOfHour } from '../scoring/compare-numbers.ts';
import type { Person, Point } from '../scoring/person.ts';
import { conditionHolds, type Direction, type ReadyTerm } from '../scoring/ready-term.ts';
import { boundFields, comparedAs, positionOf } from './read-operands.ts';
import { remoteConditions } from './remote-conditions.ts';

interface CompileFor {
  readonly definition: DomainDefinition;
  readonly seeker: Person;
  /** Time at which ages of profiles are counted, equal to that of the terms. */
  readonly nowMs: number;
}

/** Throws for terms that read texts. */
export function compileRemoteTerms(terms: readonly ReadyTerm[], context: CompileFor): readonly RemoteTerm[] {
  return terms.flatMap((ready): readonly RemoteTerm[] => {
    // Both roles of a symmetric term read one field, so that they are never exchanged.
    if (ready.isSymmetric) return [{ direction: 'both', ...oneWay(ready, 'me', context) }];
    return (['forward', 'backward'] as const).map((direction) => ({
      direction,
      ...inDirection(ready, direction, context),
    }));
  });
}

function inDirection(ready: ReadyTerm, direction: Direction, context: CompileFor): RemoteOp {
  const straight: Role = direction === 'forward' ? 'me' : 'other';
  if (!ready.either) return oneWay(ready, straight, context);
  const exchanged: Role = straight === 'me' ? 'other' : 'me';
  const can = (role: Role) => ready.comparator.operand(context.seeker, role) !== undefined;
  return {
    op: 'either',
    ways: [oneWay(ready, straight, context), oneWay(ready, exchanged, context)],
    can: [can(straight), can(exchanged)],
  };
}

/** Arguments of the functions below. */
interface Asked {
  readonly term: Term;
  readonly definition: DomainDefinition;
  readonly nowMs: number;
  /** The seeker's. */
  readonly role: Role;
  /** The seeker's operand. */
  readonly mine: unknown;
  /** The points of all people, where the seeker's side decides them; else null. */
  readonly same: number | null;
  /** Weighted points of a person without a value. */
  readonly missing: number;
  /** Weighted points of a person with this operand. */
  readonly weighted: (theirs: unknown) => number;
}

function oneWay(
  { term, comparator }: ReadyTerm,
  role: Role,
  { definition, seeker, nowMs }: CompileFor,
): OneOp {
  const mine = comparator.operand(seeker, role);
  const isSilent = !conditionHolds(term, role, (field) => seeker.value(field));
  const missing = isSilent ? 0 : term.weight * term.missing;
  const same = isSilent || mine === undefined ? missing : null;
  const weighted = (theirs: unknown) => {
    if (same !== null) return same;
    const raw = role === 'me' ? comparator.points(mine, theirs) : comparator.points(theirs, mine);
    return Number.isNaN(raw) ? missing : term.weight * raw;
  };
  const conditions = remoteConditions(term, role === 'me' ? 'other' : 'me', definition);
  if (conditions === 'never') return { op: 'constant', points: 0, conditions: [] };
  return { ...opOf({ term, definition, nowMs, role, mine, same, missing, weighted }), conditions };
}

type Op = OneOp extends infer One ? (One extends unknown ? Omit<One, 'conditions'> : never) : never;

const constant = (points: number): Op => ({ op: 'constant', points });

function opOf(asked: Asked): Op {
  const { term, definition, role, nowMs, missing } = asked;
  const theirs: Role = role === 'me' ? 'other' : 'me';
  switch (term.compare) {
    case 'recency':
      if (theirs !== 'other') return constant(asked.weighted(0));
      return numberOp(asked, null, { x: 'since', c: startOfHour(nowMs), unit: DAY_MS }, term.knots);
    case 'completeness':
      return theirs === 'other' ? completenessOp(term, asked) : constant(asked.weighted(0));
    case 'prior': {
      const valued: Role = term.me === undefined ? 'other' : 'me';
      return theirs === valued ? fieldOp(asked, priorField(term)) : constant(asked.weighted(0));
    }
    case 'within':
      return intervalOp(term, term[theirs], asked);
    case 'text':
    case 'mentions':
    case 'shared_words':
      throw new Error(`term «${term.name}» reads texts, which the index does not hold`);
    default: {
      const name = termFields(term)[theirs];
      return definition.fields.some((field) => field.name === name)
        ? fieldOp(asked, name!)
        : constant(missing);
    }
  }
}

function fieldOp(asked: Asked, name: string): Op {
  const { term, definition, missing } = asked;
  const at = positionOf(definition, name);
  const field = definition.fields[at];
  if (field === undefined || field.kind === 'soft') return constant(missing);
  if (isGeo(field)) return term.compare === 'distance' ? distanceOp(term, asked, at) : textOp(asked, at);
  switch (field.type) {
    case 'integer':
    case 'number':
      return numberFieldOp(asked, at);
    case 'string':
      return textOp(asked, at);
    default:
      return field.multiple ? setOp(asked, field, at) : choiceOp(asked, field, at);
  }
}

/** The stand-in for unlisted values in comparisons; no profile has it. */
const UNLISTED = '\u0000';

/** `same` compares a choice as a text; every other comparator compares a list of one. */
function choiceOp({ term, missing, weighted }: Asked, declared: FieldDefinition, field: number): Op {
  const read = term.compare === 'same' ? comparable : choicesOf;
  const points = [...listedValues(declared), UNLISTED].map((value) => weighted(read(value)));
  return { op: 'codes', field, table: Float64Array.of(missing, ...points) };
}

function textOp({ mine, same, missing, weighted }: Asked, field: number): Op {
  const isText = typeof mine === 'string';
  const different = weighted(UNLISTED);
  const equal = isText ? weighted(mine) : different;
  return { op: 'text', field, value: isText ? hashOf(mine) : 0, equal: same ?? equal, different, missing };
}

function setOp(asked: Asked, declared: FieldDefinition, field: number): Op {
  const { term, role, mine, missing, weighted } = asked;
  const all = listedValues(declared);
  if (term.compare !== 'overlap') {
    const points = [...all, UNLISTED].map((value) => weighted([value]));
    return { op: 'bestOfSet', field, table: Float64Array.from(points), missing };
  }
  const held = (mine as readonly string[] | undefined) ?? [];
  // The measure is seen from the seeker. Where the roles are exchanged, the term's `theirs` is the seeker's.
  const exchanged = { cover_mine: 'cover_theirs', cover_theirs: 'cover_mine' } as const;
  const { measure } = term;
  const isExchanged = role === 'other' && (measure === 'cover_mine' || measure === 'cover_theirs');
  return {
    op: 'overlap',
    field,
    mine: all.map((value) => held.includes(value)),
    mineCount: Math.max(1, held.length),
    measure: isExchanged ? exchanged[measure] : measure,
    knots: weightedKnots(asked, term.knots),
    missing,
  };
}

function distanceOp(term: TermOf<'distance'>, asked: Asked, field: number): Op {
  const { lat, lon } = (asked.mine as Point | undefined) ?? { lat: 0, lon: 0 };
  const knots = weightedKnots(asked, term.knots);
  return { op: 'distance', field, origin: { lat, lon }, knots, missing: asked.missing };
}

function numberFieldOp(asked: Asked, field: number): Op {
  const { term, role, mine, missing, weighted, same } = asked;
  const c = typeof mine === 'number' ? mine : 0;
  switch (term.compare) {
    case 'difference':
    case 'ratio':
      return numberOp(asked, field, { x: comparedAs(term, role), c, unit: 1 }, term.knots);
    case 'prior':
      return term.knots === undefined
        ? constant(missing)
        : numberOp(asked, field, { x: 'value', c: 0, unit: 1 }, term.knots);
    case 'same': {
      const different = weighted(UNLISTED);
      const equal = typeof mine === 'number' ? weighted(mine) : different;
      return { op: 'equal', field, value: c, equal: same ?? equal, different, missing };
    }
    default:
      return constant(missing);
  }
}

type X = Pick<Extract<OneOp, { op: 'number' }>, 'x' | 'c' | 'unit'>;

function numberOp(asked: Asked, field: number | null, of: X, knots: Knots): Op {
  return { op: 'number', field, ...of, knots: weightedKnots(asked, knots), missing: asked.missing };
}

function weightedKnots({ term: { weight }, same }: Asked, knots: Knots): Knots {
  return knots.map(([x, points]) => [x, same ?? weight * points]);
}

function intervalOp(term: TermOf<'within'>, theirs: Interval, asked: Asked): Op {
  const { definition, role, mine, missing } = asked;
  const bounds = boundFields(definition, theirs);
  if (bounds === null) return constant(missing);
  const [low, high] = (mine as Bounds | undefined) ?? [0, 0];
  const knots = weightedKnots(asked, term.knots);
  const { overshoot } = term;
  return { op: 'interval', ...bounds, low, high, seekerIsMe: role === 'me', overshoot, knots, missing };
}

function completenessOp(term: TermOf<'completeness'>, { definition, missing, weighted }: Asked): Op {
  const { fields, sides } = definition;
  const sideField = sides === undefined ? null : positionOf(definition, sides.field);
  const names = sideField === null ? [] : [...listedValues(fields[sideField]!), undefined];
  const bySide = [undefined, ...names].map((side) => countedFields(definition, term, side));
  return {
    op: 'completeness',
    sideField,
    counted: bySide.map((counted) => counted.map(({ name }) => positionOf(definition, name))),
    points: bySide.map(({ length }) =>
      Float64Array.from({ length: length + 1 }, (_, held) =>
        length === 0 ? missing : weighted(held / length),
      ),
    ),
  };
}
