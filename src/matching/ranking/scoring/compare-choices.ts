/** Comparators of values that are chosen from a list: `same`, `matrix`, `overlap`, `prior`. */
import type { DomainDefinition } from '../../../domains/definition.ts';
import { fieldNamed } from '../../../domains/definition.ts';
import type { FieldValue } from '../../../domains/field.ts';
import { isBarePoint } from '../../../domains/place.ts';
import { termFields } from '../../../domains/read-term.ts';
import type { TermOf } from '../../../domains/scorecard.ts';
import { fieldInWords, labelOf, listInWords, valueInWords } from '../words.ts';
import type { Comparator, Facts, Role } from './comparator.ts';
import type { Person } from './person.ts';
import { piecewise } from './piecewise.ts';

/** How a value is compared: enums and booleans by name, strings without case and outer spaces. */
export function comparable(value: FieldValue | undefined): string | number | undefined {
  if (typeof value === 'string') return value.trim().toLowerCase();
  return typeof value === 'number' ? value : value === undefined ? undefined : String(value);
}

export function choicesOf(value: FieldValue | undefined): readonly string[] | undefined {
  if (value === undefined || typeof value === 'number') return undefined;
  return typeof value === 'object' ? value : [String(value)];
}

/** Placeholders of most reasons: both values, and the shared one (else the other's). */
export function pairFacts(
  definition: DomainDefinition,
  fields: { readonly me: string; readonly other: string },
  mine: FieldValue | undefined,
  theirs: FieldValue | undefined,
  equal: boolean,
): Facts {
  const me = mine === undefined ? '' : valueInWords(definition, fields.me, mine);
  const other = theirs === undefined ? '' : valueInWords(definition, fields.other, theirs);
  return { equal, words: { me, other, value: other, field: fieldInWords(definition, fields.other) } };
}

export function compareSame(
  definition: DomainDefinition,
  term: TermOf<'same'>,
): Comparator<string | number, string | number> {
  const fields = bothFields(term);
  const isGeo = fieldNamed(definition, fields.me)?.format === 'geo';
  const special = new Map(
    Object.entries(term.same_value ?? {}).map(([value, points]) => [value.trim().toLowerCase(), points]),
  );
  const identity = (person: Person, field: string) =>
    isGeo ? person.place(field)?.key : comparable(person.value(field));
  return {
    operand: (person, role) => identity(person, fields[role]),
    points: (me, other) => (me === other ? (special.get(String(me)) ?? term.same) : term.different),
    facts: (me, other) => {
      const equal = identity(me, fields.me) === identity(other, fields.other);
      const shown = (person: Person, field: string) =>
        isGeo ? placeName(person, field, equal) : person.value(field);
      return pairFacts(definition, fields, shown(me, fields.me), shown(other, fields.other), equal);
    },
    symmetric: fields.me === fields.other,
  };
}

/**
 * A point without a name is described as such, because coordinates mean nothing to a reader. `shared`: both
 * have a value.
 */
export function placeName(person: Person, field: string, shared: boolean): FieldValue | undefined {
  const place = person.place(field);
  if (place === undefined || !isBarePoint(place)) return person.value(field);
  return shared ? 'the same place' : 'a place without a name';
}

export function compareMatrix(
  definition: DomainDefinition,
  term: TermOf<'matrix'>,
): Comparator<readonly string[], readonly string[]> {
  const fields = bothFields(term);
  const cells = new Map(
    Object.entries(term.matrix).map(([mine, row]) => [mine, new Map(Object.entries(row))]),
  );
  const points = (mine: string, theirs: string): number =>
    cells.get(mine)?.get(theirs) ??
    (term.symmetric ? cells.get(theirs)?.get(mine) : undefined) ??
    term.default;
  return {
    operand: (person, role) => choicesOf(person.value(fields[role])),
    points: (me, other) => {
      let best = Number.NEGATIVE_INFINITY;
      for (const mine of me) for (const theirs of other) best = Math.max(best, points(mine, theirs));
      return Number.isFinite(best) ? best : Number.NaN;
    },
    facts: (me, other) => {
      const [mine, theirs] = [
        choicesOf(me.value(fields.me)) ?? [],
        choicesOf(other.value(fields.other)) ?? [],
      ];
      const [bestMine, bestTheirs] = bestPair(mine, theirs, points);
      return pairFacts(definition, fields, bestMine, bestTheirs, bestMine === bestTheirs);
    },
    symmetric: term.symmetric && fields.me === fields.other && !contradicts(term),
  };
}

/** True where the matrix differs between (a, b) and (b, a). */
function contradicts({ matrix }: TermOf<'matrix'>): boolean {
  return Object.entries(matrix).some(([mine, row]) =>
    Object.entries(row).some(([theirs, points]) => (matrix[theirs]?.[mine] ?? points) !== points),
  );
}

function bestPair(
  mine: readonly string[],
  theirs: readonly string[],
  points: (mine: string, theirs: string) => number,
): readonly [string | undefined, string | undefined] {
  let best: readonly [string | undefined, string | undefined] = [mine[0], theirs[0]];
  let most = Number.NEGATIVE_INFINITY;
  for (const me of mine) {
    for (const other of theirs) {
      if (points(me, other) > most) [most, best] = [points(me, other), [me, other]];
    }
  }
  return best;
}

/** Points by the number of shared values and of values on each side; read by the bit loops of light_ml. */
export function overlapPoints(
  term: TermOf<'overlap'>,
): (shared: number, mine: number, theirs: number) => number {
  const curve = piecewise(term.knots);
  switch (term.measure) {
    case 'count':
      return (shared) => curve(shared);
    case 'jaccard':
      return (shared, mine, theirs) => curve(shared / (mine + theirs - shared));
    case 'cover_mine':
      return (shared, mine) => curve(shared / mine);
    case 'cover_theirs':
      return (shared, _mine, theirs) => curve(shared / theirs);
    default:
      return term.measure satisfies never;
  }
}

export function compareOverlap(
  definition: DomainDefinition,
  term: TermOf<'overlap'>,
): Comparator<readonly string[], readonly string[]> {
  const fields = bothFields(term);
  const points = overlapPoints(term);
  return {
    operand: (person, role) => choicesOf(person.value(fields[role])),
    points: (me, other) =>
      points(me.filter((value) => other.includes(value)).length, me.length, other.length),
    facts: (me, other) => {
      const [mine, theirs] = [
        choicesOf(me.value(fields.me)) ?? [],
        choicesOf(other.value(fields.other)) ?? [],
      ];
      const shared = mine.filter((value) => theirs.includes(value));
      const wanted = term.measure === 'cover_theirs' ? theirs : mine;
      const label = (value: string) => labelOf(definition, fields.me, value);
      const { words } = pairFacts(definition, fields, mine, theirs, false);
      return {
        equal: mine.length === theirs.length && shared.length === mine.length,
        words: {
          ...words,
          shared: listInWords(shared.map(label)),
          lacking: listInWords(wanted.filter((value) => !shared.includes(value)).map(label)),
          count: shared.length,
        },
      };
    },
    symmetric: fields.me === fields.other && (term.measure === 'count' || term.measure === 'jaccard'),
  };
}

/** Operand of the role that a one-person comparison does not read. */
export type Nothing = 0;

/** A number, or choices. */
type Worth = number | readonly string[];

/** The field that a `prior` term reads. */
export function priorField({ name, me, other }: TermOf<'prior'>): string {
  const field = me ?? other;
  if (field === undefined) throw new Error(`term «${name}» names no field`);
  return field;
}

export function comparePrior(
  definition: DomainDefinition,
  term: TermOf<'prior'>,
): Comparator<Nothing | Worth, Nothing | Worth> {
  const valuesMe = term.me !== undefined;
  const valued: Role = valuesMe ? 'me' : 'other';
  const field = priorField(term);
  const curve = term.knots === undefined ? null : piecewise(term.knots);
  const table = new Map(Object.entries(term.points ?? {}));
  return {
    operand: (person, role) => {
      if (role !== valued) return 0;
      const value = person.value(field);
      return typeof value === 'number' ? value : choicesOf(value);
    },
    points: (me, other) => {
      const worth = valuesMe ? me : other;
      if (typeof worth === 'number') return curve?.(worth) ?? Number.NaN;
      return Math.max(...worth.map((value) => table.get(value) ?? 0));
    },
    facts: (me, other) => {
      const fields = { me: field, other: field };
      const value = (valuesMe ? me : other).value(field);
      return pairFacts(definition, fields, undefined, value, false);
    },
    symmetric: false,
  };
}

export function bothFields(term: Parameters<typeof termFields>[0]): {
  readonly me: string;
  readonly other: string;
} {
  const { me, other } = termFields(term);
  if (me === null || other === null) throw new Error(`term «${term.name}» names no field on one side`);
  return { me, other };
}
