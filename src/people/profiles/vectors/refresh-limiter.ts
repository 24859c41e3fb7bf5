/**
 * Limits how often a profile vector is made anew: at most `limit` times in any `windowMs`. The sliding window
 * is in memory; the store keeps the refreshes that are put off.
 */
export interface RefreshLimiter {
  /** null: the refresh may run now and is counted. Else the epoch ms at which the window opens. */
  tryRefresh(key: string, nowMs: number): number | null;
}

const MINUTE_MS = 60_000;

export function createRefreshLimiter(limit = 6, windowMs = MINUTE_MS): RefreshLimiter {
  const refreshes = new Map<string, number[]>();
  let sweptAtMs = 0;

  function sweep(nowMs: number): void {
    if (nowMs - sweptAtMs < windowMs) return;
    sweptAtMs = nowMs;
    for (const [key, times] of refreshes) if ((times.at(-1) ?? 0) <= nowMs - windowMs) refreshes.delete(key);
  }

  return {
    tryRefresh(key, nowMs) {
      sweep(nowMs);
      const recent = (refreshes.get(key) ?? []).filter((time) => time > nowMs - windowMs);
      if (recent.length >= limit) return recent[0]! + windowMs;
      recent.push(nowMs);
      refreshes.set(key, recent);
      return null;
    },
  };
}
