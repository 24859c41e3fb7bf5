/**
 * Undeclared terms, made from the fields of a domain file: tables of value against value, signed differences,
 * distances, shared values, and the worth of a value by itself. All points are 0, so they do not change a
 * scorecard.
 */
import { createHash } from 'node:crypto';
import type { DomainDefinition } from '../../../../domains/definition.ts';
import { type FieldDefinition, isGeo } from '../../../../domains/field.ts';
import { termFields } from '../../../../domains/read-term.ts';
import { type Scorecard, Term } from '../../../../domains/scorecard.ts';
import type { Person } from '../../../ranking/scoring/person.ts';

/** Begins the names of found terms. */
export const FOUND = 'found_';

const MOST_VALUES = 12;
const MOST_TERMS = 80;
/** Shares of the people below the knots of a curve. */
const QUANTILES = [0.05, 0.25, 0.5, 0.75, 0.95];
/** People whose values and differences determine the knots. */
const MOST_PEOPLE = 500;
const LONGEST_NAME = 64;

/** The terms that the scorecard does not have already, at most `MOST_TERMS`, in the order of the fields. */
export function termsToTry(
  definition: DomainDefinition,
  scorecard: Scorecard,
  persons: readonly Person[],
): readonly Term[] {
  const known = new Set(scorecard.terms.map(comparisonOf));
  return everyTerm(definition, persons)
    .filter((term) => !known.has(comparisonOf(term)))
    .slice(0, MOST_TERMS);
}

/**
 * The comparisons that may differ between groups of seekers, declared or not: all but the worth of a value to
 * choose, which orders no candidates. A term that exchanges its roles has no seeker.
 */
export function comparisonsOf(definition: DomainDefinition, persons: readonly Person[]): readonly Term[] {
  return everyTerm(definition, persons)
    .filter((term) => !(term.compare === 'prior' && term.me !== undefined))
    .filter((term) => !('orientation' in term && term.orientation === 'either'))
    .slice(0, MOST_TERMS);
}

function everyTerm(definition: DomainDefinition, persons: readonly Person[]): readonly Term[] {
  const some = persons.slice(0, MOST_PEOPLE);
  const pairs = pairsOfFields(definition);
  const all = [
    ...pairs.flatMap(([mine, theirs]) => comparisons(mine, theirs, some)),
    ...definition.fields.flatMap((field) => priors(field, some)),
  ];
  return all.map((term) => Term.parse(term));
}

/** The name of a term that holds for one group of the people. */
export function nameBySide(base: string, group: string): string {
  return shortened(`${base}_by_${group}`);
}

/** Whether a fit found the term for one group of the people. */
export function isBySide({ name, when, unless }: Term): boolean {
  return name.startsWith(FOUND) && (when ?? unless) !== undefined;
}

type TermInput = Readonly<Record<string, unknown>> & Pick<Term, 'name' | 'compare'>;

/** The comparison of a term without its points: equal for two terms that would say the same. */
function comparisonOf(term: Term): string {
  const { me, other } = termFields(term);
  const signed = 'signed' in term && term.signed === true ? 'signed' : '';
  return [term.compare, signed, me, other].join(' ');
}

/** The fields that can be compared: of both people, or one of either side. */
function pairsOfFields({
  sides,
  fields,
}: DomainDefinition): readonly (readonly [FieldDefinition, FieldDefinition])[] {
  const isShared = (field: FieldDefinition) => sides === undefined || (field.sides?.length ?? 2) > 1;
  const same = fields
    .filter((field) => isShared(field) && field.name !== sides?.field)
    .map((field) => [field, field] as const);
  if (sides === undefined) return same;
  const across = fields.flatMap((mine) =>
    fields
      .filter((theirs) => areOpposite(mine, theirs) && areAlike(mine, theirs))
      .map((theirs) => [mine, theirs] as const),
  );
  return [...same, ...across];
}

function areOpposite(mine: FieldDefinition, theirs: FieldDefinition): boolean {
  return mine.sides?.length === 1 && theirs.sides?.length === 1 && mine.sides[0] !== theirs.sides[0];
}

function areAlike(mine: FieldDefinition, theirs: FieldDefinition): boolean {
  if (isNumber(mine) && isNumber(theirs)) return mine.unit !== undefined && mine.unit === theirs.unit;
  if (mine.type !== 'enum' || theirs.type !== 'enum') return false;
  return mine.values!.filter((value) => theirs.values!.includes(value)).length > 1;
}

function comparisons(
  mine: FieldDefinition,
  theirs: FieldDefinition,
  persons: readonly Person[],
): readonly TermInput[] {
  if (mine.kind === 'soft') return [];
  const isSame = mine.name === theirs.name;
  const fields = isSame ? { field: mine.name } : { me: mine.name, other: theirs.name };
  const orientation = isSame ? {} : { orientation: 'either' };
  const name = (kind: string) => nameOf(kind, isSame ? mine.name : `${mine.name}_${theirs.name}`);
  if (isGeo(mine))
    return [
      {
        name: name('distance'),
        compare: 'distance',
        ...fields,
        knots: zeros(KILOMETRES),
        reason: '{km} km apart',
      },
    ];
  if (isNumber(mine)) {
    const knots = zeros(quantilesOf(differences(mine.name, theirs.name, persons)));
    if (knots.length < 2) return [];
    return [
      {
        name: name('difference'),
        compare: 'difference',
        signed: true,
        ...fields,
        ...orientation,
        knots,
        reason: 'People often choose this difference of {field}: {me} and {other}',
      },
    ];
  }
  const [own, other] = [valuesOf(mine), valuesOf(theirs)];
  if (mine.type === 'enum' && (mine.multiple || theirs.multiple)) {
    const knots = zeros([0, 0.25, 0.5, 1]);
    return [
      {
        name: name('overlap'),
        compare: 'overlap',
        measure: 'jaccard',
        ...fields,
        ...orientation,
        knots,
        reason: 'You share {shared}',
      },
    ];
  }
  if (own.length < 2 || own.length > MOST_VALUES || other.length > MOST_VALUES) return [];
  const row = Object.fromEntries(other.map((value) => [value, 0]));
  return [
    {
      name: name('table'),
      compare: 'matrix',
      ...fields,
      ...orientation,
      matrix: Object.fromEntries(own.map((value) => [value, row])),
      reason: '{Your} {field} and {theirs} often suit: {me} and {other}',
    },
  ];
}

/** The worth of a value by itself: to be chosen, and to choose. */
function priors(field: FieldDefinition, persons: readonly Person[]): readonly TermInput[] {
  const shape = isNumber(field)
    ? { knots: zeros(quantilesOf(numbersOf(field.name, persons))) }
    : { points: Object.fromEntries(valuesOf(field).map((value) => [value, 0])) };
  const size = 'knots' in shape ? shape.knots!.length : Object.keys(shape.points!).length;
  if (size < 2 || size > MOST_VALUES) return [];
  return [
    {
      name: nameOf('chosen', field.name),
      compare: 'prior',
      other: field.name,
      ...shape,
      reason: 'Often chosen: {field} {other}',
    },
    { name: nameOf('chooses', field.name), compare: 'prior', me: field.name, ...shape },
  ];
}

const KILOMETRES = [0, 5, 20, 50, 200, 1000];

function isNumber({ type }: FieldDefinition): boolean {
  return type === 'integer' || type === 'number';
}

/** The values of an enum or boolean; empty for other fields. */
function valuesOf({ type, values }: FieldDefinition): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  return type === 'enum' ? values! : [];
}

function nameOf(kind: string, fields: string): string {
  return shortened(`${FOUND}${kind}_${fields}`);
}

/** A name of a term; different ones stay different. */
function shortened(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, LONGEST_NAME - hash.length - 1)}_${hash}`;
}

function zeros(xs: readonly number[]): readonly (readonly [number, 0])[] {
  return xs.map((x) => [x, 0] as const);
}

function numbersOf(field: string, persons: readonly Person[]): readonly number[] {
  return persons.flatMap((person) => {
    const value = person.value(field);
    return typeof value === 'number' && Number.isFinite(value) ? [value] : [];
  });
}

/** Differences of each person and the person half of the list away. */
function differences(mine: string, theirs: string, persons: readonly Person[]): readonly number[] {
  const half = persons.length >> 1;
  return persons.flatMap((person, at) => {
    const [a, b] = [person.value(mine), persons[(at + half) % persons.length]!.value(theirs)];
    const difference = typeof a === 'number' && typeof b === 'number' ? b - a : Number.NaN;
    return Number.isFinite(difference) ? [difference] : [];
  });
}

/** Distinct quantiles, ascending; none for fewer than two different values. */
function quantilesOf(values: readonly number[]): readonly number[] {
  if (new Set(values).size < 2) return [];
  const sorted = values.toSorted((a, b) => a - b);
  return [...new Set(QUANTILES.map((share) => sorted[Math.floor(share * (sorted.length - 1))]!))];
}
