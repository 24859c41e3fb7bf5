/**
 * Parses the wire form of `filters` (POST /match) and `preferences` (POST /users) against a domain. Values of
 * a wrong form are 400 `invalid_request` with all issues. Without any, keys that the domain lacks are 422
 * `unknown_filter`, and an unknown place of a filter is 422 `location_unknown`.
 */
import { clip, MAX_ISSUES } from '../contract/clip.ts';
import { Identifier } from '../contract/common.ts';
import type { Issue } from '../contract/error-details.ts';
import { apiError, invalidRequest } from '../contract/errors.ts';
import { type DomainDefinition, schemaVersion } from './definition.ts';
import { isGeo } from './field.ts';
import type { Clause, ParsedFilter, Preferences } from './filter.ts';
import { statedPreferences } from './no-value.ts';
import {
  fault,
  isFiniteNumber,
  type ParseContext,
  parseFieldClauses,
  parseMissing,
  parsePlace,
  shown,
  type UnresolvedPlace,
} from './parse-operand.ts';
import type { ResolvePlace } from './place.ts';

/** Half the circumference of the earth: no two places are farther apart. */
const MAX_DISTANCE_KM = 20_037;
const MAX_EXCLUDED_USER_IDS = 10_000;
const MAX_LABELS = 1_000;
const NAMES_IN_MESSAGE = 5;

const EXCLUDE_USER_IDS = 'exclude_user_ids';
const EXCLUDE_OUTCOMES = 'exclude_outcomes';

type Wire = Readonly<Record<string, unknown>> | undefined;

/** Throws 400 `invalid_request`, 422 `unknown_filter`, 422 `location_unknown`. */
export function parseFilters(
  definition: DomainDefinition,
  wire: Wire,
  resolvePlace: ResolvePlace,
  path = 'filters',
): ParsedFilter {
  return parse(definition, wire, resolvePlace, path, 'filters');
}

/**
 * Like `parseFilters`, without `<geo>_from` and `exclude_outcomes`. A condition that is null or an empty list
 * is none; as a filter an empty list lets nothing pass.
 */
export function parsePreferences(
  definition: DomainDefinition,
  wire: Wire,
  resolvePlace: ResolvePlace,
  path = 'preferences',
): Preferences {
  const { clauses, excludeUserIds } = parse(definition, wire, resolvePlace, path, 'preferences');
  return { clauses, excludeUserIds };
}

/** Throws 422 `unknown_outcome` for a label that the tenant does not have. */
export function checkOutcomeLabels(
  given: readonly string[] | undefined,
  labels: Readonly<Record<string, number>>,
): void {
  const unknown = (given ?? []).filter((label) => !Object.hasOwn(labels, label));
  if (unknown.length === 0) return;
  const known = Object.keys(labels);
  throw apiError(
    'unknown_outcome',
    `${EXCLUDE_OUTCOMES} names ${namesText(unknown)}; the labels of this domain are ${known.join(', ')}`,
    { ...unknownDetails(unknown), known },
  );
}

/** The first of several names, for a message. */
function namesText(names: readonly string[]): string {
  const more = names.length - NAMES_IN_MESSAGE;
  const first = names.slice(0, NAMES_IN_MESSAGE).map(shown).join(', ');
  return more > 0 ? `${first} and ${more} more` : first;
}

function unknownDetails(names: readonly string[]) {
  const unknown = names.slice(0, MAX_ISSUES).map((name) => clip(name));
  return { unknown, ...(names.length > unknown.length && { unknown_total: names.length }) };
}

type KeyParser = (given: unknown, at: ParseContext, found: Found) => void;

interface Found {
  readonly clauses: Clause[];
  excludeUserIds: readonly string[];
  excludeOutcomes: readonly string[] | undefined;
}

function parse(
  definition: DomainDefinition,
  wire: Wire,
  resolvePlace: ResolvePlace,
  path: string,
  grammar: 'filters' | 'preferences',
): ParsedFilter {
  const known = keyParsers(definition, wire ?? {}, grammar);
  const issues: Issue[] = [];
  const unknown: string[] = [];
  const unresolved: UnresolvedPlace[] = [];
  const found: Found = { clauses: [], excludeUserIds: [], excludeOutcomes: undefined };
  const stated = grammar === 'preferences' ? statedPreferences(wire ?? {}) : (wire ?? {});
  for (const key of Object.keys(wire ?? {})) {
    const read = known.get(key);
    if (read === undefined) unknown.push(key);
    else if (Object.hasOwn(stated, key))
      read(stated[key], { path: `${path}.${key}`, issues, unresolved, resolvePlace }, found);
  }
  if (issues.length > 0) throw invalidRequest(issues);
  if (unknown.length > 0) throw unknownFilter(definition, path, unknown, [...known.keys()]);
  // An unknown place in a preference is kept, and the answer warns of it: the person is stored with the other
  // values.
  if (unresolved.length > 0 && grammar === 'filters') throw unknownPlace(unresolved);
  const { clauses, excludeUserIds, excludeOutcomes } = found;
  return { clauses, excludeUserIds, excludeOutcomes };
}

/** The parser of each key, in the order in which messages list the keys. */
function keyParsers(
  definition: DomainDefinition,
  wire: Readonly<Record<string, unknown>>,
  grammar: 'filters' | 'preferences',
): ReadonlyMap<string, KeyParser> {
  const parsers = new Map<string, KeyParser>();
  for (const field of definition.fields) {
    if (field.kind !== 'hard') continue;
    parsers.set(field.name, (given, at, found) => {
      found.clauses.push(...parseFieldClauses(field, given, at));
    });
    if (!isGeo(field)) continue;
    const from = `${field.name}_from`;
    const within = `${field.name}_within_km`;
    const hasFrom = grammar === 'filters' && Object.hasOwn(wire, from);
    parsers.set(within, (given, at, found) =>
      readDistance(field.name, given, at, found, hasFrom, wire[from]),
    );
    if (grammar === 'filters') {
      parsers.set(from, (_given, at) => {
        if (!Object.hasOwn(wire, within))
          fault(at, `says where a distance is measured from; give ${within} too`);
      });
    }
  }
  parsers.set(EXCLUDE_USER_IDS, (given, at, found) => {
    found.excludeUserIds = readUserIds(given, at);
  });
  if (grammar === 'filters') {
    parsers.set(EXCLUDE_OUTCOMES, (given, at, found) => {
      found.excludeOutcomes = readLabels(given, at);
    });
  }
  return parsers;
}

function readDistance(
  field: string,
  value: unknown,
  at: ParseContext,
  found: Found,
  hasFrom: boolean,
  from: unknown,
): void {
  const { km, ...missing } = readKilometres(value, at);
  if (km === null) return;
  if (!hasFrom) {
    found.clauses.push({ op: 'within_km', field, km, origin: null, ...missing });
    return;
  }
  const faults = at.issues.length;
  const origin = at.path.replace(/_within_km$/, '_from');
  const place = parsePlace(from, { ...at, path: origin });
  if (place !== null) {
    const { lat, lon, radiusKm = 0 } = place;
    found.clauses.push({ op: 'within_km', field, km: km + radiusKm, origin: { lat, lon }, ...missing });
  } else if (at.issues.length === faults) {
    at.unresolved.push({ path: origin, given: from });
  }
}

/** `50`, or `{km: 50, missing: "pass"}`; km null: a fault was added. */
function readKilometres(value: unknown, at: ParseContext): { readonly km: number | null; missing?: 'pass' } {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const { km, missing, ...others } = isObject ? (value as Record<string, unknown>) : { km: value };
  const mayPass = parseMissing(missing, [], at);
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    fault({ ...at, path: `${at.path}.${unknown}` }, 'is no part of a distance; it takes km and missing');
  if (!isFiniteNumber(km) || km <= 0 || km > MAX_DISTANCE_KM) {
    const path = isObject ? `${at.path}.km` : at.path;
    fault(
      { ...at, path },
      `must be a number of km above 0 and at most ${MAX_DISTANCE_KM}; ${shown(km)} was given`,
    );
    return { km: null };
  }
  return mayPass ? { km, missing: 'pass' } : { km };
}

function readUserIds(value: unknown, at: ParseContext): readonly string[] {
  if (!Array.isArray(value)) return fault(at, `must be an array of user ids; ${shown(value)} was given`);
  if (value.length > MAX_EXCLUDED_USER_IDS) {
    return fault(at, `must have at most ${MAX_EXCLUDED_USER_IDS} ids; ${value.length} were given`);
  }
  const ids = value.map((id: unknown, position) => {
    const checked = Identifier.safeParse(id);
    if (checked.success) return checked.data;
    const why = checked.error.issues[0]?.message ?? 'is no user id';
    fault(
      { ...at, path: `${at.path}[${position}]` },
      typeof id === 'string' ? why : `must be a user id; ${shown(id)} was given`,
    );
    return '';
  });
  return [...new Set(ids)];
}

function readLabels(value: unknown, at: ParseContext): readonly string[] {
  if (!Array.isArray(value))
    return fault(at, `must be an array of outcome labels; ${shown(value)} was given`);
  if (value.length > MAX_LABELS)
    return fault(at, `must have at most ${MAX_LABELS} labels; ${value.length} were given`);
  value.forEach((label: unknown, position) => {
    if (typeof label === 'string') return;
    fault({ ...at, path: `${at.path}[${position}]` }, `must be an outcome label; ${shown(label)} was given`);
  });
  return [...new Set(value as string[])];
}

function unknownFilter(
  definition: DomainDefinition,
  path: string,
  unknown: readonly string[],
  known: readonly string[],
): Error {
  const [first = ''] = unknown;
  const field = definition.fields.find((candidate) => candidate.name === first);
  const why =
    field === undefined ? '' : ` (it is a ${field.kind} field, and only hard ones can be filtered by)`;
  return apiError(
    'unknown_filter',
    `${path}: ${namesText(unknown)} ${unknown.length === 1 ? 'is no key' : 'are no keys'} of ${schemaVersion(definition)}${why}; ` +
      `it takes ${known.join(', ')}`,
    { ...unknownDetails(unknown), known },
  );
}

function unknownPlace(unresolved: readonly UnresolvedPlace[]): Error {
  const [{ path, given }] = unresolved as [UnresolvedPlace];
  return apiError(
    'location_unknown',
    `${path}: no place answers to ${shown(given)}; give a city with its country, a postcode with its country, "lat,lon" or {lat, lon}`,
    { fields: unresolved.slice(0, MAX_ISSUES).map((issue) => issue.path) },
  );
}
