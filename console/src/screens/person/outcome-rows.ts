import type { wire } from 'counterpart-client';

export interface OutcomeRow {
  readonly key: string;
  readonly outcome: string;
  readonly other: string;
  readonly asSeeker: boolean;
  readonly at: string;
  readonly current: boolean;
}

/** The outcomes of both sides in one domain, newest first. */
export function outcomeRows(whole: wire.UserExport, domain: string): readonly OutcomeRow[] {
  const rows = [
    ...whole.outcomes_as_seeker.map((row) => ({ ...row, other: row.candidate_id, asSeeker: true })),
    ...whole.outcomes_as_candidate.map((row) => ({ ...row, other: row.seeker_id, asSeeker: false })),
  ];
  return rows
    .filter((row) => row.domain === domain)
    .sort((a, b) => b.at.localeCompare(a.at))
    .map(({ outcome, other, asSeeker, at, current }) => ({
      key: JSON.stringify([asSeeker, other, outcome, at]),
      outcome,
      other,
      asSeeker,
      at,
      current,
    }));
}
