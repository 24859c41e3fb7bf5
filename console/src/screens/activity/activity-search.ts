import type { MatchFilters } from '../../api/activity-queries.ts';
import { textOf } from '../../parts/read-unknown.ts';

/** The state of the page, as its address has it. Day and time are those of the browser's zone. */
export interface ActivitySearch {
  readonly view?: 'live';
  readonly user?: string;
  readonly candidate?: string;
  readonly key?: string;
  readonly domain?: string;
  /** 2026-11-30 */
  readonly day?: string;
  /** 14:02 */
  readonly time?: string;
  /** The one type of event that the live view shows. */
  readonly type?: string;
}

const MINUTE_MS = 60_000;
const isDay = /^\d{4}-\d{2}-\d{2}$/;
const isTime = /^([01]\d|2[0-3]):[0-5]\d$/;
const names = ['user', 'candidate', 'key', 'domain', 'type'] as const;

/** Reads an address. A part of the wrong form is left out. */
export function parseActivitySearch(raw: Readonly<Record<string, unknown>>): ActivitySearch {
  const texts = names.flatMap((name) => {
    const value = textOf(raw[name]);
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const { day, time } = raw;
  return {
    ...Object.fromEntries(texts),
    ...(raw.view === 'live' && { view: 'live' as const }),
    ...(typeof day === 'string' && startOf(day) !== null && { day }),
    ...(typeof time === 'string' && isTime.test(time) && { time }),
  };
}

/** A time without a day is one of today. The minute itself is included. */
export function filtersOf({ user, candidate, key, domain, day, time }: ActivitySearch): MatchFilters {
  const start = startOf(day ?? (time === undefined ? '' : dayNow()));
  return {
    ...(user !== undefined && { user_id: user }),
    ...(candidate !== undefined && { candidate_id: candidate }),
    ...(key !== undefined && { key_id: key }),
    ...(domain !== undefined && { domain }),
    ...(start !== null && { from: start.toISOString(), to: endOf(start, time).toISOString() }),
  };
}

function startOf(day: string): Date | null {
  if (!isDay.test(day)) return null;
  const start = new Date(`${day}T00:00`);
  return Number.isNaN(start.getTime()) ? null : start;
}

function endOf(start: Date, time: string | undefined): Date {
  const end = new Date(start);
  if (time === undefined) {
    end.setDate(end.getDate() + 1);
    return end;
  }
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  end.setHours(hours, minutes);
  return new Date(end.getTime() + MINUTE_MS);
}

/** Today in the browser's zone, as 2026-11-30. */
function dayNow(): string {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}
