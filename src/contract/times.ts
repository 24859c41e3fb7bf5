/**
 * Which times can be those of something that has happened: from 1970 on, and at most one day ahead, because
 * clocks and zones differ. An earlier or later one is a fault of the sender: a number in another unit, or a
 * wrong century.
 */
const DAY_MS = 86_400_000;

/** The last time that can be, epoch ms. */
export function latestTimeMs(nowMs = Date.now()): number {
  return nowMs + DAY_MS;
}

/** The message of a time that cannot be; null: it can. `nowMs`: epoch ms. */
export function timeFault(timeMs: number, nowMs = Date.now()): string | null {
  if (timeMs < 0)
    return `must not be before 1970, not ${shown(timeMs)}; give the time at which it happened, or leave the row out`;
  if (timeMs > latestTimeMs(nowMs))
    return `must be at most one day ahead, not ${shown(timeMs)}; give the time at which it happened, or leave the row out`;
  return null;
}

/** Also for years that no date has. */
function shown(timeMs: number): string {
  const date = new Date(timeMs);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  return timeMs < 0 ? 'long before our era' : 'hundreds of thousands of years ahead';
}
