/** Filters as SQL of PostgreSQL. Stored JSON is text, and is cast where it is read. */
import { type Expression, sql } from 'kysely';
import { createClauseCompiler } from '../sql/create-clause-compiler.ts';

export const compileClauses = createClauseCompiler({
  constant: (holds) => sql`${sql.lit(holds)}`,
  // Without the cast PostgreSQL could take a whole number for an integer.
  number: (value) => sql`${value}::float8`,
  isPresent: (field) => sql`${jsonOf(field)} is not null`,
  // jsonb compares types too, and 1 with 1.0 as equal.
  holdsAny: (field, named) => {
    const json = jsonOf(field);
    const held = sql`case jsonb_typeof(${json}) when 'array' then ${json} else jsonb_build_array(${json}) end`;
    return sql`(${json} is not null and exists (
      select 1 from jsonb_array_elements(${held}) as held
      join jsonb_array_elements(${JSON.stringify(named)}::jsonb) as named on held.value = named.value))`;
  },
  numberOf: (field) =>
    sql`case when jsonb_typeof(${jsonOf(field)}) = 'number' then (${jsonOf(field)})::float8 end`,
  placeKeyOf: (field) => placeOf(field, 'key'),
  placeNumberOf: (field, part) => sql`${placeOf(field, part)}::float8`,
  rowsOf: (keys) => sql`select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)`,
});

function jsonOf(field: string): Expression<unknown> {
  return sql`(fields::jsonb -> ${field}::text)`;
}

function placeOf(field: string, part: string): Expression<string | null> {
  return sql`(places::jsonb -> ${field}::text ->> ${sql.lit(part)})`;
}
