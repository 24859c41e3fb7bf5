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
  value: unknown,
  at: ParseContext,
): readonly Clause[] {
  if (Array.isArray(value)) return listClauses(field, 'in', value, at);
  if (isPlainObject(value) && !(isGeo(field) && looksLikePoint(value))) {
    const { missing, ...comparisons } = value;
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
  return equalityClauses(field, 'eq', value, at);
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
  value: unknown,
  at: ParseContext,
): readonly Clause[] {
  if (!Array.isArray(value)) return fault(at, `must be an array of values; ${shown(value)} was given`);
  if (value.length > MAX_OPERANDS) {
    return fault(at, `must have at most ${MAX_OPERANDS} values; ${value.length} were given`);
  }
  const parse = isGeo(field)
    ? parsePlaceKey
    : (item: unknown, here: ParseContext) => parseScalar(field, item, here);
  const values = value.map((item, position) => parse(item, { ...at, path: `${at.path}[${position}]` }));
  if (values.includes(null)) return [];
  const distinct = [...new Set(values)];
  if (!isGeo(field)) return [{ op, field: field.name, values: distinct as Scalar[] }];
  return [{ op: op === 'in' ? 'place_in' : 'place_nin', field: field.name, keys: distinct as string[] }];
}

function parseScalar(field: FieldDefinition, value: unknown, at: ParseContext): Scalar | null {
  const expected = expectation(field, value);
  if (expected === null) return value as Scalar;
  const hint = value === null ? '; to ask for rows without the field write {"exists": false}' : '';
  at.issues.push({ path: at.path, message: `must be ${expected}; ${shown(value)} was given${hint}` });
  return null;
}

/** The expected values of the field in words; null: `value` is valid. */
function expectation(field: FieldDefinition, value: unknown): string | null {
  switch (field.type) {
    case 'integer':
      return isFiniteNumber(value) && Number.isInteger(value) ? null : 'an integer';
    case 'number':
      return isFiniteNumber(value) ? null : 'a finite number';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false';
    case 'enum':
      return field.values?.includes(value as string) ? null : `one of ${field.values?.join(', ')}`;
    case 'string':
      return typeof value === 'string' && value.isWellFormed() ? null : 'a text';
  }
}

/** The key of the named place. An unknown place gets a key that no place has, so it equals no place. */
function parsePlaceKey(value: unknown, at: ParseContext): string | null {
  const text = parsePlaceText(value, at);
  if (text === null) return null;
  const place = at.resolvePlace(text);
  if (place !== null) return place.key;
  at.unresolved.push({ path: at.path, given: value });
  return unresolvedKey(typeof text === 'string' ? text : `${text.lat},${text.lon}`);
}

/** The named place; null where it is unknown, or not valid (then an issue is added). */
export function parsePlace(value: unknown, at: ParseContext): Place | null {
  const text = parsePlaceText(value, at);
  return text === null ? null : at.resolvePlace(text);
}

function parsePlaceText(value: unknown, at: ParseContext): string | { lat: number; lon: number } | null {
  if (typeof value === 'string' && value.trim() !== '' && value.isWellFormed()) return value;
  if (isPlainObject(value) && looksLikePoint(value) && Object.keys(value).length === 2) {
    const { lat, lon } = value;
    if (isFiniteNumber(lat) && isFiniteNumber(lon) && Math.abs(lat) <= 90 && Math.abs(lon) <= 180) {
      return { lat, lon };
    }
  }
  const expected = 'the name of a place, "lat,lon", or {lat: -90..90, lon: -180..180}';
  fault(at, `must be ${expected}; ${shown(value)} was given`);
  return null;
}

function operatorsOf(field: FieldDefinition): readonly string[] {
  return [...equalityOperators, ...(isNumeric(field) ? orderOperators : []), ...listOperators, 'exists'];
}

function isNumeric(field: FieldDefinition): boolean {
  return field.type === 'integer' || field.type === 'number';
}

function looksLikePoint(point: Readonly<Record<string, unknown>>): boolean {
  return Object.hasOwn(point, 'lat') || Object.hasOwn(point, 'lon');
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function includes<T extends string>(list: readonly T[], name: string): name is T {
  return (list as readonly string[]).includes(name);
}

export function fault(at: ParseContext, message: string): readonly never[] {
  at.issues.push({ path: at.path, message });
  return [];
}

/** The given value in a message: JSON, clipped. */
export function shown(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? String(value));
  return clip(text);
}
