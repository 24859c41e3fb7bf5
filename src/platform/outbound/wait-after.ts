/**
 * The wait that a server requests after a refusal, in ms; undefined where it requests none. It is read from
 * retry-after-ms, from retry-after (seconds or a date), or from the x-ratelimit-reset-… ("1s", "6m0s",
 * "20ms") of a limit whose x-ratelimit-remaining-… is 0. At most MOST_MS: a limit of hours is reported as an
 * error.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const MOST_MS = 2 * MINUTE;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: SECOND, m: MINUTE, h: 60 * MINUTE };

export function waitAfter(headers: Headers, nowMs: number): number | undefined {
  const waits = [
    retryAfterMs(headers),
    retryAfter(headers, nowMs),
    reset(headers, 'requests'),
    reset(headers, 'tokens'),
  ];
  const requested = waits.filter(
    (wait) => wait !== undefined && Number.isFinite(wait) && wait >= 0,
  ) as number[];
  return requested.length === 0 ? undefined : Math.min(MOST_MS, Math.max(...requested));
}

function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after-ms');
  return value === null ? undefined : Number(value);
}

function retryAfter(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  return Number.isNaN(seconds) ? Math.max(0, Date.parse(value) - nowMs) : seconds * SECOND;
}

function reset(headers: Headers, limit: string): number | undefined {
  if (headers.get(`x-ratelimit-remaining-${limit}`) !== '0') return undefined;
  const value = headers.get(`x-ratelimit-reset-${limit}`) ?? '';
  const parts = [...value.matchAll(/([\d.]+)(ms|s|m|h)/g)];
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, part) => sum + Number(part[1]) * UNITS[part[2]!]!, 0);
}
