/** Reads a declaration of the operator from a JSON file. */
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { rowIssues } from '../../../contract/issue-message.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { UsageError } from '../usage-error.ts';

/** `form`: a sentence that shows what is expected. Throws UsageError. */
export function declaredJson<Declared>(file: string, schema: z.ZodType<Declared>, form: string): Declared {
  const given = parsed(file, form);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [first] = rowIssues(result.error, given);
  throw new UsageError(`${file}: ${first!.path} ${first!.message}. ${form}`);
}

function parsed(file: string, form: string): unknown {
  try {
    return parseJson(readFileSync(file, 'utf8'));
  } catch (error) {
    const what =
      error instanceof SyntaxError
        ? 'is no JSON'
        : `cannot be read (${(error as NodeJS.ErrnoException).code})`;
    throw new UsageError(`${file} ${what}. ${form}`);
  }
}
