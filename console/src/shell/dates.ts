const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const full = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

export function clockTime(iso: string): string {
  return formatted(clock, iso);
}

/** A date that cannot be read is shown as it came. */
export function dateTime(iso: string): string {
  return formatted(full, iso);
}

/** To the second. */
export function exactTime(iso: string): string {
  return formatted(exact, iso);
}

function formatted(format: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : format.format(date);
}

/** A day as 2026-03-01 (UTC). */
export function dayName(iso: string): string {
  return formatted(day, iso);
}
