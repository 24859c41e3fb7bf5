/** The scores of a window of days beside those of as many days before, as shares. */
interface Day {
  readonly shown: number;
  readonly scores: readonly number[];
}

export interface WindowScores {
  readonly now: readonly number[];
  /** null: nothing was shown in those days. */
  readonly before: readonly number[] | null;
  /** The share of the scores that would have to move to make both equal; null without both. */
  readonly moved: number | null;
}

/** `days`: oldest first, the last one is today. null: nothing was shown in the last `length` days. */
export function windowScores(days: readonly Day[], length: number): WindowScores | null {
  const now = sharesOf(days.slice(-length));
  if (now === null) return null;
  const before = sharesOf(days.slice(-2 * length, -length));
  const moved =
    before === null ? null : now.reduce((sum, share, n) => sum + Math.abs(share - (before[n] ?? 0)), 0) / 2;
  return { now, before, moved };
}

function sharesOf(days: readonly Day[]): readonly number[] | null {
  const shown = days.reduce((sum, day) => sum + day.shown, 0);
  if (shown === 0) return null;
  const buckets = days[0]?.scores.length ?? 0;
  return Array.from({ length: buckets }, (_, n) =>
    days.reduce((sum, day) => sum + (day.scores[n] ?? 0) / shown, 0),
  );
}
