/** Filters as SQL of SQLite. Every reading connection registers `distance_km`. */
import { type Expression, sql } from 'kysely';
import { createClauseCompiler } from '../sql/create-clause-compiler.ts';

export const compileClauses = createClauseCompiler({
  constant: (holds) => sql`${sql.lit(holds ? 1 : 0)}`,
  number: (value) => sql`${value}`,
  isPresent: (field) => sql`json_type(fields, ${path(field)}) is not null`,
  // Types are compared too, because JSON's true reads as 1 in SQL.
  holdsAny: (field, named) =>
    sql`exists (select 1 from json_each(fields, ${path(field)}) as held join json_each(${JSON.stringify(named)}) as named on held.value = named.value and ${typeOf('held')} = ${typeOf('named')})`,
  numberOf: (field) =>
    sql`case when json_type(fields, ${path(field)}) in ('integer', 'real') then json_extract(fields, ${path(field)}) end`,
  placeKeyOf: (field) => placeOf(field, 'key'),
  placeNumberOf: placeOf,
  rowsOf: (keys) => sql`select value from json_each(${JSON.stringify(keys)})`,
});

/** JSON's integers and reals count as one type. */
function typeOf(table: 'held' | 'named'): Expression<string> {
  const type = sql.ref(`${table}.type`);
  return sql`case when ${type} in ('integer', 'real') then 'number' else ${type} end`;
}

function placeOf<Value>(field: string, part: string): Expression<Value> {
  return sql<Value>`json_extract(places, ${`${path(field)}.${part}`})`;
}

const path = (field: string) => `$."${field}"`;
