import type { Schema, UserSummary } from '../../api/queries.ts';
import { shownValue, words } from '../../parts/words.ts';

const MOST = 5;
const LONGEST = 80;

/** The first known values of a person in the order of the schema, as one line. */
export function shortFacts({ fields }: UserSummary, schema: Schema): string {
  return schema.fields
    .filter(({ name }) => Object.hasOwn(fields, name))
    .slice(0, MOST)
    .map(({ name, type }) => {
      const value = shownValue(fields[name]).replaceAll(/\s+/g, ' ');
      const short = value.length > LONGEST ? `${[...value].slice(0, LONGEST).join('')}…` : value;
      return type === 'string' || type === 'enum' ? short : `${words(name)} ${short}`;
    })
    .join(' · ');
}
