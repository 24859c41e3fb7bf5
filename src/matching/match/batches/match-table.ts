/** The result of a batch of matches as Parquet: a row a match. A seeker without matches has one row. */
import type { ResultTable } from '../../../behaviour/batches/batch-result.ts';
import type { MatchResult } from '../../../contract/match.ts';

interface Line {
  readonly row?: number;
  readonly user_id?: string;
  readonly match_id?: string;
  readonly matches?: MatchResult['matches'];
  readonly error?: { readonly code: string };
}

interface ResultRow extends Omit<Line, 'matches'> {
  readonly rank?: number;
  readonly match?: MatchResult['matches'][number];
}

/** The columns with ids of people. */
export const peopleColumns: readonly string[] = ['user_id', 'candidate_id'];

export const matchTable: ResultTable<ResultRow> = {
  columns: [
    { name: 'row', type: 'INT32', of: ({ row }) => row ?? null },
    { name: 'user_id', type: 'UTF8', of: ({ user_id }) => user_id ?? null },
    { name: 'match_id', type: 'UTF8', of: ({ match_id }) => match_id ?? null },
    { name: 'rank', type: 'INT32', of: ({ rank }) => rank ?? null },
    { name: 'candidate_id', type: 'UTF8', of: ({ match }) => match?.user_id ?? null },
    { name: 'score', type: 'DOUBLE', of: ({ match }) => match?.score ?? null },
    {
      name: 'seeker_to_candidate',
      type: 'DOUBLE',
      of: ({ match }) => match?.mutual?.seeker_to_candidate ?? null,
    },
    {
      name: 'candidate_to_seeker',
      type: 'DOUBLE',
      of: ({ match }) => match?.mutual?.candidate_to_seeker ?? null,
    },
    { name: 'error', type: 'UTF8', of: ({ error }) => error?.code ?? null },
  ],
  rowsOf: (line) => {
    const { matches = [], ...seeker } = JSON.parse(line) as Line;
    if (matches.length === 0) return [seeker];
    return matches.map((match, at) => ({ ...seeker, rank: at + 1, match }));
  },
};
