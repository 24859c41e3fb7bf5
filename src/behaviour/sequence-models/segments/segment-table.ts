/** The list of people with their segments: its lines, and as Parquet. */
import type { ResultTable } from '../../batches/batch-result.ts';

export interface SegmentLine {
  readonly person_id: string;
  readonly segment: number;
  /** The cosine distance from the medoid. */
  readonly distance: number;
}

/** The columns with ids of people. */
export const peopleColumns: readonly string[] = ['person_id'];

export const segmentTable: ResultTable<SegmentLine> = {
  columns: [
    { name: 'person_id', type: 'UTF8', of: ({ person_id }) => person_id },
    { name: 'segment', type: 'INT32', of: ({ segment }) => segment },
    { name: 'distance', type: 'DOUBLE', of: ({ distance }) => distance },
  ],
  rowsOf: (line) => [JSON.parse(line) as SegmentLine],
};
