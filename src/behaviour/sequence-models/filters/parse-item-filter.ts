/**
 * Parses the wire form of a filter over items: the grammar of `filters` of POST /match, over the attributes
 * of a model's items.
 */
import { clip, MAX_ISSUES } from '../../../contract/clip.ts';
import type { Issue } from '../../../contract/error-details.ts';
import { apiError, invalidRequest } from '../../../contract/errors.ts';
import type { Clause, Clauses } from '../../../domains/filter.ts';
import { fault, type ParseContext, parseFieldClauses, shown } from '../../../domains/parse-operand.ts';
import type { ItemField } from './item-fields.ts';

export type WireFilter = Readonly<Record<string, unknown>>;

/** How messages name the rows that are filtered, and what to do where these have no attributes. */
export interface FilteredRows {
  readonly whose: string;
  readonly none: string;
}

const ofModel: FilteredRows = {
  whose: 'the model’s items',
  none: 'declare `features` with the dataset, and adapt a model on it',
};

/** Throws 400 `invalid_request` with all issues; without any, 422 `unknown_filter`. */
export function parseItemFilter(
  fields: ReadonlyMap<string, ItemField>,
  wire: WireFilter,
  path: string,
  rows: FilteredRows = ofModel,
): Clauses {
  const issues: Issue[] = [];
  const unknown: string[] = [];
  const clauses: Clause[] = [];
  for (const [name, given] of Object.entries(wire)) {
    const found = fields.get(name);
    if (found === undefined) unknown.push(name);
    else
      clauses.push(
        ...clausesOf(found, given, {
          path: `${path}.${name}`,
          issues,
          unresolved: [],
          resolvePlace: noPlace,
        }),
      );
  }
  if (issues.length > 0) throw invalidRequest(issues);
  if (unknown.length > 0) throw unknownAttribute(path, unknown, [...fields.keys()], rows);
  return clauses;
}

function noPlace(): null {
  return null;
}

function clausesOf({ field, isDate }: ItemField, given: unknown, at: ParseContext): readonly Clause[] {
  if (!isDate) return parseFieldClauses(field, given, at);
  const faults = at.issues.length;
  const times = timesOf(given, at);
  return at.issues.length > faults ? [] : parseFieldClauses(field, times, at);
}

/** The operands of a date as epoch ms. Anything else stays for the parser of fields. */
function timesOf(given: unknown, at: ParseContext): unknown {
  const inside = (key: string | number) => ({
    ...at,
    path: typeof key === 'number' ? `${at.path}[${key}]` : `${at.path}.${key}`,
  });
  if (Array.isArray(given)) return given.map((time, position) => timeOf(time, inside(position)));
  if (typeof given !== 'object' || given === null) return timeOf(given, at);
  return Object.fromEntries(
    Object.entries(given).map(([operator, operand]) => {
      const isList = Array.isArray(operand);
      if (operator === 'exists') return [operator, operand];
      return [
        operator,
        isList
          ? operand.map((time, position) => timeOf(time, inside(`${operator}[${position}]`)))
          : timeOf(operand, inside(operator)),
      ];
    }),
  );
}

/** A date, or a date-time with a zone, as in the rows of a dataset. */
const ISO_DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;

function timeOf(given: unknown, at: ParseContext): number | null {
  const time = typeof given === 'string' && ISO_DATE.test(given) ? Date.parse(given) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  fault(at, `must be a date such as "2026-01-31", or a date-time with a zone; ${shown(given)} was given`);
  return null;
}

const NAMES_IN_MESSAGE = 5;

function unknownAttribute(
  path: string,
  unknown: readonly string[],
  known: readonly string[],
  { whose, none }: FilteredRows,
): Error {
  const more = unknown.length - NAMES_IN_MESSAGE;
  const named = unknown.slice(0, NAMES_IN_MESSAGE).map(shown).join(', ');
  const listed = unknown.slice(0, MAX_ISSUES).map((name) => clip(name));
  const takes = known.length === 0 ? `they have none; ${none}` : `it takes ${known.join(', ')}`;
  return apiError(
    'unknown_filter',
    `${path}: ${named}${more > 0 ? ` and ${more} more` : ''} ${unknown.length === 1 ? 'is no attribute' : 'are no attributes'} of ${whose}; ${takes}`,
    {
      unknown: listed,
      ...(unknown.length > listed.length && { unknown_total: unknown.length }),
      known,
    },
  );
}
