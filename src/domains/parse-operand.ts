/**
 * Parses the filter of one hard field to clauses: a scalar (equals), an array (any of), or an object of
 * operators that must all hold. Faults are collected in `issues`, so that an error lists all of them.
 *
 * Bounds of an integer field may be fractional ({gt: 29.5}). Operands of equality may not, since no value
 * could equal them. `eq` is accepted beside the documented operators and means the same as a scalar.
 */
import { clip } from '../contract/clip.ts';
import type { Issue } from '../contract/error-details.ts';
import { type FieldDefinition, isGeo } from './field.ts';
import type { Clause, Scalar } from './filter.ts';
import type { Place, ResolvePlace } from './place.ts';
import { unresolvedKey } from './unresolved-place.ts';

export interface UnresolvedPlace {
  readonly path: string;
  readonly given: unknown;
}

/** Position in the request, the lists that collect faults, and the gazetteer. */
export interface ParseContext {
  /** `filters.age.gte` */
  readonly path: string;
  readonly issues: Issue[];
  /** Named places that are not known. */
  readonly unresolved: UnresolvedPlace[];
  readonly resolvePlace: ResolvePlace;
}

/** Operands of one `in` or `nin`. */
const MAX_OPERANDS = 10_000;

const equalityOperators = ['eq', 'ne'] as const;
const orderOperators = ['gt', 'gte', 'lt', 'lte'] as const;
const listOperators = ['in', 'nin'] as const;

export function parseFieldClauses(
  field: FieldDefinition,
  given: unknown,
  at: ParseContext,
): readonly Clause[] {
  if (Array.isArray(given)) return listClauses(field, 'in', given, at);
  if (isPlainObject(given) && !(isGeo(field) && looksLikePoint(given))) {
    const { missing, ...comparisons } = given;
    const operators = Object.entries(comparisons);
    const mayPass = parseMissing(
      missing,
      operators.map(([operator]) => operator),
      at,
    );
    if (operators.length === 0) {
      return fault(
        at,
        `must name at least one of ${operatorsOf(field).join(', ')}; ${missing === undefined ? 'an empty object' : 'missing alone'} was given`,
      );
    }
    const clauses = operators.flatMap(([operator, operand]) => {
      return operatorClauses(field, operator, operand, { ...at, path: `${at.path}.${operator}` });
    });
    return mayPass ? clauses.map((clause): Clause => ({ ...clause, missing: 'pass' })) : clauses;
  }
  return equalityClauses(field, 'eq', given, at);
}

/** Whether rows without the field pass, by `missing` beside the operators. */
export function parseMissing(
  missing: unknown,
  operators: readonly string[],
  at: Pick<ParseContext, 'path' | 'issues'>,
): boolean {
  if (missing === undefined) return false;
  const path = `${at.path}.missing`;
  if (missing !== 'pass' && missing !== 'drop')
    at.issues.push({ path, message: `must be "pass" or "drop"; ${shown(missing)} was given` });
  else if (operators.includes('exists'))
    at.issues.push({ path, message: 'says what exists asks for already; give one of them' });
  return missing === 'pass';
}

function operatorClauses(
  field: FieldDefinition,
  operator: string,
  operand: unknown,
  at: ParseContext,
): readonly Clause[] {
  if (operator === 'exists') {
    if (typeof operand !== 'boolean') return fault(at, `must be true or false; ${shown(operand)} was given`);
    return [{ op: 'exists', field: field.name, value: operand }];
  }
  if (includes(equalityOperators, operator)) return equalityClauses(field, operator, operand, at);
  if (includes(listOperators, operator)) return listClauses(field, operator, operand, at);
  if (includes(orderOperators, operator) && isNumeric(field)) {
    if (!isFiniteNumber(operand)) return fault(at, `must be a finite number; ${shown(operand)} was given`);
    return [{ op: operator, field: field.name, value: operand }];
  }
  return fault(at, `is no comparison of «${field.name}»; it takes ${operatorsOf(field).join(', ')}`);
}

function equalityClauses(
  field: FieldDefinition,
  op: 'eq' | 'ne',
  given: unknown,
  at: ParseContext,
): readonly Clause[] {
  if (isGeo(field)) {
    const key = parsePlaceKey(given, at);
    if (key === null) return [];
    return [{ op: op === 'eq' ? 'place_in' : 'place_nin', field: field.name, keys: [key] }];
  }
  const value = parseScalar(field, given, at);
  return value === null ? [] : [{ op, field: field.name, value }];
}

function listClauses(
  field: FieldDefinition,
  op: 'in' | 'nin',
  given: unknown,
  at: ParseContext,
): readonly Clause[] {
  if (!Array.isArray(given)) return fault(at, `must be an array of values; ${shown(given)} was given`);
  if (given.length > MAX_OPERANDS) {
    return fault(at, `must have at most ${MAX_OPERANDS} values; ${given.length} were given`);
  }
  const parse = isGeo(field)
    ? parsePlaceKey
    : (item: unknown, here: ParseContext) => parseScalar(field, item, here);
  const values = given.map((item, position) => parse(item, { ...at, path: `${at.path}[${position}]` }));
  if (values.includes(null)) return [];
  const distinct = [...new Set(values)];
  if (!isGeo(field)) return [{ op, field: field.name, values: distinct as Scalar[] }];
  return [{ op: op === 'in' ? 'place_in' : 'place_nin', field: field.name, keys: distinct as string[] }];
}

function parseScalar(field: FieldDefinition, given: unknown, at: ParseContext): Scalar | null {
  const expected = expectation(field, given);
  if (expected === null) return given as Scalar;
  const hint = given === null ? '; to ask for rows without the field write {"exists": false}' : '';
  at.issues.push({ path: at.path, message: `must be ${expected}; ${shown(given)} was given${hint}` });
  return null;
}

/** The expected values of the field in words; null: `given` is valid. */
function expectation(field: FieldDefinition, given: unknown): string | null {
  switch (field.type) {
    case 'integer':
      return isFiniteNumber(given) && Number.isInteger(given) ? null : 'an integer';
    case 'number':
      return isFiniteNumber(given) ? null : 'a finite number';
    case 'boolean':
      return typeof given === 'boolean' ? null : 'true or false';
    case 'enum':
      return field.values?.includes(given as string) ? null : `one of ${field.values?.join(', ')}`;
    case 'string':
      return typeof given === 'string' && given.isWellFormed() ? null : 'a text';
  }
}

/** The key of the named place. An unknown place gets a key that no place has, so it equals no place. */
function parsePlaceKey(given: unknown, at: ParseContext): string | null {
  const text = parsePlaceText(given, at);
  if (text === null) return null;
  const place = at.resolvePlace(text);
  if (place !== null) return place.key;
  at.unresolved.push({ path: at.path, given });
  return unresolvedKey(typeof text === 'string' ? text : `${text.lat},${text.lon}`);
}

/** The named place; null where it is unknown, or not valid (then an issue is added). */
export function parsePlace(given: unknown, at: ParseContext): Place | null {
  const text = parsePlaceText(given, at);
  return text === null ? null : at.resolvePlace(text);
}

function parsePlaceText(given: unknown, at: ParseContext): string | { lat: number; lon: number } | null {
  if (typeof given === 'string' && given.trim() !== '' && given.isWellFormed()) return given;
  if (isPlainObject(given) && looksLikePoint(given) && Object.keys(given).length === 2) {
    const { lat, lon } = given;
    if (isFiniteNumber(lat) && isFiniteNumber(lon) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) {
      return { lat, lon };
    }
  }
  const expected = 'the name of a place, "lat,lon", or {lat: -90..90, lon: -180..180}';
  fault(at, `must be ${expected}; ${shown(given)} was given`);
  return null;
}

function operatorsOf(field: FieldDefinition): readonly string[] {
  return [...equalityOperators, ...(isNumeric(field) ? orderOperators : []), ...listOperators, 'exists'];
}

function isNumeric(field: FieldDefinition): boolean {
  return field.type === 'integer' || field.type === 'number';
}

function looksLikePoint(given: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(given, 'lat') || Object.hasOwn(given, 'lon');
}

function isPlainObject(given: unknown): given is Readonly<Record<string, unknown>> {
  return typeof given === 'object' && given !== null && !Array.isArray(given);
}

export function isFiniteNumber(given: unknown): given is number {
  return typeof given === 'number' && Number.isFinite(given);
}

function includes<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}

export function fault(at: ParseContext, message: string): readonly never[] {
  at.issues.push({ path: at.path, message });
  return [];
}

/** The given value in a message: JSON, clipped. */
export function shown(given: unknown): string {
  const text = typeof given === 'number' ? String(given) : (JSON.stringify(given) ?? String(given));
  return clip(text);
}
