/** The events of a person in one domain, as lanes of a common time axis. */
import type { wire } from 'counterpart-client';

export type LaneName = 'texts' | 'decided' | 'decidedOn' | 'saw' | 'shownIn';

export interface Mark {
  /** Where on the axis, 0 to 1. */
  readonly at: number;
  readonly count: number;
  /** The first of them, ISO 8601. */
  readonly time: string;
}

export interface Lane {
  readonly name: LaneName;
  readonly count: number;
  /** ISO 8601. */
  readonly first: string;
  readonly last: string;
  /** At most `MARKS`, oldest first. */
  readonly marks: readonly Mark[];
}

export interface TimeLanes {
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  readonly lanes: readonly Lane[];
}

/** Events of one lane that are closer are one mark, so that a long life draws no more than a short one. */
const MARKS = 80;

/** null: nothing happened. Lanes without an event are left out. */
export function timeLanes(whole: wire.UserExport, domain: string): TimeLanes | null {
  const here = <Row extends { readonly domain: string }>(rows: readonly Row[]) =>
    rows.filter((row) => row.domain === domain);
  const times: readonly (readonly [LaneName, readonly string[]])[] = [
    ['texts', here(whole.context_items).map((row) => row.created_at)],
    ['decided', here(whole.outcomes_as_seeker).map((row) => row.at)],
    ['decidedOn', here(whole.outcomes_as_candidate).map((row) => row.at)],
    ['saw', here(whole.matches_shown_to).map((row) => row.at)],
    ['shownIn', here(whole.matches_shown_in).map((row) => row.at)],
  ];
  const all = times.flatMap(([, lane]) => lane).filter((time) => Number.isFinite(Date.parse(time)));
  if (all.length === 0) return null;
  const sorted = all.toSorted(byTime);
  const [from, to] = [sorted[0]!, sorted.at(-1)!];
  const span = Date.parse(to) - Date.parse(from);
  const placeOf = (time: string) => (span === 0 ? 0.5 : (Date.parse(time) - Date.parse(from)) / span);
  const lanes = times
    .map(([name, lane]) =>
      laneOf(name, lane.filter((time) => Number.isFinite(Date.parse(time))).toSorted(byTime), placeOf),
    )
    .filter((lane) => lane !== null);
  return { from, to, lanes };
}

function byTime(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}

function laneOf(name: LaneName, times: readonly string[], placeOf: (time: string) => number): Lane | null {
  const [first] = times;
  if (first === undefined) return null;
  const marks = new Map<number, Mark>();
  for (const time of times) {
    const bin = Math.round(placeOf(time) * (MARKS - 1));
    const mark = marks.get(bin);
    marks.set(bin, { at: bin / (MARKS - 1), count: (mark?.count ?? 0) + 1, time: mark?.time ?? time });
  }
  return { name, count: times.length, first, last: times.at(-1)!, marks: [...marks.values()] };
}
