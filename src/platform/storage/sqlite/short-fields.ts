import { sql } from 'kysely';
import { LISTED_TEXT } from '../listed-profile.ts';
import type { ShortFields } from '../sql/people/list-profiles.ts';

/** Characters of the JSON of a list of values; a longer one is left out. */
const LONGEST_LIST = 4096;

/** Cuts long texts in the database, so that a page never carries megabytes of them through this process. */
export const shortFields: ShortFields = () => sql<string | null>`(
  select json_group_object(key, json(case type
    when 'text' then json_quote(substr(value, 1, ${sql.lit(LISTED_TEXT + 1)}))
    when 'true' then 'true'
    when 'false' then 'false'
    else value end))
  from json_each(profiles.fields)
  where type <> 'array' or length(value) <= ${sql.lit(LONGEST_LIST)})`;
