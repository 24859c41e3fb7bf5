/** The settings of a command in a file of JSON, by a schema of the contract. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { parseJson } from '../../contract/parse-json.ts';
import { UsageError } from './usage-error.ts';

/** `rest`: what the command line says itself. `what`: of what the settings are, for messages. */
export function readSettings<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  what: string,
  rest: object = {},
): z.output<Schema> {
  let given: unknown;
  try {
    given = parseJson(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse({ ...(given as object), ...rest });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || file}: ${message}`);
  throw new UsageError(`${file} has no settings of ${what}.\n${issues.join('\n')}`);
}
