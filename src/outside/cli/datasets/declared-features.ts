/** Reads the declaration of features from a JSON file of the operator. */
import { readFileSync } from 'node:fs';
import { type DatasetFeatures, DeclaredFeatures, noFeatures } from '../../../contract/dataset-features.ts';
import { rowIssues } from '../../../contract/issue-message.ts';
import { parseJson } from '../../../contract/parse-json.ts';
import { UsageError } from '../usage-error.ts';

const form = 'Expected JSON such as {"items": {"price": "number", "genre": "list"}}.';

/** `file` undefined: nothing is declared. Throws UsageError. */
export function declaredFeatures(file: string | undefined): DatasetFeatures {
  if (file === undefined) return noFeatures;
  const given = parsed(file);
  const result = DeclaredFeatures.safeParse(given);
  if (result.success) return result.data;
  const [first] = rowIssues(result.error, given);
  throw new UsageError(`${file}: ${first!.path} ${first!.message}. ${form}`);
}

function parsed(file: string): unknown {
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
