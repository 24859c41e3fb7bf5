/** A run of a bench as JSON: how it was started, where it ran, and each table that it printed. */
import { z } from 'zod';
import { type Cell, parseCell } from './parse-cell.ts';

const cell = z.union([z.number(), z.string(), z.object({ value: z.number(), unit: z.string() })]);
const table = z.object({
  /** In printed order; the keys of every row. */
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), cell)),
});

export const runRecord = z.object({
  format: z.literal(1),
  bench: z.string(),
  command: z.string(),
  /** Null outside a git checkout. */
  commit: z.string().nullable(),
  /** Whether files differed from the commit; null outside a git checkout. */
  has_changes: z.boolean().nullable(),
  node: z.string(),
  processor: z.string(),
  cores: z.number(),
  system: z.string(),
  started_at: z.string(),
  /** Load average of the last minute. */
  load: z.object({ start: z.number(), end: z.number() }),
  seconds: z.number(),
  /** False where the run failed or was stopped: the tables up to then are kept. */
  finished: z.boolean(),
  tables: z.array(table),
});
export type RunRecord = z.infer<typeof runRecord>;
export type RecordedTable = z.infer<typeof table>;

export function recordedTable(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): RecordedTable {
  const columns = distinctNames(head);
  return {
    columns,
    rows: rows.map((row) => {
      const cells: Record<string, Cell> = {};
      for (const [n, column] of columns.entries()) if (n < row.length) cells[column] = parseCell(row[n]!);
      return cells;
    }),
  };
}

/** A name that stands twice gets its number: "max", "max (2)". */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Map<string, number>();
  return names.map((name) => {
    const times = (taken.get(name) ?? 0) + 1;
    taken.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}
