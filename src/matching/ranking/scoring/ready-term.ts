/**
 * A term of the scorecard prepared for scoring pairs. All scoring and explaining uses `read` or the same
 * comparator's `points`.
 */
import { isDeepStrictEqual } from 'node:util';
import { asLogOdds, type LogOdds } from '../../../contract/brands.ts';
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import type { Condition, Term } from '../../../domains/scorecard.ts';
import { conditionValues } from '../../../domains/scorecard-check.ts';
import type { Comparator, Role } from './comparator.ts';
import { choicesOf, compareMatrix, compareOverlap, comparePrior, compareSame } from './compare-choices.ts';
import {
  compareCompleteness,
  compareDifference,
  compareDistance,
  compareRatio,
  compareRecency,
  compareWithin,
} from './compare-numbers.ts';
import { compareSharedWords } from './compare-shared-words.ts';
import { compareMentions, compareText } from './compare-texts.ts';
import { declaredTerm } from './declared-term.ts';
import type { Person } from './person.ts';
import type { WordCounts } from './word-frequencies.ts';

/** `forward`: the seeker is the rater; `backward`: the candidate is the rater. */
export type Direction = 'forward' | 'backward';

export interface TermReading {
  /** Weighted; finite. */
  readonly points: LogOdds;
  /** `silent`: a condition of the term does not hold. */
  readonly state: 'counted' | 'missing' | 'silent';
  /** The roles were swapped (`orientation: either`): `me` of the term is the rated person. */
  readonly exchanged: boolean;
}

export interface ReadyTerm {
  readonly term: Term;
  readonly comparator: Comparator;
  readonly either: boolean;
  /** Both directions always give the same points. */
  readonly isSymmetric: boolean;
  /** `me` is the rater, `other` the rated person. */
  read(me: Person, other: Person): TermReading;
  /** As `read`, with the points of the declaration; null for a term that training made. */
  readDeclared(me: Person, other: Person): TermReading | null;
}

/** Cache by definition and term; only terms that depend neither on the time nor on words. */
const lasting = new WeakMap<DomainDefinition, WeakMap<Term, ReadyTerm>>();

/** `words`: those of the workspace, by which words weigh; left out: the shipped list alone. */
export function readyTerm(
  definition: DomainDefinition,
  term: Term,
  nowMs: number,
  words?: WordCounts,
): ReadyTerm {
  if (isOfTheMoment(term)) return makeReady(definition, term, nowMs, words);
  const known = lasting.get(definition) ?? new WeakMap<Term, ReadyTerm>();
  lasting.set(definition, known);
  const ready = known.get(term) ?? makeReady(definition, term, nowMs, words);
  known.set(term, ready);
  return ready;
}

function isOfTheMoment({ compare }: Term): boolean {
  return compare === 'recency' || compare === 'mentions' || compare === 'shared_words';
}

function makeReady(
  definition: DomainDefinition,
  term: Term,
  nowMs: number,
  words: WordCounts | undefined,
): ReadyTerm {
  const comparator = comparatorFor(definition, term, nowMs, words);
  const either = 'orientation' in term && term.orientation === 'either';
  let declared: ReadyTerm | null | undefined;
  return {
    term,
    comparator,
    either,
    isSymmetric: comparator.symmetric && isSymmetricCondition(term.when) && isSymmetricCondition(term.unless),
    read(me, other) {
      const exchanged = either && !complete(comparator, me, other) && complete(comparator, other, me);
      const roles = exchanged ? { me: other, other: me } : { me, other };
      if (!conditionsHold(term, roles)) return { points: asLogOdds(0), state: 'silent', exchanged };
      const mine = comparator.operand(roles.me, 'me');
      const theirs = comparator.operand(roles.other, 'other');
      const points =
        mine === undefined || theirs === undefined ? Number.NaN : comparator.points(mine, theirs);
      if (Number.isNaN(points))
        return { points: asLogOdds(term.weight * term.missing), state: 'missing', exchanged };
      return { points: asLogOdds(term.weight * points), state: 'counted', exchanged };
    },
    readDeclared(me, other) {
      if (declared === undefined) {
        const found = declaredTerm(definition, term);
        declared = found === null ? null : readyTerm(definition, found, nowMs, words);
      }
      return declared?.read(me, other) ?? null;
    },
  };
}

function isSymmetricCondition(condition: Condition | undefined): boolean {
  return isDeepStrictEqual(condition?.me, condition?.other);
}

function complete(comparator: Comparator, me: Person, other: Person): boolean {
  return comparator.operand(me, 'me') !== undefined && comparator.operand(other, 'other') !== undefined;
}

function conditionsHold(term: Term, roles: Readonly<Record<Role, Person>>): boolean {
  return (['me', 'other'] as const).every((role) =>
    conditionHolds(term, role, (field) => roles[role].value(field)),
  );
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

/** True where the conditions (`when`, `unless`) on one role hold for that person. */
export function conditionHolds(
  term: Pick<Term, 'when' | 'unless'>,
  role: Role,
  read: (field: string) => FieldValue | undefined,
): boolean {
  const { when, unless } = term;
  if (when === undefined && unless === undefined) return true;
  const has = ([field, values]: Named) => {
    const held = choicesOf(read(field)) ?? [];
    return values.some((value) => held.includes(value));
  };
  return namedIn(when, role).every(has) && !namedIn(unless, role).some(has);
}

type Named = readonly [field: string, values: readonly string[]];

const listed = new WeakMap<Condition, Readonly<Record<Role, readonly Named[]>>>();

function namedIn(condition: Condition | undefined, role: Role): readonly Named[] {
  if (condition === undefined) return [];
  const known = listed.get(condition);
  if (known !== undefined) return known[role];
  const named = (side: Condition[Role]) =>
    Object.entries(side ?? {}).map(([field, values]): Named => [field, conditionValues(values)]);
  const both = { me: named(condition.me), other: named(condition.other) };
  listed.set(condition, both);
  return both[role];
}

function comparatorFor(
  definition: DomainDefinition,
  term: Term,
  nowMs: number,
  words: WordCounts | undefined,
): Comparator {
  switch (term.compare) {
    case 'same':
      return compareSame(definition, term);
    case 'matrix':
      return compareMatrix(definition, term);
    case 'overlap':
      return compareOverlap(definition, term);
    case 'difference':
      return compareDifference(definition, term);
    case 'ratio':
      return compareRatio(definition, term);
    case 'within':
      return compareWithin(definition, term);
    case 'distance':
      return compareDistance(definition, term);
    case 'prior':
      return comparePrior(definition, term);
    case 'recency':
      return compareRecency(term, nowMs);
    case 'completeness':
      return compareCompleteness(definition, term);
    case 'text':
      return compareText(definition, term);
    case 'mentions':
      return compareMentions(definition, term);
    case 'shared_words':
      return compareSharedWords(definition, term, words);
    default:
      return term satisfies never;
  }
}
