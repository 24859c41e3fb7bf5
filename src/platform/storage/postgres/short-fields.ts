import { sql } from 'kysely';
import { LISTED_TEXT } from '../listed-profile.ts';
import type { ShortFields } from '../sql/people/list-profiles.ts';

/** Characters of the JSON of a list of values; a longer one is left out. */
const LONGEST_LIST = 4096;

/** Cuts long texts in the database, so that a page never carries megabytes of them through this process. */
export const shortFields: ShortFields = () => sql<string | null>`(
  select json_object_agg(key, case json_typeof(value)
    when 'string' then to_json(left(value #>> '{}', ${sql.lit(LISTED_TEXT + 1)}))
    else value end)::text
  from json_each(profiles.fields::json)
  where json_typeof(value) <> 'array' or length(value::text) <= ${sql.lit(LONGEST_LIST)})`;
