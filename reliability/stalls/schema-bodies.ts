/** The largest lists and texts in each field of a body, drawn from its schema. */
import {
  fieldsOf,
  formsOf,
  type Schema,
  type Schemas,
  sampleOf,
  withValue,
} from '../../src/outside/http/testing/json-schema.ts';
import type { NamedBody } from './any-bodies.ts';

const ZEROS = 240_000;
const CHARACTERS = 7_000_000;

export function schemaBodies(schema: Schema, schemas: Schemas): readonly NamedBody[] {
  const bodies = formsOf(schema, schemas).flatMap((form) => {
    const sample = sampleOf(form, schemas);
    return fieldsOf(form, schemas).flatMap(({ path, forms }) => {
      const bodyWith = (name: string, value: unknown): NamedBody => ({
        name: `${name} as ${path.join('.')}`,
        body: JSON.stringify(withValue(sample, path, value)),
      });
      return forms.flatMap(({ type }) => {
        if (type === 'array') return [bodyWith('240,000 zeros', Array(ZEROS).fill(0))];
        return type === 'string' ? [bodyWith('7 MB', 'x'.repeat(CHARACTERS))] : [];
      });
    });
  });
  return [...new Map(bodies.map((body) => [body.name, body])).values()];
}
