/** Counts of the rows of an import, by what became of them. */
import type { RepeatedIds } from './repeated-ids.ts';

export interface RowCounts {
  readonly rows: number;
  /** Rows that are a person. */
  readonly stored: number;
  /** Rows that replaced the person of an earlier row. */
  readonly replaced: number;
  /** Rows that were merged into the person of an earlier row. */
  readonly merged: number;
  readonly rejected: number;
}

interface Imported {
  readonly imported: number;
  readonly rejected: number;
  /** Rows whose id an earlier row has. */
  readonly repeatedRows: number;
  readonly repeated: RepeatedIds;
}

export function countRows({ imported, rejected, repeatedRows, repeated }: Imported): RowCounts {
  const replaced = repeated === 'replace' ? repeatedRows : 0;
  const merged = repeated === 'merge' ? repeatedRows : 0;
  return { rows: imported + rejected, stored: imported - replaced - merged, replaced, merged, rejected };
}
