/**
 * Dates as people write them in files. Day and month are never guessed: «01/02/2025» needs an order, unless one
 * number is above 12. With dots the day comes first, as in every country that writes them so.
 */
export const dateOrders = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof dateOrders)[number];

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

export type ReadDate =
  /** `time`: an instant, ISO 8601 in UTC; null: the text has a day alone. */
  { readonly day: string; readonly time: string | null } | { readonly fault: string };

const written =
  /^(\d{1,4})([-/. ])(\d{1,2})\2(\d{1,4})(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?)?$/i;

/** `zone`: an IANA name, for times without an offset. */
export function readDate(text: string, order: DateOrder | undefined, zone = 'UTC'): ReadDate {
  const found = written.exec(text.trim());
  if (found === null) return { fault: 'is no date such as 2025-03-31 or 31.3.2025' };
  const [, one, sign, two, three, hour, minute, second = '0', fraction = '0', half, offset] = found;
  const parts = partsOf([one!, two!, three!], sign!, order);
  if (typeof parts === 'string') return { fault: parts };
  const { year, month, day } = parts;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    return { fault: 'is no day of the calendar' };
  const dayText = date.toISOString().slice(0, 10);
  if (hour === undefined) return { day: dayText, time: null };
  const hours = hourOf(Number(hour), half);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return { fault: 'has no time of a day' };
  const ms = Number(`0.${fraction}`) * 1000;
  const local = date.getTime() + ((hours * 60 + Number(minute)) * 60 + Number(second)) * 1000 + ms;
  const time = offset === undefined ? instantOf(local, zone) : local - offsetMs(offset);
  return { day: dayText, time: new Date(time).toISOString() };
}

/** Full years from a day to another. */
export function yearsBetween(day: string, until: string): number {
  const years = Number(until.slice(0, 4)) - Number(day.slice(0, 4));
  return until.slice(5) < day.slice(5) ? years - 1 : years;
}

function partsOf(
  [one, two, three]: readonly [string, string, string],
  sign: string,
  order: DateOrder | undefined,
): Parts | string {
  const [a, b, c] = [Number(one), Number(two), Number(three)];
  if (one.length === 4)
    return order === undefined || order === 'ymd' ? { year: a, month: b, day: c } : other(order);
  if (three.length !== 4) return 'has no year of four digits';
  if (order === 'ymd') return other(order);
  const dayFirst = { year: c, month: b, day: a };
  const monthFirst = { year: c, month: a, day: b };
  if (order !== undefined) return order === 'dmy' ? dayFirst : monthFirst;
  if (sign === '.' || a > 12) return dayFirst;
  return b > 12 ? monthFirst : 'may be day or month first; say `order: dmy` or `order: mdy`';
}

const other = (order: DateOrder) => `has its parts in another order than \`${order}\``;

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.POSITIVE_INFINITY;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function offsetMs(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The instant at which clocks of the zone show the local time; of two, the first. */
function instantOf(local: number, zone: string): number {
  const first = local - shiftOf(local, zone);
  const second = local - shiftOf(first, zone);
  return shiftOf(second, zone) === local - second ? second : first;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Milliseconds by which clocks of the zone are ahead of UTC. */
function shiftOf(instant: number, zone: string): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  clocks.set(zone, clock);
  const shown = Object.fromEntries(
    clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]),
  );
  const local = Date.UTC(
    ...([shown.year!, shown.month! - 1, shown.day!] as const),
    ...([shown.hour!, shown.minute!, shown.second!] as const),
  );
  return local - Math.floor(instant / 1000) * 1000;
}

export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
