/**
 * Compiles clauses to a WHERE condition with exactly the meaning of `domains/filter.ts`.
 *
 * Stored JSON is text, and is cast where it is read. An absent key is SQL's null, and a comparison with null
 * is never true. So absence needs no further treatment, except in negations, which also require the field.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Clause, Clauses, Scalar } from '../../../domains/filter.ts';
import { comparesPlaces } from '../../../domains/row-passes.ts';

type Condition = Expression<SqlBool>;

export function compileClauses(clauses: Clauses): Condition {
  const conditions = clauses.map(compileClause);
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function compileClause(clause: Clause): Condition {
  const compared = compareClause(clause);
  return clause.missing === 'pass' ? sql`(${compared} or ${missing(clause)})` : compared;
}

function missing(clause: Clause): Condition {
  if (comparesPlaces(clause)) return sql`${placeOf(clause.field, 'key')} is null`;
  return sql`not (${present(clause.field)})`;
}

function compareClause(clause: Clause): Condition {
  const { field } = clause;
  switch (clause.op) {
    case 'eq':
      return holdsAny(field, [clause.value]);
    case 'ne':
      return holdsNone(field, [clause.value]);
    case 'in':
      return holdsAny(field, clause.values);
    case 'nin':
      return holdsNone(field, clause.values);
    case 'gt':
      return sql`${numberOf(field)} > ${number(clause.value)}`;
    case 'gte':
      return sql`${numberOf(field)} >= ${number(clause.value)}`;
    case 'lt':
      return sql`${numberOf(field)} < ${number(clause.value)}`;
    case 'lte':
      return sql`${numberOf(field)} <= ${number(clause.value)}`;
    case 'exists':
      return clause.value ? present(field) : sql`not ${present(field)}`;
    case 'place_in':
      return sql`${placeOf(field, 'key')} in (${keysOf(clause.keys)})`;
    case 'place_nin':
      return sql`${placeOf(field, 'key')} is not null and ${placeOf(field, 'key')} not in (${keysOf(clause.keys)})`;
    case 'within_km':
      return withinKm(clause);
    default:
      return clause satisfies never;
  }
}

function withinKm({ field, origin, km }: Extract<Clause, { op: 'within_km' }>): Condition {
  if (origin === null) return sql`false`;
  const [lat, lon] = [sql`${placeOf(field, 'lat')}::float8`, sql`${placeOf(field, 'lon')}::float8`];
  const radius = sql`coalesce(${placeOf(field, 'radiusKm')}::float8, 0)`;
  return sql`distance_km(${number(origin.lat)}, ${number(origin.lon)}, ${lat}, ${lon}) + ${radius} <= ${number(km)}`;
}

/**
 * True when one of the field's values (a single one, or the list of a `multiple` enum) is among the named
 * values. jsonb compares types too, and 1 with 1.0 as equal. All named values are one parameter.
 */
function holdsAny(field: string, named: readonly Scalar[]): Condition {
  const held = sql`case jsonb_typeof(${jsonOf(field)}) when 'array' then ${jsonOf(field)} else jsonb_build_array(${jsonOf(field)}) end`;
  return sql`(${present(field)} and exists (
    select 1 from jsonb_array_elements(${held}) as held
    join jsonb_array_elements(${JSON.stringify(named)}::jsonb) as named on held.value = named.value))`;
}

function holdsNone(field: string, named: readonly Scalar[]): Condition {
  return sql`(${present(field)} and not ${holdsAny(field, named)})`;
}

function keysOf(keys: readonly string[]): Expression<unknown> {
  return sql`select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)`;
}

function present(field: string): Condition {
  return sql`${jsonOf(field)} is not null`;
}

/** The value if it is a number, else null. */
function numberOf(field: string): Expression<number | null> {
  return sql`case when jsonb_typeof(${jsonOf(field)}) = 'number' then (${jsonOf(field)})::float8 end`;
}

function jsonOf(field: string): Expression<unknown> {
  return sql`(fields::jsonb -> ${field}::text)`;
}

function placeOf(field: string, part: 'key' | 'lat' | 'lon' | 'radiusKm'): Expression<unknown> {
  return sql`(places::jsonb -> ${field}::text ->> ${sql.lit(part)})`;
}

/** Without the cast PostgreSQL could take a whole number for an integer. */
function number(value: number): Expression<number> {
  return sql`${value}::float8`;
}
