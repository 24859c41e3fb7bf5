/**
 * The result of a batch of predictions as Parquet: a row an item. A person whose answer is an error has one
 * row.
 */
import type { ResultTable } from '../../batches/batch-result.ts';

interface ResultRow {
  readonly row: number | null;
  readonly personId: string | null;
  readonly rank: number | null;
  readonly itemId: string | null;
  readonly score: number | null;
  readonly error: string | null;
}

/** The columns with ids of people. */
export const peopleColumns: readonly string[] = ['person_id'];

export const predictionTable: ResultTable<ResultRow> = {
  columns: [
    { name: 'row', type: 'INT32', of: ({ row }) => row },
    { name: 'person_id', type: 'UTF8', of: ({ personId }) => personId },
    { name: 'rank', type: 'INT32', of: ({ rank }) => rank },
    { name: 'item_id', type: 'UTF8', of: ({ itemId }) => itemId },
    { name: 'score', type: 'DOUBLE', of: ({ score }) => score },
    { name: 'error', type: 'UTF8', of: ({ error }) => error },
  ],
  rowsOf,
};

interface Line {
  readonly row?: number;
  readonly person_id?: string;
  readonly items?: readonly { readonly item_id: string; readonly score: number }[];
  readonly error?: { readonly code: string };
}

function rowsOf(line: string): readonly ResultRow[] {
  const { row = null, person_id: personId = null, items = [], error } = JSON.parse(line) as Line;
  if (error !== undefined)
    return [{ row, personId, rank: null, itemId: null, score: null, error: error.code }];
  return items.map(({ item_id, score }, at) => {
    return { row, personId, rank: at + 1, itemId: item_id, score, error: null };
  });
}
