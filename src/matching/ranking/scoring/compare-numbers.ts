/**
 * Comparators of numbers, places and times: `difference`, `ratio`, `within`, `distance`, `recency`,
 * `completeness`.
 */
import type { DomainDefinition } from '../../../domains/definition.ts';
import type { FieldDefinition } from '../../../domains/field.ts';
import { distanceKm } from '../../../domains/filter.ts';
import { intervalFields } from '../../../domains/read-term.ts';
import type { Interval, TermOf } from '../../../domains/scorecard.ts';
import { fieldInWords, numberInWords } from '../words.ts';
import type { Comparator } from './comparator.ts';
import { bothFields, type Nothing, pairFacts, placeName } from './compare-choices.ts';
import type { Person, Point } from './person.ts';
import { piecewise } from './piecewise.ts';

const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Ages are counted from the start of the hour, so a repeated request has the same scores within that hour.
 */
export function startOfHour(nowMs: number): number {
  return Math.floor(nowMs / HOUR_MS) * HOUR_MS;
}

function numberOf(person: Person, field: string): number | undefined {
  const value = person.value(field);
  return typeof value === 'number' ? value : undefined;
}

export function compareDifference(
  definition: DomainDefinition,
  term: TermOf<'difference'>,
): Comparator<number, number> {
  const fields = bothFields(term);
  const curve = piecewise(term.knots);
  return {
    operand: (person, role) => numberOf(person, fields[role]),
    points: (me, other) => curve(term.signed ? other - me : Math.abs(other - me)),
    facts: (me, other) => {
      const [mine, theirs] = [numberOf(me, fields.me) ?? 0, numberOf(other, fields.other) ?? 0];
      const { words } = pairFacts(definition, fields, mine, theirs, false);
      return { equal: mine === theirs, words: { ...words, difference: Math.abs(theirs - mine) } };
    },
    symmetric: !term.signed && fields.me === fields.other,
  };
}

export function compareRatio(
  definition: DomainDefinition,
  term: TermOf<'ratio'>,
): Comparator<number, number> {
  const fields = bothFields(term);
  const curve = piecewise(term.knots);
  return {
    operand: (person, role) => numberOf(person, fields[role]),
    points: (me, other) => {
      if (!(me > 0 && other > 0)) return Number.NaN;
      return curve(term.symmetric ? Math.max(me, other) / Math.min(me, other) : other / me);
    },
    facts: (me, other) => {
      const [mine, theirs] = [numberOf(me, fields.me), numberOf(other, fields.other)];
      return pairFacts(definition, fields, mine, theirs, mine === theirs);
    },
    symmetric: term.symmetric && fields.me === fields.other,
  };
}

/** [low, high], open ends infinite. */
export type Bounds = readonly [low: number, high: number];

/** A number is a degenerate interval; undefined where no field has a value. */
function boundsOf(interval: Interval, read: (field: string) => number | undefined): Bounds | undefined {
  if (typeof interval === 'string') {
    const value = read(interval);
    return value === undefined ? undefined : [value, value];
  }
  const low = interval.min === undefined ? undefined : read(interval.min);
  const high = interval.max === undefined ? undefined : read(interval.max);
  if (low === undefined && high === undefined) return undefined;
  return [low ?? Number.NEGATIVE_INFINITY, high ?? Number.POSITIVE_INFINITY];
}

/**
 * Gap between two intervals; 0 where they overlap. In unit `share` it is relative to the nearer bound of
 * `other`.
 */
function overshoot(me: Bounds, other: Bounds, unit: 'share' | 'absolute'): number {
  const above = me[0] - other[1];
  const below = other[0] - me[1];
  if (above <= 0 && below <= 0) return 0;
  if (unit === 'absolute') return Math.max(above, below);
  const bound = Math.abs(above > 0 ? other[1] : other[0]);
  return bound === 0 ? Number.POSITIVE_INFINITY : Math.max(above, below) / bound;
}

export function compareWithin(
  definition: DomainDefinition,
  term: TermOf<'within'>,
): Comparator<Bounds, Bounds> {
  const curve = piecewise(term.knots);
  const bounds = (person: Person, interval: Interval) =>
    boundsOf(interval, (field) => numberOf(person, field));
  return {
    operand: (person, role) => bounds(person, term[role]),
    points: (me, other) => curve(overshoot(me, other, term.overshoot)),
    facts: (me, other) => ({
      equal: false,
      holds: overshoot(bounds(me, term.me)!, bounds(other, term.other)!, term.overshoot) <= 0,
      words: {
        me: boundsInWords(bounds(me, term.me)),
        other: boundsInWords(bounds(other, term.other)),
        field: fieldInWords(definition, intervalFields(term.other)[0]!),
      },
    }),
    symmetric: false,
  };
}

function boundsInWords(bounds: Bounds | undefined): string {
  if (bounds === undefined) return '';
  const [low, high] = bounds;
  if (low === high) return numberInWords(low);
  if (low === Number.NEGATIVE_INFINITY) return `up to ${numberInWords(high)}`;
  if (high === Number.POSITIVE_INFINITY) return `at least ${numberInWords(low)}`;
  return `${numberInWords(low)}–${numberInWords(high)}`;
}

export function compareDistance(
  definition: DomainDefinition,
  term: TermOf<'distance'>,
): Comparator<Point, Point> {
  const fields = bothFields(term);
  const curve = piecewise(term.knots);
  return {
    operand: (person, role) => person.place(fields[role]),
    points: (me, other) => curve(distanceKm(me.lat, me.lon, other.lat, other.lon)),
    facts: (me, other) => {
      const [here, there] = [me.place(fields.me)!, other.place(fields.other)!];
      const equal = here.key === there.key;
      const [mine, theirs] = [placeName(me, fields.me, equal), placeName(other, fields.other, equal)];
      const { words } = pairFacts(definition, fields, mine, theirs, equal);
      const km = Math.max(1, Math.round(distanceKm(here.lat, here.lon, there.lat, there.lon)));
      return { equal, words: { ...words, km } };
    },
    symmetric: fields.me === fields.other,
  };
}

export function compareRecency(term: TermOf<'recency'>, nowMs: number): Comparator<Nothing, number> {
  const curve = piecewise(term.knots);
  const asOfMs = startOfHour(nowMs);
  const days = (updatedAtMs: number) => Math.max(0, (asOfMs - updatedAtMs) / DAY_MS);
  return {
    operand: (person, role) => (role === 'me' ? 0 : person.updatedAtMs),
    points: (_me, other) => curve(days(other)),
    facts: (_me, other) => ({ equal: false, words: { days: Math.round(days(other.updatedAtMs)) } }),
    symmetric: false,
  };
}

/** The fields whose presence counts for a person of that side. */
export function countedFields(
  definition: DomainDefinition,
  term: TermOf<'completeness'>,
  side: string | undefined,
): readonly FieldDefinition[] {
  return definition.fields.filter(
    ({ name, sides }) =>
      (term.fields === undefined || term.fields.includes(name)) &&
      (side === undefined || sides === undefined || sides.includes(side)),
  );
}

export function compareCompleteness(
  definition: DomainDefinition,
  term: TermOf<'completeness'>,
): Comparator<Nothing, number> {
  const curve = piecewise(term.knots);
  return {
    operand: (person, role) => {
      if (role === 'me') return 0;
      const side = definition.sides === undefined ? undefined : person.value(definition.sides.field);
      const fields = countedFields(definition, term, typeof side === 'string' ? side : undefined);
      if (fields.length === 0) return undefined;
      return fields.filter(({ name }) => person.has(name)).length / fields.length;
    },
    points: (_me, other) => curve(other),
    facts: () => ({ equal: false, words: {} }),
    symmetric: false,
  };
}
