/**
 * Arrays of many small records, with a limit on their issues. Zod's own array checks every element. Half a
 * million invalid elements take it about a second and give half a million issues, of which twenty are shown.
 * This one stops early.
 */
import { z } from 'zod';
import { MAX_ISSUES } from './clip.ts';

/** One less than an error lists: the last issue says that there may be more. */
const MAX_FINDINGS = MAX_ISSUES - 1;

interface RowBounds<Row> {
  readonly least: number;
  readonly most?: number;
  /** A cheap test for valid rows; a row that fails it is validated by the schema. */
  readonly isPlain?: (value: unknown) => value is Row;
}

/**
 * From `least` to `most` rows. After 19 issues the remaining rows are not checked, and a last issue says so.
 */
export function rowsOf<Row extends z.ZodType>(
  row: Row,
  { least, most = Number.MAX_SAFE_INTEGER, isPlain }: RowBounds<z.output<Row>>,
) {
  const many = z.array(z.unknown()).min(least);
  return (most === Number.MAX_SAFE_INTEGER ? many : many.max(most))
    .transform((values, context) => {
      const rows: z.output<Row>[] = [];
      for (const [at, value] of values.entries()) {
        if (isPlain?.(value)) {
          rows.push(value);
          continue;
        }
        const result = row.safeParse(value, { reportInput: true });
        if (result.success) rows.push(result.data);
        else if (!report(context.issues, result.error.issues, at)) break;
      }
      return rows;
    })
    .meta({ items: itemsSchema(row) });
}

/** A named schema is referenced, so that the OpenAPI document has it once. */
function itemsSchema(row: z.ZodType): object {
  const id = row.meta()?.id;
  return id === undefined
    ? z.toJSONSchema(row, { io: 'input' })
    : { $ref: `#/components/schemas/${id}Input` };
}

type RawIssues = z.core.$RefinementCtx['issues'];

/** False when enough issues were found. */
function report(reported: RawIssues, found: readonly z.core.$ZodIssue[], at: number): boolean {
  for (const issue of found) {
    if (reported.length === MAX_FINDINGS) {
      const message = `what follows was not looked at: the first ${MAX_FINDINGS} faults are enough to mend`;
      reported.push({ code: 'custom', message, path: [at], input: undefined });
      return false;
    }
    reported.push({ ...issue, path: [at, ...issue.path], input: issue.input } as RawIssues[number]);
  }
  return true;
}
