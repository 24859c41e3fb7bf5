/**
 * Compiles clauses to a WHERE condition with exactly the meaning of `domains/filter.ts`.
 *
 * An absent key of a JSON object reads as SQL's null, and a comparison with null is never true. So absence
 * needs no further treatment, except in negations, which also require the field. Every reading connection
 * registers `distance_km`.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Clause, Clauses, Scalar } from '../../../domains/filter.ts';
import { comparesPlaces } from '../../../domains/row-passes.ts';

type Condition = Expression<SqlBool>;

export function compileClauses(clauses: Clauses): Condition {
  const conditions = clauses.map(compileClause);
  return conditions.length === 0 ? sql<SqlBool>`1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
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
      return sql`${numberOf(field)} > ${clause.value}`;
    case 'gte':
      return sql`${numberOf(field)} >= ${clause.value}`;
    case 'lt':
      return sql`${numberOf(field)} < ${clause.value}`;
    case 'lte':
      return sql`${numberOf(field)} <= ${clause.value}`;
    case 'exists':
      return clause.value ? present(field) : sql`not ${present(field)}`;
    case 'place_in':
      return sql`${placeOf(field, 'key')} in (select value from json_each(${JSON.stringify(clause.keys)}))`;
    case 'place_nin':
      return sql`${placeOf(field, 'key')} is not null and ${placeOf(field, 'key')} not in (select value from json_each(${JSON.stringify(clause.keys)}))`;
    case 'within_km':
      return withinKm(clause);
    default:
      return clause satisfies never;
  }
}

function withinKm({ field, origin, km }: Extract<Clause, { op: 'within_km' }>): Condition {
  if (origin === null) return sql`0`;
  return sql`distance_km(${origin.lat}, ${origin.lon}, ${placeOf(field, 'lat')}, ${placeOf(field, 'lon')}) + coalesce(${placeOf(field, 'radiusKm')}, 0) <= ${km}`;
}

/**
 * True when one of the field's values (a single one, or the list of a `multiple` enum) is among the named
 * values. Types are compared too, because JSON's true reads as 1 in SQL. All named values are one parameter.
 */
function holdsAny(field: string, named: readonly Scalar[]): Condition {
  return sql`exists (select 1 from json_each(fields, ${path(field)}) as held join json_each(${JSON.stringify(named)}) as named on held.value = named.value and ${typeOf('held')} = ${typeOf('named')})`;
}

function holdsNone(field: string, named: readonly Scalar[]): Condition {
  return sql`(${present(field)} and not ${holdsAny(field, named)})`;
}

/** JSON's integers and reals count as one type. */
function typeOf(table: 'held' | 'named'): Expression<string> {
  const type = sql.ref(`${table}.type`);
  return sql`case when ${type} in ('integer', 'real') then 'number' else ${type} end`;
}

function present(field: string): Condition {
  return sql`json_type(fields, ${path(field)}) is not null`;
}

/** The value if it is a number, else null. */
function numberOf(field: string): Expression<number | null> {
  return sql`case when json_type(fields, ${path(field)}) in ('integer', 'real') then json_extract(fields, ${path(field)}) end`;
}

function placeOf(field: string, part: 'key' | 'lat' | 'lon' | 'radiusKm'): Expression<unknown> {
  return sql`json_extract(places, ${`${path(field)}.${part}`})`;
}

function path(field: string): string {
  return `$."${field}"`;
}
